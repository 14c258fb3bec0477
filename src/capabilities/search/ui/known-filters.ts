import { redirect } from 'react-router'
import { COMMUNES } from '../../../chile/regions.ts'
import { PROFILE_SPECIALTIES } from '../../../chile/specialties.ts'
import type { SearchFilters } from '../queries.ts'
import { withChanges } from './search-params.ts'

/**
 * Drops a specialty or commune that does not exist, because somebody edited the URL. Only for loaders: it
 * imports the long lists.
 */
export const dropUnknownFilters = (filters: SearchFilters): SearchFilters =>
  withChanges(filters, {
    specialty: PROFILE_SPECIALTIES.includes(filters.specialty ?? '') ? filters.specialty : null,
    commune: COMMUNES.includes(filters.commune ?? '') ? filters.commune : null,
  })

/**
 * The filters of a requested URL. If it names an unknown specialty or commune, redirects to the URL without
 * it, so that the page itself does not need the long lists.
 * @param href makes the page's URL for filters
 * @throws a redirect response
 */
export function redirectUnknownFilters(
  requested: SearchFilters,
  href: (filters: SearchFilters) => string,
): SearchFilters {
  const filters = dropUnknownFilters(requested)
  if (href(filters) !== href(requested)) throw redirect(href(filters))
  return filters
}
