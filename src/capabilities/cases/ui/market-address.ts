import { COMMUNES } from '../../../chile/regions.ts'
import { CASE_SPECIALTIES } from '../../lawyers/schema.ts'
import type { MarketFilters } from '../queries.ts'

/** The filters in force, in the order of the lists. */
export interface Chosen {
  specialties: string[]
  communes: string[]
}

export const NONE: Chosen = { specialties: [], communes: [] }

const SPECIALTY = 'especialidad'
const COMMUNE = 'comuna'

/** The filters that an address carries; what is on no list is left out. */
export function chosenIn(search: URLSearchParams): Chosen {
  const of = (list: readonly string[], name: string) => {
    const wanted = new Set(search.getAll(name))
    return list.filter((one) => wanted.has(one))
  }
  return { specialties: of(CASE_SPECIALTIES, SPECIALTY), communes: of(COMMUNES, COMMUNE) }
}

/** The address of filters: all of a list filters nothing, and an address of 346 communes would be too long. */
export function addressOf({ specialties, communes }: Chosen): URLSearchParams {
  const search = new URLSearchParams()
  const add = (list: readonly string[], name: string, chosen: readonly string[]) => {
    const wanted = new Set(chosen)
    if (wanted.size < list.length) for (const one of list) if (wanted.has(one)) search.append(name, one)
  }
  add(CASE_SPECIALTIES, SPECIALTY, specialties)
  add(COMMUNES, COMMUNE, communes)
  return search
}

/** What the call takes: a list that chooses nothing is left out. */
export const filtersOf = ({ specialties, communes }: Chosen): MarketFilters => ({
  ...(specialties.length > 0 && { specialties }),
  ...(communes.length > 0 && { communes }),
})

export const countChosen = ({ specialties, communes }: Chosen): number => specialties.length + communes.length

/** «Mis especialidades»: those of the lawyer that a case may have (OPEN-50). */
export const ownAmong = (specialties: readonly string[]): string[] =>
  CASE_SPECIALTIES.filter((one) => specialties.includes(one))
