import { isLater } from './position.ts'

/** Something of this kind changed. Only kinds with a reader on the server have `data`. */
export interface LiveEvent {
  kind: string
  ref: string | null
  data?: unknown
}

/** Events may have been missed: every subscriber refetches all its data. */
export const RESET: LiveEvent = { kind: 'reset', ref: null }

export interface LoggedEvent {
  id: string
  event: LiveEvent
}

interface Subscriber {
  kinds: ReadonlySet<string>
  onEvent(event: LiveEvent): void
}

/** Events kept for components that subscribe later than their data was read. */
const MAX_LOGGED_EVENTS = 300
/**
 * Delay before data older than the log is refetched. The page may come from a process whose hub was behind;
 * hubs poll every 2 s, so by then all have caught up and the refetched data is recent enough.
 */
const RESET_DELAY_MS = 2_500

const subscribers = new Set<Subscriber>()
let log: LoggedEvent[] = []
/** Position after which every event is in `log`; null before the stream has started. */
let logStart: string | null = null
/** Position up to which everything has been received. */
let last: string | null = null
/** Oldest data position among components that subscribed before the stream started. */
let oldestData: string | null = null

/**
 * Subscribes to events of some kinds, and to RESET, which every subscriber gets.
 * @param since position of the data that the subscriber shows. Later events are delivered in a microtask
 *   after this call, because HydrationBoundary writes a page's new data after its components have subscribed.
 * @returns unsubscribes
 */
export function subscribe(
  kinds: readonly string[],
  onEvent: (event: LiveEvent) => void,
  since: string | null = null,
): () => void {
  const subscriber = { kinds: new Set(kinds), onEvent }
  let resetTimer: ReturnType<typeof setTimeout> | undefined
  subscribers.add(subscriber)
  if (since !== null && logStart === null)
    oldestData = oldestData === null || isLater(oldestData, since) ? since : oldestData
  if (since !== null && logStart !== null) {
    const missed = eventsSince(since)
    if (missed)
      queueMicrotask(() => {
        for (const { event } of missed) if (subscribers.has(subscriber)) deliver(subscriber, event)
      })
    else resetTimer = setTimeout(() => deliver(subscriber, RESET), RESET_DELAY_MS)
  }
  return () => {
    clearTimeout(resetTimer)
    subscribers.delete(subscriber)
  }
}

function deliver({ kinds, onEvent }: Subscriber, event: LiveEvent): void {
  if (event !== RESET && !kinds.has(event.kind)) return
  try {
    onEvent(event)
  } catch (error) {
    // A failing subscriber must not stop delivery to the others.
    reportError(error)
  }
}

/** Makes every subscriber refetch its data. */
export function resetSubscribers(): void {
  for (const subscriber of [...subscribers]) deliver(subscriber, RESET)
}

/** Position up to which this page has received events; null before the stream has started. */
export const receivedUpTo = () => last

/** Starts the log. @param position of the page's data; null when unknown */
export function startEventLog(position: string | null): void {
  if (last !== null) return
  const from =
    position !== null && oldestData !== null && isLater(position, oldestData)
      ? oldestData
      : (position ?? oldestData)
  last = from
  logStart = from
}

/** Logs and delivers an event, unless it was received before. */
export function receiveEvent({ id, event }: LoggedEvent): void {
  if (last !== null && !isLater(id, last)) return
  last = id
  logStart ??= id
  log.push({ id, event })
  if (log.length > MAX_LOGGED_EVENTS) logStart = log.shift()?.id ?? logStart
  for (const subscriber of [...subscribers]) deliver(subscriber, event)
}

/** All missed events were delivered. Without a position to resume from they are unknown, so reset. */
export function receiveHello(id: string): void {
  if (last === null) receiveReset(id)
  else if (isLater(id, last)) last = id
}

/** The missed events cannot be delivered: clears the log and makes every subscriber refetch. */
export function receiveReset(id: string): void {
  last = id
  logStart = id
  log = []
  resetSubscribers()
}

/** Events later than a position, or null when the log no longer has all of them. */
export function eventsSince(position: string | null): LoggedEvent[] | null {
  if (position === null || logStart === null || isLater(logStart, position)) return null
  return log.filter(({ id }) => isLater(id, position))
}

/** Clears the log when the stream is closed: the next one may be another user's. */
export function clearEventLog(): void {
  log = []
  logStart = null
  last = null
  oldestData = null
}
