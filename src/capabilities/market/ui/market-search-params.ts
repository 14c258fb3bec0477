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

/** The values that are in the list, in its order. */
function inListOrder(list: readonly string[], values: readonly string[]): string[] {
  const wanted = new Set(values)
  return list.filter((one) => wanted.has(one))
}

/** Parses the filters of a URL. Unknown values are ignored. */
export const parseSelection = (search: URLSearchParams): MarketSelection => ({
  specialties: inListOrder(CASE_SPECIALTIES, search.getAll(SPECIALTY_PARAM)),
  communes: inListOrder(COMMUNES, search.getAll(COMMUNE_PARAM)),
})

/** The search parameters for filters. A complete list filters nothing and would be too long for a URL. */
export function selectionParams({ specialties, communes }: MarketSelection): URLSearchParams {
  const search = new URLSearchParams()
  const add = (list: readonly string[], name: string, chosen: readonly string[]) => {
    if (chosen.length < list.length) for (const one of inListOrder(list, chosen)) search.append(name, one)
  }
  add(CASE_SPECIALTIES, SPECIALTY_PARAM, specialties)
  add(COMMUNES, COMMUNE_PARAM, communes)
  return search
}

export const countSelected = ({ specialties, communes }: MarketSelection): number =>
  specialties.length + communes.length

/** «Mis especialidades»: the lawyer's specialties that are also case specialties (OPEN-50). */
export const ownCaseSpecialties = (specialties: readonly string[]): string[] =>
  inListOrder(CASE_SPECIALTIES, specialties)
