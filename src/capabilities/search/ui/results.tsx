import { useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { Link } from 'react-router'
import { ResultList } from '../../../site/result-list.tsx'
import { useSessionUser } from '../../../site/use-session-user.ts'
import { Button, ButtonLink } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { lawyerSearchOptions } from '../queries.ts'
import type { FilterFieldsProps } from './filter-fields.tsx'
import { LawyerCard } from './lawyer-card.tsx'
import { ResultsHeader } from './results-header.tsx'
import { TEXTS } from './search-texts.ts'
import { suggestWiderSearch } from './wider-search.ts'

export interface ResultsProps extends FilterFieldsProps {
  /** Why these lawyers match: «Por qué: …». */
  reason?: string | undefined
  /** PLZ-27: says that a deadline may exist although none is shown. */
  withDeadlineNote?: boolean
}

/** AIS-07 to AIS-10, SEA-02: number of matches, cards in pages, empty state and error state. */
export function Results({ value, onChange, reason, withDeadlineNote }: ResultsProps) {
  const query = useInfiniteQuery(lawyerSearchOptions(value))
  return (
    <section aria-label="Resultados" className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <ResultsHeader value={value} onChange={onChange} total={query.data?.total ?? undefined} />
      <ResultList
        query={query}
        failed={TEXTS.failed}
        empty={<ResultsEmpty value={value} onChange={onChange} />}
        endText="Son todos los abogados que calzan."
      >
        {(lawyer) => <LawyerCard lawyer={lawyer} reason={reason} matchedSpecialty={value.specialty} />}
      </ResultList>
      {withDeadlineNote && (
        <p className="text-small text-muted">Que no aparezca un plazo no significa que no exista.</p>
      )}
    </section>
  )
}

/** AIS-09: empty state that suggests a wider search. */
function ResultsEmpty({ value, onChange }: FilterFieldsProps) {
  const suggestion = suggestWiderSearch(value)
  const user = useSessionUser()
  const mayPublish = !user || user.role === 'client'
  return (
    <EmptyState
      icon={<SearchX />}
      title={TEXTS.none}
      text={
        mayPublish && (
          <>
            También puedes <Link to="/submit-case">ingresar tu causa</Link> y esperar a que un abogado te
            escriba.
          </>
        )
      }
      action={
        suggestion ? (
          <Button variant="primary" onClick={() => onChange(suggestion.filters)}>
            {suggestion.label}
          </Button>
        ) : (
          <ButtonLink to="/">Volver al inicio</ButtonLink>
        )
      }
    />
  )
}
