/** A message that is not known to be stored. It is stored under the same id (exactly once). */
export interface OutgoingMessage {
  id: string
  content: string
  /** When the user sent it, ISO 8601. */
  at: string
  /**
   * `failed`: about to return to the composer, if that is still empty (CHA-14, TRAP-46); otherwise it becomes
   * `kept`: listed above the composer with a retry button.
   */
  state: 'sending' | 'failed' | 'kept'
  /** The server was unreachable: sent automatically once it is back. */
  waits?: boolean
}

export type Outbox = readonly OutgoingMessage[]

/** Queues a message at the end, also a known one. Waiting ones are sent before it, as they were written. */
export const withQueued = (outbox: Outbox, { id, content, at }: Omit<OutgoingMessage, 'state'>): Outbox => [
  ...outbox
    .filter((one) => one.id !== id)
    .map((one): OutgoingMessage => (one.waits ? { ...one, state: 'sending', waits: false } : one)),
  { id, content, at, state: 'sending' },
]

export const without = (outbox: Outbox, ...ids: string[]): Outbox =>
  outbox.some(({ id }) => ids.includes(id)) ? outbox.filter(({ id }) => !ids.includes(id)) : outbox

/** All messages in the queue fail with the first one: a later one must not overtake it. */
export const withFailure = (outbox: Outbox, waits: boolean): Outbox =>
  outbox.map((one) => (one.state === 'sending' ? { ...one, state: 'failed', waits } : one))

/** Moves these to the list above the composer. */
export const withKept = (outbox: Outbox, ids: readonly string[]): Outbox =>
  outbox.map((one) => (ids.includes(one.id) ? { ...one, state: 'kept' } : one))

/** A waiting one was refused: the others wait for «Reintentar», so that a later one cannot overtake it. */
export const withRefusal = (outbox: Outbox): Outbox =>
  outbox.map((one) => (one.waits ? { ...one, waits: false } : one))

/** Ids are UUIDv7, so they sort in the order of writing. */
export const inOrderOfWriting = <Sent extends { id: string }>(messages: readonly Sent[]): Sent[] =>
  messages.toSorted((one, other) => (one.id < other.id ? -1 : 1))

export const nextToSend = (outbox: Outbox): OutgoingMessage | undefined =>
  outbox.find(({ state }) => state === 'sending')
