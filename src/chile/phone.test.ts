import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digitsOfPhone, formatPhone, PHONE_DIGITS, phoneOf, STORED_PHONE } from './phone.ts'

const digits = fc.string({
  unit: fc.constantFrom(...'0123456789'),
  minLength: PHONE_DIGITS,
  maxLength: PHONE_DIGITS,
})

test('TRAP-39 eight digits and the stored number are two spellings of one thing', () => {
  fc.assert(
    fc.property(digits, (eight) => {
      const stored = phoneOf(eight)
      expect(stored).toBe(`+569${eight}`)
      expect(stored).toMatch(STORED_PHONE)
      expect(digitsOfPhone(stored)).toBe(eight)
    }),
  )
})

test('ONP-13 shown as 4+4', () => {
  expect(formatPhone('+56912345678')).toBe('+56 9 1234 5678')
})

test('ONP-12 what is unfinished is no number', () => {
  expect(phoneOf('')).toBe('')
  expect(digitsOfPhone('')).toBe('')
  for (const part of ['1', '1234567', '123456789']) {
    expect(phoneOf(part)).not.toMatch(STORED_PHONE)
    expect(digitsOfPhone(phoneOf(part))).toBe(part)
  }
})
