import { describe, expect, test } from 'vitest'
import { suggestWiderSearch } from './wider-search.ts'

describe('AIS-09, SEA-02 without matches, the suggested search drops one filter and keeps the others', () => {
  const all = { specialty: 'Adopción', commune: 'Putre', experience: '10', maxPrice: '20000' } as const

  test.each([
    [
      { ...all, text: 'Soto' },
      { label: 'Buscar sin el nombre', filters: all },
    ],
    [
      all,
      {
        label: 'Buscar sin el precio',
        filters: { specialty: 'Adopción', commune: 'Putre', experience: '10' },
      },
    ],
    [
      { specialty: 'Adopción', commune: 'Putre', experience: '10' } as const,
      { label: 'Buscar sin la comuna', filters: { specialty: 'Adopción', experience: '10' } },
    ],
    [
      { specialty: 'Adopción', experience: '10' } as const,
      { label: 'Buscar sin la experiencia', filters: { specialty: 'Adopción' } },
    ],
  ])('%o', (filters, suggestion) => {
    expect(suggestWiderSearch(filters)).toMatchObject(suggestion)
  })

  test('a single filter is dropped by «Limpiar filtros»', () => {
    for (const [name, value] of Object.entries(all))
      expect(suggestWiderSearch({ [name]: value })).toMatchObject({ label: 'Limpiar filtros', filters: {} })
    expect(suggestWiderSearch({ text: 'Soto' })).toMatchObject({ label: 'Limpiar filtros', filters: {} })
  })
})
