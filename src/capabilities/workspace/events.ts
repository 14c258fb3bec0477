/** Kinds that workspace publishes; `ref` is the case's id. */
export const WORKSPACE_EVENTS = {
  /** A task of the board is new, was moved, renamed or deleted. */
  tasks: 'task',
  /** A document came or went. */
  documents: 'document',
} as const
