/** Kinds that cases publishes; `ref` is the case's id. */
export const CASE_EVENTS = {
  /** A case of mine is new, moved on or went. To the market's audience: one came or went. */
  changed: 'case',
} as const
