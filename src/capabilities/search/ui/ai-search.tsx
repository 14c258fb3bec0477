import { Search } from 'lucide-react'
import { type FormEvent, Suspense, useId, useRef, useState } from 'react'
import { groupThousands } from '../../../chile/numbers.ts'
import { LoadFailed } from '../../../site/loaded.tsx'
import { useRootData } from '../../../site/use-root-data.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { optionalLazy } from '../../../ui/boot/optional-lazy.ts'
import { useTextBeforeHydration } from '../../../ui/boot/text-before-hydration.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../../ui/feedback/progress.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx'
import { FieldError } from '../../../ui/fields/field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import type { ProblemAnalysis } from '../schema.ts'
import type { FilterFieldsProps } from './filter-fields.tsx'
import { FilterChips, FilterPanel } from './filter-panel.tsx'
import { loadAnswer, loadResults } from './load-results.ts'
import { matchReasonText } from './reason-texts.ts'
import { ResultsHeader } from './results-header.tsx'
import { SafetyPanel } from './safety-panel.tsx'
import { MAX_PROBLEM_LENGTH, TEXTS } from './search-texts.ts'
import { useAiSearch } from './use-ai-search.ts'

// Not needed before the first search, and loaded while that search runs.
const Results = optionalLazy(loadResults, (module) => module.Results)
const Analysis = optionalLazy(loadAnswer, (module) => module.Analysis)
const AnsweredDeadlines = optionalLazy(loadAnswer, (module) => module.AnsweredDeadlines)

const EXAMPLES = [
  'Me despidieron y no me pagaron el finiquito',
  'El papá de mi hija no paga la pensión de alimentos',
  'Mi arrendatario no paga hace tres meses',
] as const

/**
 * AIS-01 to AIS-12, OPEN-52: the AI search, with the text box for the problem, its analysis, the filters and
 * the results.
 */
export function AiSearch() {
  const search = useAiSearch()
  const { filters, setFilters, analysis, percent, error, searched } = search
  const busy = percent !== null
  const hasResults = searched && !busy && !error
  /** The analysis whose question was answered (PLZ-26). */
  const [answered, setAnswered] = useState<ProblemAnalysis | null>(null)
  return (
    <div className="pb-18">
      <ProblemBox
        text={search.text}
        onText={search.setText}
        error={search.textError}
        busy={busy}
        onSubmit={search.submit}
      />
      <div aria-live="polite">
        {analysis?.safety && <SafetyPanel scrollOnMount={busy} forget={search.forget} />}
      </div>
      <div aria-live="polite">
        <Suspense>
          {hasResults && analysis && (
            <Analysis {...{ analysis, filters, setFilters }} onAnswer={() => setAnswered(analysis)} />
          )}
        </Suspense>
      </div>
      {!busy && Object.keys(filters).length > 0 && (
        <div className={classNames('mt-3', analysis && hasResults && 'md:ml-8.5')}>
          <FilterChips value={filters} onChange={setFilters} />
        </div>
      )}
      <Suspense>
        {hasResults && analysis && (
          <AnsweredDeadlines
            {...{ analysis, filters, text: search.analysedText }}
            isAnswered={answered === analysis}
          />
        )}
      </Suspense>
      <div className="mt-7 grid grid-cols-[minmax(0,1fr)] items-start gap-8 md:grid-cols-[16.5rem_minmax(0,1fr)]">
        <FilterPanel value={filters} onChange={setFilters} />
        {busy ? (
          <AnalysisProgress percent={percent} />
        ) : error ? (
          <section aria-label="Resultados" className="grid gap-4">
            <ResultsHeader value={filters} onChange={setFilters} />
            <Card flush>
              <LoadFailed level="h2" title={TEXTS.failed} error={error} retry={search.retry} />
            </Card>
          </section>
        ) : searched ? (
          <Suspense fallback={<SkeletonRows />}>
            <Results
              value={filters}
              onChange={setFilters}
              withDeadlineNote
              reason={analysis ? matchReasonText(filters) : undefined}
            />
          </Suspense>
        ) : (
          <SearchIntro value={filters} onChange={setFilters} onExample={search.setText} />
        )}
      </div>
    </div>
  )
}

interface ProblemBoxProps {
  text: string
  onText(text: string): void
  error: string | undefined
  busy: boolean
  /** @param sendTo server that the person consents to send the text to; null: only Amparo analyses it */
  onSubmit(sendTo: string | null): void
}

function ProblemBox({ text, onText, error, busy, onSubmit }: ProblemBoxProps) {
  const id = useId()
  const textArea = useRef<HTMLTextAreaElement>(null)
  const host = useRootData()?.settings.externalModelHost ?? null
  useTextBeforeHydration(textArea, onText)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(host)
  }
  const excess = text.trim().length - MAX_PROBLEM_LENGTH
  const remaining = -excess
  return (
    <Card
      className={classNames(
        'p-4! md:p-5!',
        'has-[textarea:focus-visible]:border-primary has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:-outline-offset-1 has-[textarea:focus-visible]:outline-primary',
        error && 'border-danger!',
      )}
    >
      <form method="post" aria-label="Búsqueda" onSubmit={submit}>
        <label htmlFor={id} className="block px-1 text-ui font-semibold">
          Cuéntanos tu problema
        </label>
        <textarea
          ref={textArea}
          id={id}
          rows={2}
          value={text}
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          placeholder="Por ejemplo: me despidieron hace dos semanas y no me han pagado el finiquito."
          onChange={(event) => onText(event.target.value)}
          className="mt-0.5 block field-sizing-content max-h-[40dvh] min-h-27 w-full resize-none bg-transparent px-1 pt-1 pb-2 text-[1.0625rem]/6.75 outline-none placeholder:text-muted md:min-h-20"
        />
        {error && (
          <div className="px-1 pb-3">
            <FieldError id={`${id}-error`}>{error}</FieldError>
          </div>
        )}
        {host !== null && <p className="px-1 pb-3 text-small text-muted">{TEXTS.sentTo(host)}</p>}
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-4">
          <p
            aria-hidden="true"
            className={classNames(
              'text-small tabular-nums',
              excess > 0 ? 'font-medium text-danger-ink' : 'text-muted',
            )}
          >
            {`${groupThousands(text.trim().length)} de 1.000 caracteres`}
          </p>
          <p role="status" className="sr-only">
            {remaining <= 20 &&
              (remaining < 0 ? `Sobran ${excess} caracteres` : `Quedan ${remaining} caracteres`)}
          </p>
          <div className="flex flex-wrap gap-2.5 max-md:w-full">
            {host !== null && (
              <Button className="max-md:w-full" onClick={() => onSubmit(null)}>
                Analizar solo en Amparo
              </Button>
            )}
            {/* Not disabled during a search: a second click does nothing (OPEN-52). */}
            <SubmitButton
              className={classNames('max-md:w-full', busy && 'border-line! bg-sunken! text-muted!')}
            >
              <Search aria-hidden="true" className="size-4.5" />
              Buscar abogados
            </SubmitButton>
          </div>
        </div>
      </form>
    </Card>
  )
}

/** AIS-05: the progress bar, with skeletons of the results. */
function AnalysisProgress({ percent }: { percent: number }) {
  return (
    <section aria-label="Resultados" aria-busy="true" className="grid gap-4">
      <Card>
        <p role="status" className="sr-only">
          {TEXTS.analysing}
        </p>
        <ProgressBar label={TEXTS.analysing} value={percent} />
      </Card>
      <Card>
        <SkeletonRows label="Buscando abogados…" />
      </Card>
    </section>
  )
}

/** Shown before the first search: explanation and examples. */
function SearchIntro({ onExample, ...filters }: FilterFieldsProps & { onExample(text: string): void }) {
  return (
    <section aria-label="Cómo empezar" className="grid gap-4">
      <div className="md:hidden">
        <ResultsHeader {...filters} />
      </div>
      <Notice title="Cuéntalo como se lo contarías a alguien de confianza">
        Reconocemos la materia, la comuna, los años de experiencia y lo que puedes pagar, y tú puedes cambiar
        todo. También puedes buscar solo con los filtros.
      </Notice>
      <div>
        <p className="text-ui font-semibold">Por ejemplo:</p>
        <div className="mt-2.5 flex flex-wrap gap-2">
          {EXAMPLES.map((example) => (
            <Button
              key={example}
              size="sm"
              className="max-w-full py-2 text-left whitespace-normal!"
              onClick={() => onExample(example)}
            >
              {example}
            </Button>
          ))}
        </div>
      </div>
    </section>
  )
}
