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
