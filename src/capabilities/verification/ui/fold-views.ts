import type { Decision } from '../schema.ts'

export interface LoggedDecision extends Decision {
  /** How often in a row the same person opened the same document; 1 for all else. */
  times: number
}

/** Looks at one document that follow each other as one row, that of the last, so that decisions stay in sight. */
export function foldViews(items: readonly Decision[]): LoggedDecision[] {
  const rows: LoggedDecision[] = []
  for (const item of items) {
    const above = rows.at(-1)
    const same =
      item.what === 'viewed' &&
      above?.what === 'viewed' &&
      item.whom !== null &&
      above.who === item.who &&
      above.whom === item.whom
    if (same) above.times += 1
    else rows.push({ ...item, times: 1 })
  }
  return rows
}
