import { expect, test } from 'vitest'
import { CASE_SPECIALTIES, PROFILE_SPECIALTIES } from '../schema.ts'
import { relatedSpecialties } from './related-specialties.ts'

test('OPEN-20 every case specialty but «Otro» has a related item of the list', () => {
  for (const specialty of CASE_SPECIALTIES) {
    const related = relatedSpecialties([specialty])
    expect(related).toHaveLength(specialty === 'Otro' ? 0 : 1)
    for (const name of related) expect(PROFILE_SPECIALTIES).toContain(name)
  }
})

test('OPEN-20 suggests neither chosen specialties nor duplicates', () => {
  expect(relatedSpecialties(['Despido injustificado', 'Acoso laboral'])).toEqual([
    'Tutela de derechos fundamentales',
  ])
  expect(relatedSpecialties(['No pago de cotizaciones', 'Despido injustificado'])).toEqual([
    'Tutela de derechos fundamentales',
  ])
  expect(relatedSpecialties(['Otro', 'Ley de drogas'])).toEqual([])
})
