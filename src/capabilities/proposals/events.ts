/** Event kinds that this slice publishes. */
export const PROPOSAL_EVENTS = {
  /** A proposal was sent, answered or withdrawn. `ref` is its id. Recipients: both parties of the chat. */
  changed: 'proposal',
} as const
