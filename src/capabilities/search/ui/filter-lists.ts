import { REGIONS } from '../../../chile/regions.ts'
import { PROFILE_SPECIALTY_CATEGORIES } from '../../../chile/specialties.ts'

const grouped = (name: string, items: readonly string[]) => ({
  label: name,
  items: items.map((one) => ({ value: one, label: one })),
})

export const SPECIALTIES = PROFILE_SPECIALTY_CATEGORIES.map(({ name, specialties }) =>
  grouped(name, specialties),
)
export const COMMUNES = REGIONS.map(({ name, communes }) => grouped(name, communes))
