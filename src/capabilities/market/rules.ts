import { COMMUNES } from '../../chile/regions.ts'
import { accept, fieldRefusal, type Result, refuse } from '../../platform/errors/refusal.ts'
import { CASE_SPECIALTIES } from '../lawyers/schema.ts'
import { type MarketInput, MESSAGES } from './schema.ts'

/** Null: not filtered by this. */
export interface MarketFilter {
  specialties: readonly string[] | null
  communes: readonly string[] | null
}

/**
 * Validates and normalizes the market filters for SQL. No values or all values of a list mean no filter;
 * order and duplicates do not matter. Refused (422): a value that is not in the list (OPEN-11).
 * @returns null for a criterion that does not apply
 */
export function parseMarketFilter(input: MarketInput): Result<MarketFilter> {
  const specialties = selectFromList(CASE_SPECIALTIES, input?.specialties)
  const communes = selectFromList(COMMUNES, input?.communes)
  if (specialties === undefined) return refuse(fieldRefusal('specialties', MESSAGES.specialtyUnknown))
  if (communes === undefined) return refuse(fieldRefusal('communes', MESSAGES.communeUnknown))
  return accept({ specialties, communes })
}

/** The selected values in list order; null for none or all; undefined if one is not in the list. */
function selectFromList(
  list: readonly string[],
  names: readonly string[] = [],
): readonly string[] | null | undefined {
  const wanted = new Set(names)
  const found = list.filter((one) => wanted.has(one))
  if (found.length < wanted.size) return undefined
  return found.length === 0 || found.length === list.length ? null : found
}
