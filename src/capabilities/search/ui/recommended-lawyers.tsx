import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { failureOf } from '../../../platform/rpc/client.ts'
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx'
import { searchQueries } from '../queries.ts'
import type { RecommendedInput } from '../schema.ts'
import { LawyerCard } from './lawyer-card.tsx'
import { TEXTS } from './search-texts.ts'

/**
 * WIZ-30 to WIZ-33: up to three lawyers for the case that was just published, as small cards. A failed
 * request does not affect the page: it is logged and shown like an empty result.
 */
export function RecommendedLawyers({ specialty, commune }: RecommendedInput) {
  const queries = searchQueries()
  const { data, error, isPending } = useQuery(
    queries.recommended.queryOptions({ input: { specialty, commune } }),
  )
  useEffect(() => {
    if (error) console.error('No se pudieron leer los abogados recomendados:', failureOf(error).message)
  }, [error])
  if (isPending) return <SkeletonRows />
  if (!data || data.length === 0)
    return (
      <p role="status" className="text-muted">
        {TEXTS.noneRecommended}
      </p>
    )
  return (
    <ul aria-label="Abogados recomendados" className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-3">
      {data.map((lawyer) => (
        <li key={lawyer.id} className="min-w-0">
          <LawyerCard lawyer={lawyer} small matchedSpecialty={specialty} />
        </li>
      ))}
    </ul>
  )
}
