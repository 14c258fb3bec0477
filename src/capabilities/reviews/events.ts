/** Event kinds that this slice publishes. */
export const REVIEW_EVENTS = {
  /** A review changed in any way. `ref` is its id. Recipients: its lawyer and its author (OPEN-65). */
  changed: 'review',
} as const
