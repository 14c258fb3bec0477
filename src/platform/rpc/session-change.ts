/** What happened to the session outside this page's own doing. */
export type SessionNews = 'elsewhere' | 'refused' | 'restored'

let changed = false
let channel: BroadcastChannel | undefined
const listeners = new Set<(news: SessionNews) => void>()

/** The other tabs of this browser, or nothing where there is no browser. */
function otherTabs(): BroadcastChannel | undefined {
  if (typeof window === 'undefined' || typeof BroadcastChannel === 'undefined') return undefined
  if (!channel) {
    channel = new BroadcastChannel('amparo-session')
    channel.addEventListener('message', () => tell('elsewhere'))
  }
  return channel
}

const tell = (news: SessionNews) => {
  for (const listener of listeners) listener(news)
}

/**
 * Says that who is signed in has changed here, by login, registration, logout or deletion: the next navigation reads
 * the session again, and so do the other tabs at once (AUT-25).
 */
export function sessionChanged(): void {
  changed = true
  otherTabs()?.postMessage('changed')
}

/** Whether that was said since the last question. */
export function takeSessionChange(): boolean {
  const was = changed
  changed = false
  return was
}

/** Says that the server did not know the session that this page shows (401). */
export function sessionRefused(): void {
  tell('refused')
}

/**
 * Hears that the session may be another than the page shows: changed in another tab, refused by the server, or the
 * page came back from the back-forward cache.
 * @returns the end of listening
 */
export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  otherTabs()
  const restored = (event: PageTransitionEvent) => {
    if (event.persisted) listener('restored')
  }
  listeners.add(listener)
  addEventListener('pageshow', restored)
  return () => {
    listeners.delete(listener)
    removeEventListener('pageshow', restored)
  }
}
