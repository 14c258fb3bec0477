/** Event kinds published by cases. `ref` is the case's id. */
export const CASE_EVENTS = {
  /**
   * To users: one of their cases was created, changed status or was removed. To the market audience: an open
   * case was added or removed.
   */
  changed: 'case',
} as const
