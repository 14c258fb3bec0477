import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupThousands } from '../../chile/numbers.ts'
import { type Amount, editAmount, parseAmount } from './amount.ts'
import type { Edit } from './digits.ts'

const form = { group: groupThousands, limit: 12, trim: true }
const whole = fc.nat({ max: 999_999_999_999 }).map(String)
const decimals = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 2 })

const amountDigits = (text: string) => parseAmount(text).digits

type State = Edit & Amount
const EMPTY: State = { digits: '', tail: '', text: '', caret: 0 }
const stateOf = (marked: string): State => {
  const text = marked.replace('|', '')
  const at = text.includes(',') ? text.indexOf(',') : text.search(/\.\d{0,2}$/)
  const tail = at < 0 ? '' : text.slice(at)
  const digits = text.slice(0, text.length - tail.length).replaceAll('.', '')
  return { digits, tail, text, caret: marked.indexOf('|') }
}
const marked = ({ text, caret }: State) => `${text.slice(0, caret)}|${text.slice(caret)}`

/** Types the keys one by one at the caret; `<` deletes backward, `>` forward. */
function typed(keys: string, from: State = EMPTY): State {
  let state = from
  for (const key of keys) {
    const { text, caret } = state
    const [start, end] =
      key === '<' ? [Math.max(0, caret - 1), caret] : [caret, key === '>' ? caret + 1 : caret]
    const sign = key === '<' || key === '>' ? '' : key
    const raw = text.slice(0, start) + sign + text.slice(end)
    state = editAmount(state, { text: raw, caret: start + sign.length, forward: key === '>' }, form)
  }
  return state
}

describe('amountIn', () => {
  test.each([
    ['1500,50', ',50'],
    ['1.500,5', ',5'],
    ['1500.50', ',50'],
    [',50', ',50'],
    ['1,5 millones', ''],
    ['1.500.000', ''],
    ['CLP$450.000.-', ''],
  ])('H-11 «%s» has the decimal part «%s»', (text, tail) => {
    expect(parseAmount(text).tail).toBe(tail)
  })

  test.each([
    ['1.500.000,50', '1500000'],
    ['450.000,00', '450000'],
    ['$ 450.000,50', '450000'],
    ['CLP$450.000.-', '450000'],
    ['12.5', '12'],
    ['12.50', '12'],
    ['12.500', '12500'],
    ['1,5', '1'],
    ['0.500', '0'],
    ['450000.000', '450000'],
    ['380000', '380000'],
    ['1 500 000', '1500000'],
    ['1\u00a0500\u00a0000', '1500000'],
    ["1'500'000", '1500000'],
    ['1,500,000', '1500000'],
    ['1,500.00', '1500'],
    ['450,000', '450000'],
    ['2 o 3 meses', '2'],
    ['de 3 a 5', '3'],
    ['450 mil', '450000'],
    ['450 lucas', '450000'],
    ['2 millones de pesos', '2000000'],
    ['1,5 millones', '1500000'],
    ['1 millón', '1000000'],
    ['1 millón y medio', '1'],
    ['2 millones 300 mil', '2'],
    ['5 millas', '5'],
    [',50', ''],
    ['por acordar', ''],
    ['', ''],
  ])('PRP-02 «%s» is read as «%s»', (text, digits) => {
    expect(amountDigits(text)).toBe(digits)
  })

  test('PRP-02 any whole number with decimals gives its whole part, whatever the thousands separator', () => {
    fc.assert(
      fc.property(whole, decimals, fc.constantFrom('', '.', ' ', "'", '\u202f'), (number, rest, sign) => {
        const text = groupThousands(number).replaceAll('.', sign)
        expect(amountDigits(text)).toBe(number)
        expect(amountDigits(`$ ${text},${rest}`)).toBe(number)
        expect(amountDigits(`${text}.${rest}`)).toBe(number)
      }),
    )
  })
})

describe('editAmount', () => {
  test.each([
    ['450.000,50', '450.000,50|', '450000'],
    ['$ 450.000,50', '450.000,50|', '450000'],
    ['1500000,5', '1.500.000,5|', '1500000'],
    ['1.500.000', '1.500.000|', '1500000'],
    ['12.5', '12.5|', '12'],
    ['12.500', '12.500|', '12500'],
    ['12.500.', '12.500.|', '12500'],
    ['0.500', '0.50|', '0'],
    ['12.5,7', '12.57|', '12'],
    ['12,5.7', '12,57|', '12'],
    ['12,505', '12,50|', '12'],
    [',5', ',5|', ''],
    ['.5', '.5|', ''],
    ['12,5<<<', '1|', '1'],
    ['12.5<<<', '1|', '1'],
  ])('PRP-02 typed key by key, «%s» shows «%s»', (keys, shown, digits) => {
    const state = typed(keys)
    expect([marked(state), state.digits]).toEqual([shown, digits])
  })

  test.each([
    ['digits before the comma still count', '450|,50', '7', '4.507|,50', '4507'],
    ['digits before a decimal dot still count', '45|.5', '7', '457|.5', '457'],
    ['a comma typed inside stays', '1|.500', ',', '1,|500', '1'],
    ['a comma typed inside and deleted again loses no digit', '1|.500.000', ',<', '1|.500.000', '1500000'],
    ['a digit after it does not count', '1|.500', ',7', '1,|500', '1'],
    ['a dot typed at an existing dot changes nothing', '1|.500', '.', '1|.500', '1500'],
    ['a dot that cannot be a thousands dot stays', '12.3|45', '.', '123.|45', '123'],
    ['and becomes one with its third digit', '12.3|45', '.7', '123.7|45', '123745'],
    ['of two commas the first counts', '15|0,25', ',', '15,|025', '15'],
    ['deleting in the number keeps the decimals', '1.50|0,25', '<', '15|0,25', '150'],
    ['deleting a dot deletes the digit before it', '1.|500,25', '<', '|500,25', '500'],
    ['deleting a dot forward deletes the digit after it', '1|.500,25', '>', '1|00,25', '100'],
  ])('PRP-02 with the caret inside, %s', (_name, from, keys, shown, digits) => {
    const state = typed(keys, stateOf(from))
    expect([marked(state), state.digits]).toEqual([shown, digits])
  })

  test('PRP-02 undoing the third digit turns the thousands dot back into a decimal dot', () => {
    const state = editAmount(typed('12.500'), { text: '12.50', caret: 5, undone: true }, form)
    expect([state.digits, state.tail]).toEqual(['12', '.50'])
  })

  test('PRP-02 any whole number with decimals, typed key by key, gives its whole part', () => {
    fc.assert(
      fc.property(whole, decimals, fc.constantFrom(',', '.'), fc.boolean(), (number, rest, sign, dots) => {
        const state = typed((dots ? groupThousands(number) : number) + sign + rest)
        expect([state.digits, marked(state)]).toEqual([number, `${groupThousands(number)}${sign}${rest}|`])
      }),
    )
  })

  test('PRP-02 for any input, digits after the comma do not count and the caret stays inside the text', () => {
    const keys = fc.string({ unit: fc.constantFrom(...'0123456789,.<>x'), maxLength: 25 })
    fc.assert(
      fc.property(keys, fc.nat(30), keys, (first, move, second) => {
        const before = typed(first)
        const state = typed(second, { ...before, caret: Math.min(move, before.text.length) })
        expect(state.text).toBe(groupThousands(state.digits) + state.tail)
        expect(state.tail).toMatch(/^(?:[.,]\d*)?$/)
        expect(state.caret).toBeLessThanOrEqual(state.text.length)
      }),
    )
  })
})
