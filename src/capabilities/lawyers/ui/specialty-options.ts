import { PROFILE_SPECIALTY_CATEGORIES } from '../../../chile/specialties.ts'

/** The specialties of the profile by category, for list fields. */
export const SPECIALTY_OPTIONS = PROFILE_SPECIALTY_CATEGORIES.map(({ name, specialties }) => ({
  label: name,
  items: specialties.map((specialty) => ({ value: specialty, label: specialty })),
}))
