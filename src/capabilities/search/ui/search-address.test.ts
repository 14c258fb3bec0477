import { expect, test } from 'vitest'
import { COUNT_MOST, EXPERIENCES, MESSAGES, NAME_MAX, PROBLEM_MAX } from '../schema.ts'
import { listedOnly, listedOrOn } from './listed.ts'
import { addressOf, aiAddressOf, aiFiltersIn, changed, filtersIn, wasSearched } from './search-address.ts'
import * as texts from './search-texts.ts'

const all = {
  text: 'ñáñez',
  specialty: 'Divorcio',
  commune: 'Ñuñoa',
  experience: '5',
  maxPrice: '40000',
} as const

test('AIS-08, SEA-02 filters come back from the address as they were', () => {
  expect(filtersIn(addressOf(all))).toEqual(all)
  expect(addressOf({}).toString()).toBe('')
})

test('what the call would refuse is left out of an address that somebody wrote', () => {
  const written = new URLSearchParams(
    'nombre=%20&especialidad=Nada&comuna=__proto__&experiencia=2&precio=-5&precio=7',
  )
  expect(listedOnly(filtersIn(written))).toEqual({})
  expect(listedOnly(all)).toEqual(all)
  expect(filtersIn(new URLSearchParams('precio=0040000')).maxPrice).toBe('40000')
  expect(filtersIn(new URLSearchParams({ nombre: 'x'.repeat(500) })).text).toHaveLength(120)
})

test('an address with something that is on no list leads on to the one without', () => {
  const href = (filters: Parameters<typeof addressOf>[0]) => `/buscar-abogados?${addressOf(filters)}`
  expect(listedOrOn(all, href)).toEqual(all)
  let sent: unknown
  try {
    listedOrOn({ ...all, commune: 'Nada' }, href)
  } catch (answer) {
    sent = answer
  }
  const { commune: _, ...listed } = all
  expect(sent instanceof Response && sent.headers.get('location')).toBe(href(listed))
})

test('OPEN-52 the address of the AI search never carries words, only filters and that something was searched', () => {
  const address = aiAddressOf(all, true)
  expect(address.toString()).not.toContain('%C3%B1%C3%A1%C3%B1ez')
  expect(wasSearched(address)).toBe(true)
  expect(wasSearched(aiAddressOf(all, false))).toBe(false)
  const { text: _, ...filters } = all
  expect(aiFiltersIn(new URLSearchParams('nombre=me+despidieron'))).toEqual({})
  expect(aiFiltersIn(address)).toEqual(filters)
})

test('a filter that is taken away leaves the others', () => {
  expect(changed(all, { commune: null, experience: '1' })).toEqual({
    text: 'ñáñez',
    specialty: 'Divorcio',
    experience: '1',
    maxPrice: '40000',
  })
})

test('LIM-13 the limits that pages carry are the schema’s', () => {
  const { EXPERIENCES: years, NAME_MAX: name, PROBLEM_MAX: problem, COUNT_MOST: count, TEXTS } = texts
  expect({ years, name, problem, count, long: TEXTS.problemLong }).toEqual({
    years: EXPERIENCES,
    name: NAME_MAX,
    problem: PROBLEM_MAX,
    count: COUNT_MOST,
    long: MESSAGES.problemLong,
  })
})
