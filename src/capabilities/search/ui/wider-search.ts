import type { SearchFilters } from '../queries.ts'
import { withChanges } from './search-params.ts'

/** Filters in the order in which they are dropped: the one most likely to exclude everybody first. */
const DROP_ORDER = [
  ['text', 'el nombre'],
  ['maxPrice', 'el precio'],
  ['commune', 'la comuna'],
  ['experience', 'la experiencia'],
  ['specialty', ''],
] as const

/**
 * AIS-09, SEA-02: a wider search for when nobody matches. It drops one of the filters and keeps the others.
 * @returns the button's label and the new filters; null without filters
 */
export function suggestWiderSearch(filters: SearchFilters) {
  const dropped = DROP_ORDER.find(([name]) => filters[name])
  if (!dropped) return null
  const [name, noun] = dropped
  return {
    label: Object.keys(filters).length > 1 ? `Buscar sin ${noun}` : 'Limpiar filtros',
    filters: withChanges(filters, { [name]: null }),
  }
}
