import { describe, expect, test } from 'vitest'
import { addToTypeahead, isPrintableKey, nextIndex, typeaheadIndex } from './list-keys.ts'

describe('movedIndex', () => {
  test.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 1, 2],
    ['ArrowDown', 19, 0],
    ['ArrowUp', -1, 19],
    ['ArrowUp', 0, 19],
    ['ArrowUp', 5, 4],
    ['PageDown', -1, 8],
    ['PageDown', 15, 19],
    ['PageUp', 3, 0],
    ['Home', 7, 0],
    ['End', 7, 19],
    ['a', 7, undefined],
  ])('%s from %s moves to %s of twenty', (key, from, to) => {
    expect(nextIndex(key, from, 20, true)).toBe(to)
  })

  test('in a text field Home and End belong to the caret; in an empty list no key moves', () => {
    expect(nextIndex('Home', 3, 20, false)).toBeUndefined()
    expect(nextIndex('ArrowDown', -1, 0, true)).toBeUndefined()
  })
})

describe('typeahead', () => {
  const labels = ['Ñuñoa', 'Maipú', 'Macul', 'Nueva Imperial', 'María Pinto']
  test.each([
    ['m', -1, 1],
    ['m', 1, 2],
    ['m', 4, 1],
    ['mac', 1, 2],
    ['n', -1, 0],
    ['mm', 1, 2],
    ['maria p', 1, 4],
    ['z', 0, undefined],
  ])('%s from %s finds %s', (typed, current, expected) => {
    expect(typeaheadIndex(labels, typed, current)).toBe(expected)
  })

  test('characters add up until a pause', () => {
    const first = addToTypeahead(undefined, 'm', 1000)
    const second = addToTypeahead(first, 'a', 1500)
    expect(second.text).toBe('ma')
    expect(addToTypeahead(second, 'n', 2500).text).toBe('n')
  })

  test('shortcuts and named keys are not printable', () => {
    const plain = { ctrlKey: false, metaKey: false, altKey: false }
    expect(isPrintableKey({ ...plain, key: 'ñ' })).toBe(true)
    expect(isPrintableKey({ ...plain, key: 'Tab' })).toBe(false)
    expect(isPrintableKey({ ...plain, key: 'a', ctrlKey: true })).toBe(false)
  })
})
