import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupThousands } from '../../chile/numbers.ts'
import { type DigitFormat, editDigits, groupPhone, onlyDigits, parsePhoneDigits } from './digits.ts'

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 15 })

describe('groups', () => {
  test.each([
    ['', ''],
    ['7', '7'],
    ['999', '999'],
    ['1000', '1.000'],
    ['46000', '46.000'],
    ['1234567', '1.234.567'],
  ])('%s is written %s', (from, to) => {
    expect(groupThousands(from)).toBe(to)
  })

  test.each([
    ['1234', '1234'],
    ['12345', '1234 5'],
    ['12345678', '1234 5678'],
  ])('the phone %s is written %s (ONP-13)', (from, to) => {
    expect(groupPhone(from)).toBe(to)
  })

  test('grouping loses no digit and matches Intl', () => {
    fc.assert(fc.property(digits, (value) => onlyDigits(groupThousands(value)) === value))
    fc.assert(
      fc.property(fc.nat(), (value) => {
        expect(groupThousands(String(value))).toBe(
          new Intl.NumberFormat('es-CL', { useGrouping: 'always' }).format(value),
        )
      }),
    )
  })
})

describe('phoneDigits', () => {
  test.each([
    ['+56 9 1234 5678', '12345678'],
    ['56912345678', '12345678'],
    ['9 1234 5678', '12345678'],
    ['91234567', '91234567'],
    ['1234', '1234'],
  ])('%s gives %s', (text, digits) => {
    expect(parsePhoneDigits(text)).toBe(digits)
  })

  test.each([
    ['0056 9 1234 5678', '12345678'],
    ['+56 9 1234 56789', '12345678'],
    ['+56 9 9876 5432', '98765432'],
    ['56987654', '56987654'],
  ])('ONP-13 a prefix is removed, and nothing else: %s gives %s', (text, digits) => {
    expect(parsePhoneDigits(text)).toBe(digits)
  })

  test('ONP-13 any number typed key by key, with any prefix, gives its eight digits', () => {
    const number = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(number, fc.constantFrom('', '9', '9 ', '+56 9 ', '569', '0056 9 '), (eight, prefix) => {
        let value = ''
        for (const sign of prefix + groupPhone(eight)) value = parsePhoneDigits(groupPhone(value) + sign)
        expect(value).toBe(eight)
        expect(parsePhoneDigits(prefix + eight)).toBe(eight)
      }),
    )
  })
})

describe('editDigits', () => {
  const money = { group: groupThousands, limit: 9, trim: true }
  const phone = { group: groupPhone, limit: 8 }
  /** `|` is the caret. */
  const edited = (before: string, raw: string, form: DigitFormat, forward?: boolean) => {
    const caret = raw.indexOf('|')
    const edit = editDigits(before, { text: raw.replace('|', ''), caret, forward }, form)
    return `${edit.text.slice(0, edit.caret)}|${edit.text.slice(edit.caret)}`
  }

  test.each([
    ['types at the end', '100', '1000|', '1.000|'],
    ['types in the middle', '1000', '15|.000', '15|.000'],
    ['moves with an added dot', '99000', '919|.000', '919|.000'],
    ['pastes a formatted amount', '', '$ 46.000|', '46.000|'],
    ['refuses letters', '12', '12a|', '12|'],
    ['drops leading zeros', '5', '0|5', '|5'],
    ['keeps a single zero', '', '0|', '0|'],
    ['refuses digits over the limit', '123456789', '123.456.7890|', '123.456.789|'],
    ['refuses digits over the limit, in the middle', '123456789', '1230|.456.789', '123|.456.789'],
    ['clears the field', '5', '|', '|'],
  ])('%s', (_name, before, raw, expected) => {
    expect(edited(before, raw, money)).toBe(expected)
  })

  test('deleting a separator deletes the digit next to it', () => {
    expect(edited('1234', '1|234', money)).toBe('|234')
    expect(edited('1234', '1|234', money, true)).toBe('1|34')
    expect(edited('12345', '1234|5', phone)).toBe('123|5')
  })

  test.each([
    ['in the first box', '000000', '8|000000', '8|00000'],
    ['in the third box', '000000', '008|0000', '008|000'],
    ['after the last box', '000000', '0000008|', '000000|'],
    ['a pasted code', '000000', '00850024|0000', '850024|'],
    ['a pasted code, over a part of one', '1234', '850024|1234', '850024|'],
  ])('a full code of an e-mail is overwritten: %s (OPEN-12)', (_name, before, raw, expected) => {
    const code = { group: (text: string) => text, limit: 6, overwrites: true }
    expect(edited(before, raw, code)).toBe(expected)
  })

  test('a phone takes eight digits at most (ONP-13)', () => {
    expect(edited('12345678', '1234 56789|', phone)).toBe('1234 5678|')
    expect(edited('', '9 8765 4321|', phone)).toBe('9876 5432|')
  })

  test('any number typed digit by digit comes out unchanged, with the caret at its end', () => {
    fc.assert(
      fc.property(digits, (value) => {
        let edit = { digits: '', text: '', caret: 0 }
        for (const sign of value) {
          const raw = edit.text + sign
          edit = editDigits(edit.digits, { text: raw, caret: raw.length }, { group: groupPhone, limit: 15 })
        }
        expect(edit.digits).toBe(value)
        expect(edit.caret).toBe(edit.text.length)
      }),
    )
  })

  test('the caret never leaves the text', () => {
    fc.assert(
      fc.property(digits, fc.string(), fc.nat(40), fc.boolean(), (before, text, caret, forward) => {
        const edit = editDigits(
          before.slice(0, 9),
          { text, caret: Math.min(caret, text.length), forward },
          money,
        )
        expect(edit.caret).toBeLessThanOrEqual(edit.text.length)
        expect(edit.digits.length).toBeLessThanOrEqual(9)
        expect(edit.text).toBe(groupThousands(edit.digits))
      }),
    )
  })
})
