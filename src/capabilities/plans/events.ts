/** Event kinds published by plans. `ref` is the lawyer's id. */
export const PLAN_EVENTS = {
  /** The lawyer's plan or credits changed: pages refetch the session and the credits card. */
  changed: 'plan',
} as const
