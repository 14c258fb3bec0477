import { expect, test } from 'vitest'
import { filtersFromParams, paramsFromFilters } from './colleague-search-params.ts'

test('COL-03 to COL-06: filters survive a round trip through the URL; invalid ones are dropped', () => {
  const filters = { text: 'soto', specialty: 'Divorcio', location: 'Ñuñoa', experience: '5' } as const
  expect(paramsFromFilters(filters).toString()).toBe(
    'texto=soto&especialidad=Divorcio&ubicacion=%C3%91u%C3%B1oa&experiencia=5',
  )
  expect(filtersFromParams(paramsFromFilters(filters))).toEqual(filters)
  expect(filtersFromParams(new URLSearchParams('especialidad=Magia&experiencia=3&texto=&otro=1'))).toEqual({})
  expect(filtersFromParams(new URLSearchParams({ texto: 'x'.repeat(500) })).text).toHaveLength(120)
})
