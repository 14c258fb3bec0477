import type { SearchFilters } from '../queries.ts'
import type { Understood } from '../schema.ts'

/** The filters that a reading proposes. */
export const proposalOf = ({ specialty, commune, experience, maxPrice }: Understood): SearchFilters => ({
  // «Otro» is no filter (DESIGN §9).
  ...(specialty !== null && specialty !== 'Otro' && { specialty }),
  ...(commune !== null && { commune }),
  ...(experience !== null && { experience }),
  ...(maxPrice !== null && { maxPrice: String(maxPrice) }),
})

/**
 * What the person chose stays; what an earlier text proposed gives place to what this one proposes (OPEN-52).
 * @param before the proposal of the text before; null when there was none
 */
export function withProposal(
  filters: SearchFilters,
  before: SearchFilters | null,
  proposed: SearchFilters,
): SearchFilters {
  const own = Object.entries(filters).filter(
    ([name, value]) => value !== before?.[name as keyof SearchFilters],
  )
  return { ...proposed, ...Object.fromEntries(own) }
}
