/** Kinds that proposals publishes. */
export const PROPOSAL_EVENTS = {
  /** A proposal is new, was answered or withdrawn; `ref` is its id. To both parties of its chat. */
  changed: 'proposal',
} as const
