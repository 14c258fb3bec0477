/** Why the page may show an outdated session. */
export type SessionEvent = 'elsewhere' | 'stale' | 'restored'

let changed = false
let isEnding = false
let channel: BroadcastChannel | undefined
const listeners = new Set<(event: SessionEvent) => void>()

/** The channel to the other tabs of this browser; undefined on the server. */
function tabChannel(): BroadcastChannel | undefined {
  if (typeof window === 'undefined') return undefined
  if (!channel) {
    channel = new BroadcastChannel('amparo-session')
    channel.addEventListener('message', () => notify('elsewhere'))
  }
  return channel
}

const notify = (event: SessionEvent) => {
  for (const listener of listeners) listener(event)
}

/**
 * Announces that login, registration, logout or account deletion changed the session here: the next
 * navigation reloads it, and the other tabs do so at once (AUT-25).
 */
export function announceSessionChange(): void {
  changed = true
  tabChannel()?.postMessage('changed')
}

/** Whether the session changed since the last call. */
export function consumeSessionChange(): boolean {
  const result = changed
  changed = false
  return result
}

/** Announces that this page's session may be outdated: the server rejected it (401) or its data changed. */
export function announceSessionStale(): void {
  if (!isEnding) notify('stale')
}

/**
 * Runs what ends the session in this tab and leaves the page. Until it is done, other requests of the page are
 * rejected as expected: revalidating the page then would send it to /login.
 */
export async function whileEndingSession(endAndLeave: () => Promise<void>): Promise<void> {
  isEnding = true
  try {
    await endAndLeave()
  } finally {
    isEnding = false
  }
}

/**
 * Subscribes to signs that the page may show an outdated session: changed in another tab, rejected by the
 * server, or the page was restored from the back-forward cache.
 * @returns unsubscribes
 */
export function onSessionEvent(listener: (event: SessionEvent) => void): () => void {
  tabChannel()
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) listener('restored')
  }
  listeners.add(listener)
  addEventListener('pageshow', onPageShow)
  return () => {
    listeners.delete(listener)
    removeEventListener('pageshow', onPageShow)
  }
}
