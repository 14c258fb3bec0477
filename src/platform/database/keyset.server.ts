import { type RawBuilder, sql } from 'kysely'
import type { TimeCursor } from '../../input/cursor.ts'

/** Before the newest row: a time in the year 2255. */
const FIRST: TimeCursor = { stamp: 9_000_000_000_000_000, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** SQL: a time in microseconds since 1970, the precision of the sort order, for the cursor of a row. */
export const stampOf = (time: string) =>
  sql<number>`round(date_part('epoch', ${sql.ref(time)}) * 1000000)::int8`

/**
 * SQL condition: the row comes after the cursor in a list sorted by time and id, newest first.
 * @param time column, or the same expression as in the index
 * @param after null: the first page
 */
export function isAfter(time: string | RawBuilder<unknown>, id: string, after: TimeCursor | null) {
  const { stamp, id: last } = after ?? FIRST
  const column = typeof time === 'string' ? sql.ref(time) : time
  return sql<boolean>`(${column}, ${sql.ref(id)}) < (timestamptz 'epoch' + ${stamp} * interval '1 microsecond', ${last}::uuid)`
}
