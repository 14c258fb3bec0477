// The long lists of `FilterFields`, in a module of their own that is loaded on demand.
import { REGIONS } from '../../../chile/regions.ts'
import { PROFILE_SPECIALTY_CATEGORIES } from '../../../chile/specialties.ts'

const optionGroup = (label: string, items: readonly string[]) => ({
  label,
  items: items.map((item) => ({ value: item, label: item })),
})

export const SPECIALTIES = PROFILE_SPECIALTY_CATEGORIES.map(({ name, specialties }) =>
  optionGroup(name, specialties),
)
export const COMMUNES = REGIONS.map(({ name, communes }) => optionGroup(name, communes))
