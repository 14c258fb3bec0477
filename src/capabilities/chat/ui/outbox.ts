/** A message that is not stored yet, as far as this page knows. Its id is that of its stored self (exactly once). */
export interface Outgoing {
  id: string
  content: string
  /** When it was written, ISO 8601. */
  at: string
  /**
   * `failed`: it waits for the composer, which takes its text back when nothing else was typed there (CHA-14, TRAP-46);
   * otherwise it is `kept` beside the conversation, with its retry.
   */
  state: 'sending' | 'failed' | 'kept'
  /** The house was not reached, because there is no connection: it goes out by itself once there is one again. */
  waits?: boolean
}

export type Outbox = readonly Outgoing[]

/** One more at the end: messages go out in the order of their writing. A known id is sent again. */
export const withSending = (outbox: Outbox, { id, content, at }: Omit<Outgoing, 'state'>): Outbox => [
  ...outbox.filter((one) => one.id !== id),
  { id, content, at, state: 'sending' },
]

export const without = (outbox: Outbox, ...ids: string[]): Outbox =>
  outbox.some(({ id }) => ids.includes(id)) ? outbox.filter(({ id }) => !ids.includes(id)) : outbox

/** What follows a message that failed fails with it: a later one must not overtake it. */
export const withFailure = (outbox: Outbox, waits: boolean): Outbox =>
  outbox.map((one) => (one.state === 'sending' ? { ...one, state: 'failed', waits } : one))

/** They stay beside the conversation. */
export const withKept = (outbox: Outbox, ids: readonly string[]): Outbox =>
  outbox.map((one) => (ids.includes(one.id) ? { ...one, state: 'kept' } : one))

/** It stays beside the conversation until somebody presses «Reintentar». */
export const withRefusal = (outbox: Outbox, id: string): Outbox =>
  outbox.map((one) => (one.id === id ? { ...one, waits: false } : one))

export const nextOf = (outbox: Outbox): Outgoing | undefined =>
  outbox.find(({ state }) => state === 'sending')
