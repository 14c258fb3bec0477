import type { Message, MessagesPage } from '../../schema.ts'

export interface Thread {
  /** Sorted by seq, each once. An event that arrived out of order can leave a gap (`findGap`). */
  messages: readonly Message[]
  /** Whether older messages exist. */
  more: boolean
}

/** Result of a refetch: the newest messages, back to those already loaded. */
export interface RefetchResult extends Thread {
  /** The newest loaded seq when the refetch began: newer messages that it lacks arrived later. */
  newestKnown: number
}

const seqOf = (message: Message | undefined) => message?.seq ?? 0
/** The newest loaded seq; 0 without messages. */
export const newestSeq = (thread: Thread | undefined) => seqOf(thread?.messages.at(-1))

/** @returns the seq before the first gap, or null when nothing is missing */
export function findGap({ messages, more }: Thread): number | null {
  let before = more ? seqOf(messages[0]) - 1 : 0
  for (const { seq } of messages) {
    if (seq !== before + 1) return before
    before = seq
  }
  return null
}

const isUnchanged = (one: Message, other: Message | undefined) =>
  one.id === other?.id && one.proposal_id === other.proposal_id && one.sender_id === other.sender_id

/** Union by seq, in which `newer` wins. Unchanged messages keep their object identity. */
function mergeBySeq(known: readonly Message[], newer: readonly Message[]): Message[] {
  const all = new Map(known.map((message) => [message.seq, message]))
  for (const message of newer) {
    if (!isUnchanged(message, all.get(message.seq))) all.set(message.seq, message)
  }
  return [...all.values()].sort((one, other) => one.seq - other.seq)
}

/** Inserts a message once, sorted (CHA-13, CHA-15). One older than all loaded ones comes with its page. */
export function withMessage(thread: Thread, message: Message): Thread {
  const { messages, more } = thread
  if (more && message.seq < seqOf(messages[0])) return thread
  if (message.seq > newestSeq(thread)) return { messages: [...messages, message], more }
  const known = messages.find(({ seq }) => seq === message.seq)
  return isUnchanged(message, known) ? thread : { messages: mergeBySeq(messages, [message]), more }
}

/** Prepends the page before the oldest loaded message. A page that does not connect is ignored. */
export function withOlder(thread: Thread, page: MessagesPage): Thread {
  const oldest = seqOf(thread.messages[0])
  if (page.messages.length === 0) return { ...thread, more: page.more }
  if (seqOf(page.messages.at(-1)) + 1 !== oldest) return thread
  return { messages: [...page.messages, ...thread.messages], more: page.more }
}

/**
 * Applies a refetch. Loaded pages stay if they connect to the new ones. After a restore of the database
 * (another message at a known seq, or the newest ones missing) nothing loaded stays.
 */
export function applyRefetch(
  known: Thread | undefined,
  { messages, more, newestKnown }: RefetchResult,
): Thread {
  if (!known) return { messages, more }
  const newest = seqOf(messages.at(-1))
  const arrivedLater = known.messages.filter(({ seq }) => seq > Math.max(newestKnown, newest))
  const fresh: Thread = { messages: [...messages, ...arrivedLater], more }
  const until = findGap(known) ?? newestSeq(known)
  const base = known.messages.filter(({ seq }) => seq <= until)
  const idsBySeq = new Map(base.map(({ seq, id }) => [seq, id]))
  const isRestored = newestKnown > newest || messages.some(({ seq, id }) => (idsBySeq.get(seq) ?? id) !== id)
  const overlaps = base.length > 0 && messages.length > 0 && seqOf(messages[0]) <= until + 1
  if (isRestored || !overlaps) return fresh
  const older = seqOf(messages[0]) < seqOf(base[0])
  return { messages: mergeBySeq(base, fresh.messages), more: older ? more : known.more }
}

/** Merges new query data into the cached one, so that events during a refetch are not lost. */
export const mergeThread = (known: Thread | undefined, written: Thread | RefetchResult): Thread =>
  'newestKnown' in written ? applyRefetch(known, written) : written

/** Maximum extra pages that a refetch reads to connect to the loaded ones, before it drops those. */
const MAX_CATCH_UP_PAGES = 10

/** Fetches the newest page, and older ones until they connect to the loaded messages. */
export async function fetchThread(
  known: Thread | undefined,
  read: (before: number | undefined) => Promise<MessagesPage>,
): Promise<RefetchResult> {
  const newestKnown = newestSeq(known)
  const page = await read(undefined)
  if (!known || known.messages.length === 0) return { ...page, newestKnown }
  const until = findGap(known) ?? newestKnown
  let { messages, more } = page
  for (let pages = 0; more && seqOf(messages[0]) > until + 1; pages++) {
    if (pages === MAX_CATCH_UP_PAGES) return { ...page, newestKnown }
    const before = await read(seqOf(messages[0]))
    if (before.messages.length === 0) break
    messages = [...before.messages, ...messages]
    more = before.more
  }
  return { messages, more, newestKnown }
}
