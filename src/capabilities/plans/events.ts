/** Kinds that plans publishes; `ref` is the lawyer's id. */
export const PLAN_EVENTS = {
  /** My plan or my credits changed: the session is read again, and so is the credits card. */
  changed: 'plan',
} as const
