import { expect, test } from 'vitest'
import { COMMUNES } from '../../chile/regions.ts'
import { CASE_SPECIALTIES } from '../lawyers/schema.ts'
import { parseMarketFilter } from './rules.ts'

test('MKT-03, MKT-04: no values and all values mean no filter; order and duplicates do not matter', () => {
  const nothing = { ok: true, value: { specialties: null, communes: null } }
  expect(parseMarketFilter(undefined)).toEqual(nothing)
  expect(parseMarketFilter({ specialties: [], communes: [] })).toEqual(nothing)
  expect(
    parseMarketFilter({ specialties: [...CASE_SPECIALTIES].reverse(), communes: [...COMMUNES] }),
  ).toEqual(nothing)
  expect(parseMarketFilter({ specialties: ['Otro', 'Divorcio', 'Otro'], communes: ['Talca'] })).toEqual({
    ok: true,
    value: { specialties: ['Divorcio', 'Otro'], communes: ['Talca'] },
  })
})

test('OPEN-11: a value outside the list is refused, even together with the whole list', () => {
  for (const [input, field] of [
    [{ specialties: ['Adopción'] }, 'specialties'],
    [{ communes: [...COMMUNES, 'París'] }, 'communes'],
  ] as const)
    expect(parseMarketFilter(input as never)).toMatchObject({
      ok: false,
      refusal: { code: 'UNPROCESSABLE_CONTENT', fields: { [field]: expect.any(String) } },
    })
})
