import { expect, test } from 'vitest'
import { byCursor } from './pages.ts'

test('the pages of a list are one list, with what the first page says about all', () => {
  const { getNextPageParam, select } = byCursor(
    (page: { rows: string[]; next: string | null; total: number | null }) => page.rows,
  )
  const first = { rows: ['a', 'b'], next: 'x', total: 3 }
  const last = { rows: ['c'], next: null, total: null }
  expect([getNextPageParam(first), getNextPageParam(last)]).toEqual(['x', undefined])
  expect(select({ pages: [first] })).toMatchObject({ items: ['a', 'b'], total: 3, isExpanded: false })
  expect(select({ pages: [first, last] })).toMatchObject({
    items: ['a', 'b', 'c'],
    total: 3,
    isExpanded: true,
  })
})
