import { redirect } from 'react-router'
import { COMMUNES } from '../../../chile/regions.ts'
import { PROFILE_SPECIALTIES } from '../../../chile/specialties.ts'
import type { SearchFilters } from '../queries.ts'
import { changed } from './search-address.ts'

/** Filters without a specialty or commune that is on no list: somebody wrote the address. For loaders: it has the lists. */
export const listedOnly = (filters: SearchFilters): SearchFilters =>
  changed(filters, {
    specialty: PROFILE_SPECIALTIES.includes(filters.specialty ?? '') ? filters.specialty : null,
    commune: COMMUNES.includes(filters.commune ?? '') ? filters.commune : null,
  })

/**
 * The filters of an address that was asked for. One with something that is on no list is sent on to the one without, so that
 * the page itself need not carry the lists.
 * @param href the page's address with filters
 */
export function listedOrOn(asked: SearchFilters, href: (filters: SearchFilters) => string): SearchFilters {
  const filters = listedOnly(asked)
  if (href(filters) !== href(asked)) throw redirect(href(filters))
  return filters
}
