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
  /** The server was not reached: it goes out by itself once it can be (first-time 20). */
  waits?: boolean
}

export type Outbox = readonly Outgoing[]

/**
 * One more at the end: messages go out in the order of their writing, so what waits goes before it. A known id is sent
 * again.
 */
export const withSending = (outbox: Outbox, { id, content, at }: Omit<Outgoing, 'state'>): Outbox => [
  ...outbox
    .filter((one) => one.id !== id)
    .map((one): Outgoing => (one.waits ? { ...one, state: 'sending', waits: false } : one)),
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

/** One that waited was refused: what waits stays until somebody presses «Reintentar», or a later one would overtake it. */
export const withRefusal = (outbox: Outbox): Outbox =>
  outbox.map((one) => (one.waits ? { ...one, waits: false } : one))

export const nextOf = (outbox: Outbox): Outgoing | undefined =>
  outbox.find(({ state }) => state === 'sending')
