import { expect, test } from 'vitest'
import { COUNT_MOST, EXPERIENCES, MESSAGES, NAME_MAX, PROBLEM_MAX } from '../schema.ts'
import { listedOnly, listedOrOn } from './listed.ts'
import { addressOf, aiAddressOf, aiFiltersIn, changed, filtersIn, wasSearched } from './search-address.ts'
import * as texts from './search-texts.ts'

const allFilters = {
  text: 'ñáñez',
  specialty: 'Divorcio',
  commune: 'Ñuñoa',
  experience: '5',
  maxPrice: '40000',
} as const

test('AIS-08, SEA-02 filters survive being written to the URL and read back', () => {
  expect(filtersIn(addressOf(allFilters))).toEqual(allFilters)
  expect(addressOf({}).toString()).toBe('')
})

test('values that the API would refuse are dropped from an edited URL', () => {
  const edited = new URLSearchParams(
    'nombre=%20&especialidad=Nada&comuna=__proto__&experiencia=2&precio=-5&precio=7',
  )
  expect(listedOnly(filtersIn(edited))).toEqual({})
  expect(listedOnly(allFilters)).toEqual(allFilters)
  expect(filtersIn(new URLSearchParams('precio=0040000')).maxPrice).toBe('40000')
  expect(filtersIn(new URLSearchParams({ nombre: 'x'.repeat(500) })).text).toHaveLength(120)
})

test('a URL with an unknown name redirects to the URL without it', () => {
  const href = (filters: Parameters<typeof addressOf>[0]) => `/buscar-abogados?${addressOf(filters)}`
  expect(listedOrOn(allFilters, href)).toEqual(allFilters)
  let thrown: unknown
  try {
    listedOrOn({ ...allFilters, commune: 'Nada' }, href)
  } catch (response) {
    thrown = response
  }
  const { commune: _, ...known } = allFilters
  expect(thrown instanceof Response && thrown.headers.get('location')).toBe(href(known))
})

test('OPEN-52 the URL of the AI search contains the filters and whether there was a search, never the text', () => {
  const params = aiAddressOf(allFilters, true)
  expect(params.toString()).not.toContain('%C3%B1%C3%A1%C3%B1ez')
  expect(wasSearched(params)).toBe(true)
  expect(wasSearched(aiAddressOf(allFilters, false))).toBe(false)
  const { text: _, ...filters } = allFilters
  expect(aiFiltersIn(new URLSearchParams('nombre=me+despidieron'))).toEqual({})
  expect(aiFiltersIn(params)).toEqual(filters)
})

test('removing one filter keeps the others', () => {
  expect(changed(allFilters, { commune: null, experience: '1' })).toEqual({
    text: 'ñáñez',
    specialty: 'Divorcio',
    experience: '1',
    maxPrice: '40000',
  })
})

test('LIM-13 the limits in the pages equal those in the schema', () => {
  const { EXPERIENCES: years, NAME_MAX: name, PROBLEM_MAX: problem, COUNT_MOST: count, TEXTS } = texts
  expect({ years, name, problem, count, long: TEXTS.problemLong }).toEqual({
    years: EXPERIENCES,
    name: NAME_MAX,
    problem: PROBLEM_MAX,
    count: COUNT_MOST,
    long: MESSAGES.problemLong,
  })
})
