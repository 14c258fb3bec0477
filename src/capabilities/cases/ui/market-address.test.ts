import { expect, test } from 'vitest'
import { COMMUNES } from '../../../chile/regions.ts'
import { CASE_SPECIALTIES } from '../../lawyers/schema.ts'
import { addressOf, chosenIn, countChosen, filtersOf, NONE, ownAmong } from './market-address.ts'

test('MKT-03, MKT-04: filters stand in the address, in the lists’ order, and come back from it', () => {
  const chosen = { specialties: ['Acoso laboral', 'Divorcio'], communes: ["O'Higgins", 'Ñuñoa'] }
  const address = addressOf(chosen).toString()
  expect(address).toBe(
    'especialidad=Divorcio&especialidad=Acoso+laboral&comuna=%C3%91u%C3%B1oa&comuna=O%27Higgins',
  )
  const back = chosenIn(new URLSearchParams(address))
  expect(back).toEqual({ specialties: ['Divorcio', 'Acoso laboral'], communes: ['Ñuñoa', "O'Higgins"] })
  expect(countChosen(back)).toBe(4)
  expect(filtersOf(back)).toEqual(back)
})

test('what is on no list is left out; all of a list is none of it', () => {
  expect(chosenIn(new URLSearchParams('especialidad=Magia&comuna=Par%C3%ADs&x=1&comuna=Talca'))).toEqual({
    specialties: [],
    communes: ['Talca'],
  })
  expect(addressOf({ specialties: [...CASE_SPECIALTIES], communes: [...COMMUNES] }).toString()).toBe('')
  expect(filtersOf(NONE)).toEqual({})
})

test('OPEN-50: one’s own specialties that a case may have', () => {
  expect(ownAmong(['Adopción', 'Otro', 'Divorcio'])).toEqual(['Divorcio', 'Otro'])
})
