/** Kinds that reviews publishes. */
export const REVIEW_EVENTS = {
  /** A review is new, changed or lost its author's name; `ref` is its id. To its lawyer and to who wrote it (OPEN-65). */
  changed: 'review',
} as const
