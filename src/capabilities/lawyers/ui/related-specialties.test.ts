import { expect, test } from 'vitest'
import { CASE_SPECIALTIES, PROFILE_SPECIALTIES } from '../schema.ts'
import { relatedTo } from './related-specialties.ts'

test('OPEN-20 every case specialty but «Otro» has a related item of the list', () => {
  for (const specialty of CASE_SPECIALTIES) {
    const related = relatedTo([specialty])
    expect(related).toHaveLength(specialty === 'Otro' ? 0 : 1)
    for (const name of related) expect(PROFILE_SPECIALTIES).toContain(name)
  }
})

test('OPEN-20 suggests neither chosen specialties nor duplicates', () => {
  expect(relatedTo(['Despido injustificado', 'Acoso laboral'])).toEqual(['Tutela de derechos fundamentales'])
  expect(relatedTo(['No pago de cotizaciones', 'Despido injustificado'])).toEqual([
    'Tutela de derechos fundamentales',
  ])
  expect(relatedTo(['Otro', 'Ley de drogas'])).toEqual([])
})
