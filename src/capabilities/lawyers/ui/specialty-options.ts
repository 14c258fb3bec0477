import { PROFILE_SPECIALTY_CATEGORIES } from '../../../chile/specialties.ts'
import { optionsOf } from '../../../ui/lists/options.ts'

/** The specialties of the profile by category, for list fields. */
export const SPECIALTY_OPTIONS = PROFILE_SPECIALTY_CATEGORIES.map(({ name, specialties }) => ({
  label: name,
  items: optionsOf(specialties),
}))
