import type { ColleagueFilters } from '../queries.ts'
import { PROFILE_SPECIALTIES } from '../schema.ts'

/** LIM-13, COL-06: at least so many years. */
export const EXPERIENCES = ['1', '5', '10'] as const

const NAMES = {
  text: 'texto',
  specialty: 'especialidad',
  location: 'ubicacion',
  experience: 'experiencia',
} as const

/** The filters that an address carries; what the call would refuse is left out. */
export function filtersIn(search: URLSearchParams): ColleagueFilters {
  const get = (name: keyof typeof NAMES, most: number) => search.get(NAMES[name])?.slice(0, most) ?? ''
  const text = get('text', 120)
  const specialty = PROFILE_SPECIALTIES.find((one) => one === get('specialty', 80))
  const location = get('location', 130)
  const experience = EXPERIENCES.find((one) => one === get('experience', 2))
  return {
    ...(text && { text }),
    ...(specialty && { specialty }),
    ...(location && { location }),
    ...(experience && { experience }),
  }
}

/** The address of filters. */
export function addressOf(filters: ColleagueFilters): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, label] of Object.entries(NAMES)) {
    const value = filters[name as keyof typeof NAMES]
    if (value) search.set(label, value)
  }
  return search
}
