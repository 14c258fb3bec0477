import { reconcile } from './heard.ts'

/** `waiting`: not connected, but not for long enough to speak of it. */
export type ConnectionState = 'waiting' | 'live' | 'lost'

/** Milliseconds without a stream before the page says so (DESIGN.md §6). */
const SAY_AFTER = 3_000

let state: ConnectionState = 'waiting'
let timer: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()

function become(next: ConnectionState): void {
  if (next === state) return
  state = next
  for (const watcher of [...watchers]) watcher()
}

export function watchConnection(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

export const connectionState = () => state

/** Told by the stream. After a loss that was spoken of, everything on the page is read anew. */
export function setConnected(connected: boolean): void {
  if (connected) {
    clearTimeout(timer)
    timer = undefined
    const wasLost = state === 'lost'
    become('live')
    if (wasLost) reconcile()
  } else if (timer === undefined && state !== 'lost') {
    become('waiting')
    timer = setTimeout(() => {
      timer = undefined
      become('lost')
    }, SAY_AFTER)
  }
}

/** Nobody wants a stream any more. */
export function forgetConnection(): void {
  clearTimeout(timer)
  timer = undefined
  become('waiting')
}
