import { resetSubscribers } from './event-log.ts'

/** `waiting`: not connected, but not long enough to show a notice. */
export type ConnectionState = 'waiting' | 'live' | 'lost'

/** Time without a stream before the page shows a notice (docs/design.md §6). */
const NOTICE_DELAY_MS = 3_000

let state: ConnectionState = 'waiting'
let timer: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()

function setState(next: ConnectionState): void {
  if (next === state) return
  state = next
  for (const watcher of [...watchers]) watcher()
}

export function subscribeToConnection(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

export const connectionState = () => state

/** Called by the stream. After a loss that was shown, everything on the page is refetched. */
export function setConnected(connected: boolean): void {
  if (connected) {
    clearTimeout(timer)
    timer = undefined
    const wasLost = state === 'lost'
    setState('live')
    if (wasLost) resetSubscribers()
  } else if (timer === undefined && state !== 'lost') {
    setState('waiting')
    timer = setTimeout(() => {
      timer = undefined
      setState('lost')
    }, NOTICE_DELAY_MS)
  }
}

/** Resets the state once no component needs a stream. */
export function resetConnection(): void {
  clearTimeout(timer)
  timer = undefined
  setState('waiting')
}
