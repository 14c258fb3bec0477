import type { Message, MessagesPage } from '../schema.ts'

/** What the browser holds of a conversation. */
export interface Thread {
  /** By seq, each once. After an event that came too early there may be a hole (`holeIn`). */
  messages: readonly Message[]
  /** There are older ones than these. */
  more: boolean
}

/** The newest page, as far back as what was known. */
export interface Renewal extends Thread {
  /** The newest seq that was known when it was asked for: what is newer than that and not in it is new, not gone. */
  asked: number
}

const seqOf = (message: Message | undefined) => message?.seq ?? 0
/** The newest seq that is held. */
export const newestOf = (thread: Thread | undefined) => seqOf(thread?.messages.at(-1))

/** @returns the seq after which messages are missing; null: nothing is */
export function holeIn({ messages, more }: Thread): number | null {
  let before = more ? seqOf(messages[0]) - 1 : 0
  for (const { seq } of messages) {
    if (seq !== before + 1) return before
    before = seq
  }
  return null
}

const isSame = (one: Message, other: Message | undefined) =>
  one.id === other?.id && one.proposal_id === other.proposal_id && one.sender_id === other.sender_id

/** The union by seq; where both have one, the later knowledge. What did not change stays the same object. */
function joined(known: readonly Message[], found: readonly Message[]): Message[] {
  const all = new Map(known.map((message) => [message.seq, message]))
  for (const message of found) {
    if (!isSame(message, all.get(message.seq))) all.set(message.seq, message)
  }
  return [...all.values()].sort((one, other) => one.seq - other.seq)
}

/**
 * Puts in what an event or an answer brought, in its place and once (CHA-13, CHA-15). What is older than all that is
 * held is left to the page it is on.
 */
export function put(thread: Thread, message: Message): Thread {
  const { messages, more } = thread
  if (more && message.seq < seqOf(messages[0])) return thread
  if (message.seq > newestOf(thread)) return { messages: [...messages, message], more }
  const known = messages.find(({ seq }) => seq === message.seq)
  return isSame(message, known) ? thread : { messages: joined(messages, [message]), more }
}

/** The page before the oldest that is held. One for another place is left away. */
export function withOlder(thread: Thread, page: MessagesPage): Thread {
  const oldest = seqOf(thread.messages[0])
  if (page.messages.length === 0) return { ...thread, more: page.more }
  if (seqOf(page.messages.at(-1)) + 1 !== oldest) return thread
  return { messages: [...page.messages, ...thread.messages], more: page.more }
}

/**
 * What is held after everything was asked for anew. Pages that were loaded before stay when they join the new one;
 * after a restore of the database (another message in a known place, or newest ones that are no more) nothing does.
 */
export function renew(known: Thread | undefined, { messages, more, asked }: Renewal): Thread {
  if (!known) return { messages, more }
  const newest = seqOf(messages.at(-1))
  const late = known.messages.filter(({ seq }) => seq > Math.max(asked, newest))
  const fresh: Thread = { messages: [...messages, ...late], more }
  const until = holeIn(known) ?? newestOf(known)
  const base = known.messages.filter(({ seq }) => seq <= until)
  const places = new Map(base.map(({ seq, id }) => [seq, id]))
  const isRestored = asked > newest || messages.some(({ seq, id }) => (places.get(seq) ?? id) !== id)
  const joins = base.length > 0 && messages.length > 0 && seqOf(messages[0]) <= until + 1
  if (isRestored || !joins) return fresh
  const older = seqOf(messages[0]) < seqOf(base[0])
  return { messages: joined(base, fresh.messages), more: older ? more : known.more }
}

/** How what is held takes in what is written: for a query's `structuralSharing`, so that no event falls between. */
export const taken = (known: Thread | undefined, written: Thread | Renewal): Thread =>
  'asked' in written ? renew(known, written) : written

/** Pages that a renewal reads to join what is held; after more than this it begins with its newest page. */
const PAGES_BACK = 10

/** Reads the newest page, and those before it down to what is held. */
export async function readThread(
  known: Thread | undefined,
  read: (before: number | undefined) => Promise<MessagesPage>,
): Promise<Renewal> {
  const asked = newestOf(known)
  const page = await read(undefined)
  if (!known || known.messages.length === 0) return { ...page, asked }
  const until = holeIn(known) ?? asked
  let { messages, more } = page
  for (let pages = 0; more && seqOf(messages[0]) > until + 1; pages++) {
    if (pages === PAGES_BACK) return { ...page, asked }
    const before = await read(seqOf(messages[0]))
    if (before.messages.length === 0) break
    messages = [...before.messages, ...messages]
    more = before.more
  }
  return { messages, more, asked }
}
