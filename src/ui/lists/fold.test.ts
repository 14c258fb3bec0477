import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, highlight, matchesQuery, occurrences } from './fold.ts'

const text = fc.string({ unit: 'grapheme' })
const spanish = fc.string({ unit: fc.constantFrom(...'aáAÁeéiíoóuúüÜnñÑ xYz-.(') })
const bold = (label: string, query: string) =>
  highlight(label, query)
    .map((part) => (part.hit ? `[${part.text}]` : part.text))
    .join('')

describe('fold', () => {
  test.each([
    ['Ñuñoa', 'nunoa'],
    ['CONCHALÍ', 'conchali'],
    ['Compensación económica', 'compensacion economica'],
    ['n\u0303un\u0303oa', 'nunoa'],
    ['Güell', 'guell'],
    ['İstanbul', 'istanbul'],
    ['O’Higgins', 'o’higgins'],
    ['', ''],
  ])('%s gives %s', (from, to) => {
    expect(fold(from)).toBe(to)
  })

  test('folding is idempotent', () => {
    fc.assert(fc.property(text, (value) => fold(fold(value)) === fold(value)))
  })

  test('composed and decomposed, upper-case and lower-case letters fold to the same', () => {
    fc.assert(
      fc.property(spanish, (value) => {
        expect(fold(value.normalize('NFD'))).toBe(fold(value))
        expect(fold(value.toUpperCase())).toBe(fold(value))
      }),
    )
  })
})

describe('matches', () => {
  test.each([
    ['Ñuñoa', 'nunoa', true],
    ['Ñuñoa', 'ÑU', true],
    ['Nueva Imperial', 'ñu', true],
    ['Compra o venta de propiedad', 'venta compra', true],
    ['Compra o venta de propiedad', 'venta casa', false],
    ['Vicuña', 'cuna', true],
    ['Maipú', '   ', true],
  ])('%s and «%s»: %s', (label, query, expected) => {
    expect(matchesQuery(label, query)).toBe(expected)
  })

  test('every substring of a text matches it', () => {
    fc.assert(
      fc.property(spanish, fc.nat(), fc.nat(), (label, from, length) => {
        expect(matchesQuery(label, label.slice(from, from + length))).toBe(true)
      }),
    )
  })
})

describe('highlight', () => {
  test.each([
    ['Ñuñoa', 'ñu', '[Ñu]ñoa'],
    ['Nueva Imperial', 'ñu', '[Nu]eva Imperial'],
    ['Compensación económica y régimen', 'comp', '[Comp]ensación económica y régimen'],
    ['Recompra y compra', 'compra', 'Recompra y [compra]'],
    ['Compra o venta', 'venta comp', '[Comp]ra o [venta]'],
    ['n\u0303un\u0303oa', 'nun', '[n\u0303un\u0303]oa'],
    ['Maipú', '', 'Maipú'],
    ['Maipú', 'zz', 'Maipú'],
  ])('%s with «%s»: %s', (label, query, expected) => {
    expect(bold(label, query)).toBe(expected)
  })

  test('loses no character, and marks a part exactly when the query matches', () => {
    fc.assert(
      fc.property(text, fc.oneof(text, spanish), (label, query) => {
        const parts = highlight(label, query)
        expect(parts.map((part) => part.text).join('')).toBe(label)
        const marked = parts.some((part) => part.hit)
        expect(marked).toBe(fold(query).trim() !== '' && matchesQuery(label, query))
      }),
    )
  })
})

test.each([
  ['El Finíquito y el FINIQUITO', 'finiquito', ['Finíquito', 'FINIQUITO']],
  ['aaa', 'aa', ['aa']],
  ['100 % de a_b', 'a_b', ['a_b']],
  ['Nada', 'finiquito', []],
  ['Nada', '', []],
])('SEG-73 occurrences in «%s» of «%s»', (text, phrase, hits) => {
  const parts = occurrences(text, phrase)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.filter(({ hit }) => hit).map((part) => part.text)).toEqual(hits)
})
