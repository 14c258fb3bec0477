import type { Decision } from '../schema.ts'

export interface LoggedDecision extends Decision {
  /** How often in a row the same person opened the same document; 1 for everything else. */
  times: number
}

/** Merges consecutive views of one document into one row (the newest), so that decisions are easy to find. */
export function groupRepeatedViews(items: readonly Decision[]): LoggedDecision[] {
  const rows: LoggedDecision[] = []
  for (const item of items) {
    const previous = rows.at(-1)
    const same =
      item.what === 'viewed' &&
      previous?.what === 'viewed' &&
      item.whom !== null &&
      previous.who === item.who &&
      previous.whom === item.whom
    if (same) previous.times += 1
    else rows.push({ ...item, times: 1 })
  }
  return rows
}
