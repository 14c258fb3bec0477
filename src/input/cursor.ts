/** Position in a list sorted by time, newest first: microseconds since 1970, and the id. */
export interface TimeCursor {
  stamp: number
  id: string
}

/** Parses a valid cursor; null: the first page. */
export function parseTimeCursor(cursor: string | undefined): TimeCursor | null {
  const [stamp, id] = cursor?.split(/[._]/) ?? []
  return stamp && id ? { stamp: Number(stamp), id } : null
}

/**
 * Cuts rows to a page.
 * @param rows one more than `size`, if there are so many: then another page follows
 * @param cursorOf the cursor of a row
 * @returns the rows of the page; `next`, the cursor of its last row, is null on the last page
 */
export function cutPage<Row>(rows: readonly Row[], size: number, cursorOf: (row: Row) => string) {
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return { shown, next: last !== undefined && rows.length > size ? cursorOf(last) : null }
}
