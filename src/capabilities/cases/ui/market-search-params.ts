import { COMMUNES } from '../../../chile/regions.ts'
import { CASE_SPECIALTIES } from '../../lawyers/schema.ts'

/** The selected filters, in the order of the lists. */
export interface MarketSelection {
  specialties: string[]
  communes: string[]
}

export const NO_FILTERS: MarketSelection = { specialties: [], communes: [] }

const SPECIALTY_PARAM = 'especialidad'
const COMMUNE_PARAM = 'comuna'

/** Parses the filters of a URL. Unknown values are ignored. */
export function parseSelection(search: URLSearchParams): MarketSelection {
  const selected = (list: readonly string[], name: string) => {
    const wanted = new Set(search.getAll(name))
    return list.filter((one) => wanted.has(one))
  }
  return {
    specialties: selected(CASE_SPECIALTIES, SPECIALTY_PARAM),
    communes: selected(COMMUNES, COMMUNE_PARAM),
  }
}

/** The search parameters for filters. A complete list filters nothing and would be too long for a URL. */
export function selectionParams({ specialties, communes }: MarketSelection): URLSearchParams {
  const search = new URLSearchParams()
  const add = (list: readonly string[], name: string, chosen: readonly string[]) => {
    const wanted = new Set(chosen)
    if (wanted.size < list.length) for (const one of list) if (wanted.has(one)) search.append(name, one)
  }
  add(CASE_SPECIALTIES, SPECIALTY_PARAM, specialties)
  add(COMMUNES, COMMUNE_PARAM, communes)
  return search
}

export const countSelected = ({ specialties, communes }: MarketSelection): number =>
  specialties.length + communes.length

/** «Mis especialidades»: the lawyer's specialties that are also case specialties (OPEN-50). */
export const ownCaseSpecialties = (specialties: readonly string[]): string[] =>
  CASE_SPECIALTIES.filter((one) => specialties.includes(one))
