import type { SearchFilters } from '../queries.ts'
import { changed } from './search-address.ts'

/** The likeliest to be in the way first: what is said of it, and the button that takes it away. */
const STEPS: readonly (readonly [keyof SearchFilters, string, string])[] = [
  [
    'text',
    'Revisa cómo está escrito el nombre, o búscalo sin los otros filtros.',
    'Buscar solo por el nombre',
  ],
  ['maxPrice', 'Prueba con un precio más alto, o quita otro filtro.', 'Buscar sin el precio'],
  ['commune', 'Muchos abogados atienden a distancia: prueba sin la comuna.', 'Buscar sin la comuna'],
  ['experience', 'Prueba con menos años de experiencia.', 'Buscar sin la experiencia'],
  ['specialty', 'Prueba con otra especialidad, o quita este filtro.', ''],
]

/**
 * AIS-09, SEA-02: where nobody fits, what is most likely to help, and what is looked for then: the other filters stay.
 * @returns `label`: what the button says; null where it would only do what «Limpiar filtros» does
 */
export function nextStepOf(filters: SearchFilters) {
  const [name, text, label] = STEPS.find((step) => filters[step[0]]) ?? ['specialty', '', '']
  return {
    text,
    label: Object.keys(filters).length > 1 ? label : null,
    filters: name === 'text' ? { text: filters.text } : changed(filters, { [name]: null }),
  }
}
