import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkDigit, completeRut, formatRut, normaliseRut } from './rut.ts'

describe('ONP-11, OPEN-62 RUT', () => {
  test.each([
    ['12345678-5', '12345678-5'],
    ['12.345.678-5', '12345678-5'],
    [' 12 345 678 - 5 ', '12345678-5'],
    ['12.345.678–5', '12345678-5'],
    ['012345678-5', '12345678-5'],
    ['6-K', '6-K'],
    ['6-k', '6-K'],
    ['20.347.878-K', '20347878-K'],
    ['20347878-k', '20347878-K'],
    ['７654321-6', '7654321-6'],
  ])('%j is stored as %j', (text, stored) => {
    expect(normaliseRut(text)).toBe(stored)
  })

  test.each([
    '',
    '-',
    'k',
    '0-0',
    '00000000-0',
    '12345678-4',
    '123456785',
    '20347878k',
    '12345678',
    '12345678-K',
    '12,345,678-5',
    '1234567890-0',
    '12345678-55',
    '12345678-5 y más',
    'CL12345678-5',
    '-5',
    '12345678--5',
  ])('%j is not a RUT', (text) => {
    expect(normaliseRut(text)).toBeNull()
  })

  test.each([
    ['123456785', '12345678-5'],
    ['12.345.6785', '12345678-5'],
    ['12 345 678 5 ', '12345678-5'],
    ['20347878k', '20347878-K'],
    ['12.345.678-5', '12345678-5'],
    ['123456784', null],
    ['12345678', null],
    ['12345678-4', null],
    ['', null],
    ['k', null],
  ])('H-09: %j gets its hyphen if the check digit is right: %j', (text, stored) => {
    expect(completeRut(text)).toBe(stored)
  })

  const body = fc.integer({ min: 1, max: 999_999_999 }).map(String)

  test('every spelling of a valid RUT gives the same RUT', () => {
    fc.assert(
      fc.property(body, fc.boolean(), (digits, small) => {
        const stored = `${digits}-${checkDigit(digits)}`
        for (const text of [stored, formatRut(stored), ` ${stored} `]) {
          expect(normaliseRut(small ? text.toLowerCase() : text)).toBe(stored)
        }
      }),
    )
  })

  test('only one check digit is valid', () => {
    fc.assert(
      fc.property(body, (digits) => {
        const right = [...'0123456789K'].filter((digit) => normaliseRut(`${digits}-${digit}`) !== null)
        expect(right).toEqual([checkDigit(digits)])
      }),
    )
  })

  test('one wrong digit is detected', () => {
    fc.assert(
      fc.property(body, fc.nat(), fc.integer({ min: 1, max: 9 }), (digits, where, by) => {
        const at = where % digits.length
        const other = `${digits.slice(0, at)}${(Number(digits[at]) + by) % 10}${digits.slice(at + 1)}`
        expect(normaliseRut(`${other}-${checkDigit(digits)}`)).toBeNull()
      }),
    )
  })

  test('any text is accepted, and normalising is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789kK.- \u00a0x') }), (text) => {
        const stored = normaliseRut(text)
        if (stored !== null) {
          expect(stored).toMatch(/^[1-9]\d{0,8}-[\dK]$/)
          expect(normaliseRut(stored)).toBe(stored)
        }
      }),
    )
  })
})

test.each([
  ['12345678-5', '12.345.678-5'],
  ['1234567-4', '1.234.567-4'],
  ['6-K', '6-K'],
  ['sin dato', 'sin dato'],
])('%j is shown as %j', (stored, shown) => {
  expect(formatRut(stored)).toBe(shown)
})
