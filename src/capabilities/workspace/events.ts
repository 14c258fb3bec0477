/** Event kinds that this slice publishes; `ref` is the id of the case. */
export const WORKSPACE_EVENTS = {
  /** A task was added, moved, renamed or deleted. */
  tasks: 'task',
  /** A document was added or deleted. */
  documents: 'document',
} as const
