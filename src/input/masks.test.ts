import { expect, test } from 'vitest'
import { maskEmail, maskName, maskPerson } from './masks.ts'

test('DAT-62 a masked name and address keep what one recognises them by', () => {
  expect(maskName('María Soto')).toBe('Ma••• S•••')
  expect(maskName('  Ñusta   de la Ó ')).toBe('Ñu••• d••• l••• Ó•••')
  expect(maskName('😀 X')).toBe('😀••• X•••')
  expect(maskEmail('maria.soto@correo.cl')).toBe('m•••@correo.cl')
  expect(maskEmail('a@b.cl')).toBe('a•••@b.cl')
})

test('DAT-60 a person is shown masked', () => {
  expect(maskPerson('María Soto', 'maria.soto@correo.cl')).toBe('Ma••• S••• · m•••@correo.cl')
})
