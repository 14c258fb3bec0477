import { expect, test } from 'vitest'
import { EXPERIENCE_OPTIONS, MAX_COUNT, MAX_NAME_LENGTH, MAX_PROBLEM_LENGTH, MESSAGES } from '../schema.ts'
import { dropUnknownFilters, redirectUnknownFilters } from './known-filters.ts'
import {
  aiSearchParams,
  filterParams,
  hasSearched,
  parseAiFilters,
  parseFilters,
  withChanges,
} from './search-params.ts'
import * as texts from './search-texts.ts'

const allFilters = {
  text: 'ñáñez',
  specialty: 'Divorcio',
  commune: 'Ñuñoa',
  experience: '5',
  maxPrice: '40000',
} as const

test('AIS-08, SEA-02 filters survive being written to the URL and read back', () => {
  expect(parseFilters(filterParams(allFilters))).toEqual(allFilters)
  expect(filterParams({}).toString()).toBe('')
})

test('values that the API would refuse are dropped from an edited URL', () => {
  const edited = new URLSearchParams(
    'nombre=%20&especialidad=Nada&comuna=__proto__&experiencia=2&precio=-5&precio=7',
  )
  expect(dropUnknownFilters(parseFilters(edited))).toEqual({})
  expect(dropUnknownFilters(allFilters)).toEqual(allFilters)
  expect(parseFilters(new URLSearchParams('precio=0040000')).maxPrice).toBe('40000')
  expect(parseFilters(new URLSearchParams({ nombre: 'x'.repeat(500) })).text).toHaveLength(120)
})

test('a URL with an unknown name redirects to the URL without it', () => {
  const href = (filters: Parameters<typeof filterParams>[0]) => `/buscar-abogados?${filterParams(filters)}`
  expect(redirectUnknownFilters(allFilters, href)).toEqual(allFilters)
  let thrown: unknown
  try {
    redirectUnknownFilters({ ...allFilters, commune: 'Nada' }, href)
  } catch (response) {
    thrown = response
  }
  const { commune: _, ...known } = allFilters
  expect(thrown instanceof Response && thrown.headers.get('location')).toBe(href(known))
})

test('OPEN-52 the URL of the AI search contains the filters and whether there was a search, never the text', () => {
  const params = aiSearchParams(allFilters, true)
  expect(params.toString()).not.toContain('%C3%B1%C3%A1%C3%B1ez')
  expect(hasSearched(params)).toBe(true)
  expect(hasSearched(aiSearchParams(allFilters, false))).toBe(false)
  const { text: _, ...filters } = allFilters
  expect(parseAiFilters(new URLSearchParams('nombre=me+despidieron'))).toEqual({})
  expect(parseAiFilters(params)).toEqual(filters)
})

test('removing one filter keeps the others', () => {
  expect(withChanges(allFilters, { commune: null, experience: '1' })).toEqual({
    text: 'ñáñez',
    specialty: 'Divorcio',
    experience: '1',
    maxPrice: '40000',
  })
})

test('LIM-13 the limits in the pages equal those in the schema', () => {
  const {
    EXPERIENCE_OPTIONS: years,
    MAX_NAME_LENGTH: name,
    MAX_PROBLEM_LENGTH: problem,
    MAX_COUNT: count,
    TEXTS,
  } = texts
  expect({ years, name, problem, count, long: TEXTS.problemLong }).toEqual({
    years: EXPERIENCE_OPTIONS,
    name: MAX_NAME_LENGTH,
    problem: MAX_PROBLEM_LENGTH,
    count: MAX_COUNT,
    long: MESSAGES.problemLong,
  })
})
