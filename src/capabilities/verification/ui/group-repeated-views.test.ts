import { expect, test } from 'vitest'
import type { Decision } from '../schema.ts'
import { groupRepeatedViews } from './group-repeated-views.ts'

let ids = 0
const row = (what: Decision['what'], whom: string | null, who = 'Paulina'): Decision => ({
  id: String(++ids),
  what,
  who,
  whom,
  reason: null,
  when: new Date(0),
})
const summarize = (rows: Decision[]) =>
  groupRepeatedViews(rows).map(({ what, whom, times }) => [what, whom, times])

test('OPEN-03 consecutive views of the same document are one row; nothing else is merged', () => {
  expect(
    summarize([
      row('viewed', 'Ana'),
      row('viewed', 'Ana'),
      row('viewed', 'Ana', 'Otro'),
      row('viewed', 'Beto'),
      row('verified', 'Beto'),
      row('verified', 'Beto'),
      row('viewed', 'Beto'),
      // Two deleted users need not be the same person.
      row('viewed', null),
      row('viewed', null),
    ]),
  ).toEqual([
    ['viewed', 'Ana', 2],
    ['viewed', 'Ana', 1],
    ['viewed', 'Beto', 1],
    ['verified', 'Beto', 1],
    ['verified', 'Beto', 1],
    ['viewed', 'Beto', 1],
    ['viewed', null, 1],
    ['viewed', null, 1],
  ])
})
