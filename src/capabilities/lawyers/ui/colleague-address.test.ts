import { expect, test } from 'vitest'
import { addressOf, filtersIn } from './colleague-address.ts'

test('COL-03 to COL-06: filters survive a round trip through the URL; invalid ones are dropped', () => {
  const filters = { text: 'soto', specialty: 'Divorcio', location: 'Ñuñoa', experience: '5' } as const
  expect(addressOf(filters).toString()).toBe(
    'texto=soto&especialidad=Divorcio&ubicacion=%C3%91u%C3%B1oa&experiencia=5',
  )
  expect(filtersIn(addressOf(filters))).toEqual(filters)
  expect(filtersIn(new URLSearchParams('especialidad=Magia&experiencia=3&texto=&otro=1'))).toEqual({})
  expect(filtersIn(new URLSearchParams({ texto: 'x'.repeat(500) })).text).toHaveLength(120)
})
