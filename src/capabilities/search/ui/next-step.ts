import type { SearchFilters } from '../queries.ts'
import { changed } from './search-address.ts'

export interface NextStep {
  text: string
  /** What the button says that does it; null: nothing but taking every filter away would. */
  label: string | null
  filters: SearchFilters
}

/** AIS-09, SEA-02: where nobody fits, what is most likely to help, and what is then looked for: the rest of it stays. */
export function nextStepOf(filters: SearchFilters): NextStep {
  const { text, commune, experience, maxPrice } = filters
  const alone = Object.values(filters).filter(Boolean).length === 1
  const step = (said: string, label: string, next: SearchFilters): NextStep => ({
    text: said,
    label: alone ? null : label,
    filters: next,
  })
  const without = (name: keyof SearchFilters) => changed(filters, { [name]: null })
  if (text)
    return step(
      alone
        ? 'Revisa cómo está escrito el nombre.'
        : 'Revisa cómo está escrito el nombre, o búscalo sin los otros filtros.',
      'Buscar solo por nombre',
      { text },
    )
  if (maxPrice)
    return step(
      alone ? 'Prueba con un precio más alto.' : 'Prueba con un precio más alto, o quita otro filtro.',
      'Quitar el precio máximo',
      without('maxPrice'),
    )
  if (commune)
    return step(
      'Muchos abogados atienden a distancia: prueba sin la comuna.',
      'Buscar en todas las comunas',
      without('commune'),
    )
  if (experience)
    return step(
      'Prueba con menos años de experiencia.',
      'Buscar con cualquier experiencia',
      without('experience'),
    )
  return step('Prueba con otra especialidad, o quita este filtro.', 'Ver todos los abogados', {})
}
