import { ListChecks, Search } from 'lucide-react'
import { type FormEvent, Suspense, useId, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { groupThousands } from '../../../ui/digits.ts'
import { FieldError } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ProgressBar } from '../../../ui/progress.tsx'
import { softLazy } from '../../../ui/soft-lazy.ts'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { useTypedEarly } from '../../../ui/typed-early.ts'
import type { SearchFilters } from '../queries.ts'
import type { Understood } from '../schema.ts'
import { Failed } from './failed.tsx'
import { FilterChips, FilterPanel } from './filter-panel.tsx'
import { loadResults } from './load-results.ts'
import { quoted, reasonOf } from './reason-texts.ts'
import { ResultsHead, WaitingCards } from './results-head.tsx'
import { SafetyPanel } from './safety-panel.tsx'
import { changed } from './search-address.ts'
import { PROBLEM_MAX, TEXTS } from './search-texts.ts'
import { useAiSearch } from './use-ai-search.ts'

// Whoever only arrives goes without the cards: they come while the search runs.
const Results = softLazy(loadResults, (module) => module.Results)

/** One line has room for so many of the words that decided. */
const REASONS = 2

/** What people may begin with. */
const EXAMPLES = [
  'Me despidieron y no me pagaron el finiquito',
  'El papá de mi hija no paga la pensión de alimentos',
  'Mi arrendatario no paga hace tres meses',
] as const

/** AIS-01 to AIS-12, OPEN-52: the problem in the person's own words, what was understood, the filters, and who fits. */
export function AiSearch() {
  const search = useAiSearch()
  const { filters, setFilters, understood, percent, failure, searched } = search
  const busy = percent !== null
  const shown = searched && !busy && !failure
  return (
    <div className="pb-18">
      <ProblemBox
        text={search.text}
        onText={search.setText}
        problem={search.problem}
        busy={busy}
        onSubmit={search.submit}
      />
      <div aria-live="polite">
        {understood?.safety && <SafetyPanel arriving={busy} forget={search.forget} />}
      </div>
      <div aria-live="polite">
        {shown && understood && <UnderstoodLine understood={understood} filters={filters} />}
      </div>
      {shown && understood?.question && (
        <Question understood={understood} filters={filters} onChange={setFilters} />
      )}
      {!busy && Object.keys(filters).length > 0 && (
        <div className={classNames('mt-3', understood && shown && 'md:ml-8.5')}>
          <FilterChips value={filters} onChange={setFilters} />
        </div>
      )}
      <div className="mt-7 grid grid-cols-[minmax(0,1fr)] items-start gap-8 md:grid-cols-[16.5rem_minmax(0,1fr)]">
        <FilterPanel value={filters} onChange={setFilters} />
        {busy ? (
          <Analysing percent={percent} />
        ) : failure ? (
          <section aria-label="Resultados" className="grid gap-4">
            <ResultsHead value={filters} onChange={setFilters} />
            <Failed message={failure.message} pending={false} onRetry={search.submit} />
          </section>
        ) : searched ? (
          <Suspense fallback={<WaitingCards />}>
            <Results
              value={filters}
              onChange={setFilters}
              reason={understood ? reasonOf(filters) : undefined}
            />
          </Suspense>
        ) : (
          <Beginning filters={filters} onFilters={setFilters} onExample={search.setText} />
        )}
      </div>
    </div>
  )
}

interface ProblemBoxProps {
  text: string
  onText(text: string): void
  problem: string | undefined
  busy: boolean
  onSubmit(): void
}

/** «Cuéntanos tu problema» and the button. */
function ProblemBox({ text, onText, problem, busy, onSubmit }: ProblemBoxProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  useTypedEarly(area, onText)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const over = text.trim().length - PROBLEM_MAX
  const left = -over
  return (
    <Card
      className={classNames(
        'p-4! md:p-5!',
        'has-[textarea:focus-visible]:border-primary has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:-outline-offset-1 has-[textarea:focus-visible]:outline-primary',
        problem && 'border-danger!',
      )}
    >
      <form method="post" aria-label="Búsqueda" onSubmit={submit}>
        <label htmlFor={id} className="block px-1 text-ui font-semibold">
          Cuéntanos tu problema
        </label>
        <textarea
          ref={area}
          id={id}
          rows={2}
          value={text}
          autoComplete="off"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
          placeholder="Por ejemplo: me despidieron hace dos semanas y no me han pagado el finiquito."
          onChange={(event) => onText(event.target.value)}
          className="mt-0.5 block field-sizing-content max-h-[40dvh] min-h-27 w-full resize-none bg-transparent px-1 pt-1 pb-2 text-[1.0625rem]/6.75 outline-none placeholder:text-muted md:min-h-20"
        />
        {problem && (
          <div className="px-1 pb-3">
            <FieldError id={`${id}-error`}>{problem}</FieldError>
          </div>
        )}
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-4">
          <p
            aria-hidden="true"
            className={classNames(
              'text-small tabular-nums',
              over > 0 ? 'font-medium text-danger-ink' : 'text-muted',
            )}
          >
            {`${groupThousands(String(text.trim().length))} de 1.000 caracteres`}
          </p>
          <p role="status" className="sr-only">
            {left <= 20 && (left < 0 ? `Sobran ${over} caracteres` : `Quedan ${left} caracteres`)}
          </p>
          {/* It can be pressed meanwhile, and does nothing (OPEN-52). */}
          <SubmitButton
            className={classNames('max-md:w-full', busy && 'border-line! bg-sunken! text-muted!')}
          >
            <Search aria-hidden="true" className="size-4.5" />
            Buscar abogados
          </SubmitButton>
        </div>
      </form>
    </Card>
  )
}

/** AIS-05: the bar, and the shape of what comes. */
function Analysing({ percent }: { percent: number }) {
  return (
    <section aria-label="Resultados" aria-busy="true" className="grid gap-4">
      <Card>
        <p role="status" className="sr-only">
          {TEXTS.analysing}
        </p>
        <ProgressBar label={TEXTS.analysing} value={percent} />
      </Card>
      <WaitingCards label="Buscando abogados…" />
    </section>
  )
}

/** OPEN-52: what was read out of the text, and why, in one line. */
function UnderstoodLine({ understood, filters }: { understood: Understood; filters: SearchFilters }) {
  const { specialty, sure, reasons } = understood
  const known = specialty !== null && specialty !== 'Otro'
  const chosen = filters.specialty
  return (
    <div className="flex gap-3.5 pt-4.5">
      <ListChecks aria-hidden="true" className="mt-px size-5 flex-none" />
      <p className="max-w-[100ch] text-ui text-muted">
        {known && chosen && chosen !== specialty ? (
          <>
            Buscamos ayuda por <Matter name={chosen} />, como elegiste.
          </>
        ) : known && !chosen ? (
          'Buscamos en todas las especialidades. Elige una para afinar.'
        ) : known ? (
          <>
            {sure ? 'Entendimos que buscas ayuda por' : 'Puede que busques ayuda por'}{' '}
            <Matter name={specialty} />.
            {reasons.length > 0 && ` Por qué: escribiste ${quoted(reasons.slice(0, REASONS))}.`} Si no es así,
            cambia los filtros.
          </>
        ) : (
          <>
            No alcanzamos a reconocer la materia.{' '}
            {Object.keys(filters).length > 0
              ? 'Buscamos con los filtros que ves; elige una especialidad para afinar.'
              : 'Cuéntanos un poco más, o elige una especialidad.'}
          </>
        )}
      </p>
    </div>
  )
}

const Matter = ({ name }: { name: string }) => (
  <b className="font-semibold text-ink">{name.charAt(0).toLowerCase() + name.slice(1)}</b>
)

/** OPEN-52: asked when the reading is not sure; an answer is a filter. */
function Question({
  understood,
  filters,
  onChange,
}: {
  understood: Understood
  filters: SearchFilters
  onChange(filters: SearchFilters): void
}) {
  const { question } = understood
  if (!question) return null
  return (
    <fieldset className="mt-4 rounded-l bg-primary-soft px-4 py-3.5 md:ml-8.5">
      <legend className="float-left mb-2.5 w-full text-ui font-semibold">{question.text}</legend>
      <div className="clear-left flex flex-wrap gap-2">
        {question.options.map(({ specialty, label }) => {
          const value = specialty === 'Otro' ? null : specialty
          return (
            <Button
              key={specialty}
              size="sm"
              aria-pressed={(filters.specialty ?? null) === value}
              className="aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
              onClick={() => onChange(changed(filters, { specialty: value }))}
            >
              {label}
            </Button>
          )
        })}
      </div>
    </fieldset>
  )
}

/** Before the first search: how to begin. */
function Beginning({
  filters,
  onFilters,
  onExample,
}: {
  filters: SearchFilters
  onFilters(filters: SearchFilters): void
  onExample(text: string): void
}) {
  return (
    <section aria-label="Cómo empezar" className="grid gap-4">
      <div className="md:hidden">
        <ResultsHead value={filters} onChange={onFilters} />
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
