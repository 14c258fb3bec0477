import type { SearchFilters } from '../queries.ts'
import type { ProblemAnalysis } from '../schema.ts'

export const suggestedFilters = ({
  specialty,
  commune,
  experience,
  maxPrice,
}: ProblemAnalysis): SearchFilters => ({
  // «Otro» is not used as a filter (docs/design.md §9).
  ...(specialty !== null && specialty !== 'Otro' && { specialty }),
  ...(commune !== null && { commune }),
  ...(experience !== null && { experience }),
  ...(maxPrice !== null && { maxPrice: String(maxPrice) }),
})

/**
 * Replaces the filters that an earlier text suggested by new ones. Filters that the user set stay (OPEN-52).
 * @param previous suggestion of the earlier text; null if there was none
 * @param suggested suggestion of the new text
 */
export function mergeSuggestedFilters(
  filters: SearchFilters,
  previous: SearchFilters | null,
  suggested: SearchFilters,
): SearchFilters {
  const setByUser = Object.entries(filters).filter(
    ([name, value]) => value !== previous?.[name as keyof SearchFilters],
  )
  return { ...suggested, ...Object.fromEntries(setByUser) }
}
