import { isLater } from './position.ts'

/** What a page hears: something of this kind changed. `data` comes along only for kinds that the server attaches. */
export interface LiveEvent {
  kind: string
  ref: string | null
  data?: unknown
}

/** Anything may have changed, unheard: whoever gets it reads everything of theirs anew. */
export const RESET: LiveEvent = { kind: 'reset', ref: null }

export interface PlacedEvent {
  id: string
  event: LiveEvent
}

interface Subscriber {
  kinds: ReadonlySet<string>
  heard(event: LiveEvent): void
}

/** Events kept for whoever subscribes a moment too late. */
const KEPT = 300
/**
 * Milliseconds before data that is older than what is remembered is read anew. A page may have come from a process whose
 * hub was behind; by then no hub is (it looks every 2 s), so the data read next is not too old again.
 */
const LATE = 2_500

const subscribers = new Set<Subscriber>()
let kept: PlacedEvent[] = []
/** Everything later than this is in `kept`; null before the stream has begun. */
let keptFrom: string | null = null
/** Everything up to here has been heard. */
let last: string | null = null
/** Of those who subscribed before the stream began, how old the oldest one's data is. */
let early: string | null = null

/**
 * Hears events of some kinds, and RESET, which comes to everybody.
 * @param since position of the data that the subscriber shows: what came later is told right after this call, once
 *   the data itself is where it belongs (what a page is given anew is put in after its parts subscribe)
 * @returns the end of it
 */
export function subscribe(
  kinds: readonly string[],
  heard: (event: LiveEvent) => void,
  since: string | null = null,
): () => void {
  const subscriber = { kinds: new Set(kinds), heard }
  let late: ReturnType<typeof setTimeout> | undefined
  subscribers.add(subscriber)
  if (since !== null && keptFrom === null) early = early === null || isLater(early, since) ? since : early
  if (since !== null && keptFrom !== null) {
    const missed = missedSince(since)
    if (missed)
      queueMicrotask(() => {
        for (const { event } of missed) if (subscribers.has(subscriber)) tell(subscriber, event)
      })
    else late = setTimeout(() => tell(subscriber, RESET), LATE)
  }
  return () => {
    clearTimeout(late)
    subscribers.delete(subscriber)
  }
}

function tell({ kinds, heard }: Subscriber, event: LiveEvent): void {
  if (event !== RESET && !kinds.has(event.kind)) return
  try {
    heard(event)
  } catch (error) {
    // One part of the page that fails must not keep the news from the others.
    reportError(error)
  }
}

/** Everything is read anew: by all who subscribed. */
export function reconcile(): void {
  for (const subscriber of [...subscribers]) tell(subscriber, RESET)
}

/** How far this page has heard; null: nothing yet, so that nobody knows what it missed. */
export const heardUpTo = () => last

/** The stream begins for a page whose data is of this position. */
export function begin(position: string | null): void {
  if (last !== null) return
  const from = position !== null && early !== null && isLater(position, early) ? early : (position ?? early)
  last = from
  keptFrom = from
}

/** An event has come. One that was heard before is none. */
export function hear({ id, event }: PlacedEvent): void {
  if (last !== null && !isLater(id, last)) return
  last = id
  keptFrom ??= id
  kept.push({ id, event })
  if (kept.length > KEPT) keptFrom = kept.shift()?.id ?? keptFrom
  for (const subscriber of [...subscribers]) tell(subscriber, event)
}

/** All that was missed has come; without a place to resume from nobody knows what that was. */
export function hearHello(id: string): void {
  if (last === null) hearReset(id)
  else if (isLater(id, last)) last = id
}

/** What was missed cannot be told. */
export function hearReset(id: string): void {
  last = id
  keptFrom = id
  kept = []
  reconcile()
}

/** Events later than a position, or null when some of them are no longer known. */
export function missedSince(position: string | null): PlacedEvent[] | null {
  if (position === null || keptFrom === null || isLater(keptFrom, position)) return null
  return kept.filter(({ id }) => isLater(id, position))
}

/** Another person, or nobody, looks at this page now. */
export function forgetHeard(): void {
  kept = []
  keptFrom = null
  last = null
  early = null
}
