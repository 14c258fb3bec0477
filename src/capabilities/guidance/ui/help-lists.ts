// The long lists of the page's fields, in a module of their own that is loaded on demand.
import { REGIONS } from '../../../chile/regions.ts'
import { optionsOf } from '../../../ui/lists/options.ts'
import { SPECIALTY_OPTIONS } from '../../lawyers/ui/specialty-options.ts'

export const SPECIALTIES = SPECIALTY_OPTIONS
export const COMMUNES = REGIONS.map(({ name, communes }) => ({ label: name, items: optionsOf(communes) }))
