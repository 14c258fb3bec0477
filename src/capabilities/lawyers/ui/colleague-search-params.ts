import type { ColleagueFilters } from '../queries.ts'
import { PROFILE_SPECIALTIES } from '../schema.ts'

/** LIM-13, COL-06: choices for the minimum years of experience. */
export const EXPERIENCE_CHOICES = ['1', '5', '10'] as const

const PARAMETERS = {
  text: 'texto',
  specialty: 'especialidad',
  location: 'ubicacion',
  experience: 'experiencia',
} as const

/** Reads the filters from the URL; drops values that the API would reject. */
export function filtersFromParams(search: URLSearchParams): ColleagueFilters {
  const get = (name: keyof typeof PARAMETERS, maxLength: number) =>
    search.get(PARAMETERS[name])?.slice(0, maxLength) ?? ''
  const text = get('text', 120)
  const specialty = PROFILE_SPECIALTIES.find((one) => one === get('specialty', 80))
  const location = get('location', 130)
  const experience = EXPERIENCE_CHOICES.find((one) => one === get('experience', 2))
  return {
    ...(text && { text }),
    ...(specialty && { specialty }),
    ...(location && { location }),
    ...(experience && { experience }),
  }
}

export function paramsFromFilters(filters: ColleagueFilters): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, label] of Object.entries(PARAMETERS)) {
    const value = filters[name as keyof typeof PARAMETERS]
    if (value) search.set(label, value)
  }
  return search
}
