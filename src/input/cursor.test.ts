import { expect, test } from 'vitest'
import { cutPage, parseTimeCursor } from './cursor.ts'
import { timeCursorField } from './fields.ts'

const ID = '0193a5c0-0000-7000-8000-000000000001'

test.each(['.', '_'] as const)('a list accepts only cursors with its own separator (%s)', (separator) => {
  const field = timeCursorField(separator, 'mal')
  const cursor = `1790000000000000${separator}${ID}`
  expect(field.parse(cursor)).toBe(cursor)
  expect(field.parse(undefined)).toBeUndefined()
  expect(parseTimeCursor(cursor)).toEqual({ stamp: 1_790_000_000_000_000, id: ID })
  const other = separator === '.' ? '_' : '.'
  for (const bad of [
    '',
    'x',
    ID,
    `1${other}${ID}`,
    `1${separator}${ID}'; --`,
    `99999999999999999${separator}${ID}`,
  ])
    expect(field.safeParse(bad).success).toBe(false)
})

test('a page has a next one only if there are more rows than fit', () => {
  expect(parseTimeCursor(undefined)).toBeNull()
  expect(cutPage([1, 2, 3], 2, String)).toEqual({ shown: [1, 2], next: '2' })
  expect(cutPage([1, 2], 2, String)).toEqual({ shown: [1, 2], next: null })
  expect(cutPage([], 2, String)).toEqual({ shown: [], next: null })
})
