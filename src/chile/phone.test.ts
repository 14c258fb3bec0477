import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPhone, STORED_PHONE, toPhoneDigits, toStoredPhone } from './phone.ts'

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 8, maxLength: 8 })

test('TRAP-39 the stored number is +569 and the eight digits, and converts back', () => {
  fc.assert(
    fc.property(digits, (eight) => {
      const stored = toStoredPhone(eight)
      expect(stored).toBe(`+569${eight}`)
      expect(stored).toMatch(STORED_PHONE)
      expect(toPhoneDigits(stored)).toBe(eight)
    }),
  )
})

test('ONP-13 shown as 4+4', () => {
  expect(formatPhone('+56912345678')).toBe('+56 9 1234 5678')
})

test('ONP-12 an incomplete number is not valid', () => {
  expect(toStoredPhone('')).toBe('')
  expect(toPhoneDigits('')).toBe('')
  for (const part of ['1', '1234567', '123456789']) {
    expect(toStoredPhone(part)).not.toMatch(STORED_PHONE)
    expect(toPhoneDigits(toStoredPhone(part))).toBe(part)
  }
})
