import { expect, test } from 'vitest'
import { COMMUNES } from '../../../chile/regions.ts'
import { CASE_SPECIALTIES } from '../../lawyers/schema.ts'
import { countSelected, ownCaseSpecialties, parseSelection, selectionParams } from './market-search-params.ts'

test('MKT-03, MKT-04: filters are written to the URL in list order and read back', () => {
  const chosen = { specialties: ['Acoso laboral', 'Divorcio'], communes: ["O'Higgins", 'Ñuñoa'] }
  const address = selectionParams(chosen).toString()
  expect(address).toBe(
    'especialidad=Divorcio&especialidad=Acoso+laboral&comuna=%C3%91u%C3%B1oa&comuna=O%27Higgins',
  )
  const back = parseSelection(new URLSearchParams(address))
  expect(back).toEqual({ specialties: ['Divorcio', 'Acoso laboral'], communes: ['Ñuñoa', "O'Higgins"] })
  expect(countSelected(back)).toBe(4)
})

test('unknown values are ignored; a complete list counts as no filter', () => {
  expect(
    parseSelection(new URLSearchParams('especialidad=Magia&comuna=Par%C3%ADs&x=1&comuna=Talca')),
  ).toEqual({
    specialties: [],
    communes: ['Talca'],
  })
  expect(selectionParams({ specialties: [...CASE_SPECIALTIES], communes: [...COMMUNES] }).toString()).toBe('')
})

test('OPEN-50: the lawyer’s own specialties that are case specialties', () => {
  expect(ownCaseSpecialties(['Adopción', 'Otro', 'Divorcio'])).toEqual(['Divorcio', 'Otro'])
})
