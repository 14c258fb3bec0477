import { communesOf } from '../../chile/regions.ts'
import { PROFILE_SPECIALTY_CATEGORIES } from '../../chile/specialties.ts'
import { UNIVERSITIES } from '../../chile/universities.ts'
import { type Option, type OptionGroup, optionsOf } from '../lists/options.ts'

export const specialties: readonly OptionGroup[] = PROFILE_SPECIALTY_CATEGORIES.map((category) => ({
  label: category.name,
  items: optionsOf(category.specialties),
}))
export const communes = optionsOf(communesOf('Metropolitana de Santiago'))
export const universities = optionsOf(UNIVERSITIES)

export const experience: readonly Option[] = [
  { value: '0', label: 'Cualquiera' },
  { value: '1', label: '1+ años' },
  { value: '3', label: '3+ años' },
  { value: '5', label: '5+ años' },
  { value: '10', label: '10+ años' },
]
