import { ListChecks } from 'lucide-react'
import { Button } from '../../../ui/actions/button.tsx'
import { SaidDeadlines } from '../../deadlines/ui/said-deadlines.tsx'
import type { SearchFilters } from '../queries.ts'
import type { ProblemAnalysis } from '../schema.ts'
import type { FilterFieldsProps } from './filter-fields.tsx'
import { joinQuoted } from './reason-texts.ts'
import { withChanges } from './search-params.ts'

/** Number of reasons that fit on the line. */
const MAX_REASONS = 2

export interface AnalysisProps {
  analysis: ProblemAnalysis
  filters: SearchFilters
  setFilters(next: SearchFilters): void
  /** The question was answered. */
  onAnswer(): void
}

/** OPEN-52: what was understood, and the question if that is not sure. Loaded while the search runs. */
export function Analysis({ analysis, filters, setFilters, onAnswer }: AnalysisProps) {
  const answer = (next: SearchFilters) => {
    onAnswer()
    setFilters(next)
  }
  return (
    <>
      <AnalysisSummary analysis={analysis} filters={filters} />
      {analysis.question && <Question question={analysis.question} value={filters} onChange={answer} />}
    </>
  )
}

export interface AnsweredDeadlinesProps {
  analysis: ProblemAnalysis
  filters: SearchFilters
  /** The text that was analysed. */
  text: string
  isAnswered: boolean
}

/** PLZ-24, PLZ-26: the deadlines of the text, once its specialty is sure or chosen. */
export function AnsweredDeadlines({ analysis, filters, text, isAnswered }: AnsweredDeadlinesProps) {
  const { specialty, commune } = filters
  if (!specialty || !text) return null
  const isSure = analysis.sure || isAnswered || specialty !== analysis.specialty
  if (!isSure) return null
  return (
    <div className="mt-4">
      <SaidDeadlines text={text} specialty={specialty} {...(commune !== undefined && { commune })} />
    </div>
  )
}

/** OPEN-52: result of the analysis, with its reasons, on one line. */
function AnalysisSummary({ analysis, filters }: { analysis: ProblemAnalysis; filters: SearchFilters }) {
  const { specialty, sure, reasons } = analysis
  const isKnown = specialty !== null && specialty !== 'Otro'
  const chosen = filters.specialty
  return (
    <div className="flex gap-3.5 pt-4.5">
      <ListChecks aria-hidden="true" className="mt-px size-5 flex-none" />
      <p className="max-w-[100ch] text-ui text-muted">
        {isKnown && chosen && chosen !== specialty ? (
          <>
            Buscamos ayuda por <SpecialtyName name={chosen} />, como elegiste.
          </>
        ) : isKnown && !chosen ? (
          'Buscamos en todas las especialidades. Elige una para afinar.'
        ) : isKnown ? (
          <>
            {sure ? 'Entendimos que buscas ayuda por' : 'Puede que busques ayuda por'}{' '}
            <SpecialtyName name={specialty} />.
            {reasons.length > 0 && ` Por qué: escribiste ${joinQuoted(reasons.slice(0, MAX_REASONS))}.`} Si no
            es así, cambia los filtros.
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

const SpecialtyName = ({ name }: { name: string }) => (
  <b className="font-semibold text-ink">{name.charAt(0).toLowerCase() + name.slice(1)}</b>
)

/** OPEN-52: the question if the analysis is not sure. The answer sets the specialty. */
function Question({
  question,
  value: filters,
  onChange,
}: FilterFieldsProps & { question: NonNullable<ProblemAnalysis['question']> }) {
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
              onClick={() => onChange(withChanges(filters, { specialty: value }))}
            >
              {label}
            </Button>
          )
        })}
      </div>
    </fieldset>
  )
}
