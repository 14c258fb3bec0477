import type { SearchFilters } from '../queries.ts'
import { changed } from './search-address.ts'

/** The likeliest to be in the way first. Short: a first visit carries it (DESIGN §11). */
const STEPS = [
  ['text', 'el nombre'],
  ['maxPrice', 'el precio'],
  ['commune', 'la comuna'],
  ['experience', 'la experiencia'],
  ['specialty', ''],
] as const

/**
 * AIS-09, SEA-02: where nobody fits, what is most likely to help, and what is looked for then: the other filters stay.
 * @returns null without filters; `label` is the button's
 */
export function nextStepOf(filters: SearchFilters) {
  const step = STEPS.find(([name]) => filters[name])
  if (!step) return null
  const [name, what] = step
  return {
    label: Object.keys(filters).length > 1 ? `Buscar sin ${what}` : 'Limpiar filtros',
    filters: changed(filters, { [name]: null }),
  }
}
