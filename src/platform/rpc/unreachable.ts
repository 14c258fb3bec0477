import { OFFLINE } from './offline.ts'

/** What a navigation waits for that could not be fetched. */
interface Attempt {
  /** `program`: the destination's JavaScript; `data`: what its loader reads. */
  kind: 'data' | 'program'
  /** Spanish, for the person who waits. */
  text: string
  retry(destination: string): void
}

export interface Unreachable {
  kind: Attempt['kind']
  text: string
}

const attempts = new Set<Attempt>()
const watchers = new Set<() => void>()
let current: Unreachable | null = null

function notify(): void {
  const last = [...attempts].at(-1)
  current = last ? { kind: last.kind, text: last.text } : null
  for (const watcher of watchers) watcher()
}

export function watchUnreachable(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

/** What could not be fetched last and waits for another try, the same object until that changes; null: nothing. */
export const unreachable = (): Unreachable | null => current

/** Tries again whatever waits. @param destination address of the page that the person wants */
export function retryUnreachable(destination: string): void {
  for (const attempt of [...attempts]) attempt.retry(destination)
}

/**
 * Waits until the person asks for another try.
 * @returns where they want to go
 * @throws the signal's reason when the navigation is given up
 */
function untilRetried(kind: Attempt['kind'], text: string, signal?: AbortSignal | null): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => {
      attempts.delete(attempt)
      notify()
      finish()
    }
    const attempt: Attempt = { kind, text, retry: (destination) => end(() => resolve(destination)) }
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true })
    attempts.add(attempt)
    notify()
  })
}

const GATEWAY_FAILURES = [502, 503, 504]

/**
 * Makes a navigation wait while its page cannot be reached (H-08): React Router keeps the present page, with all that was
 * typed into it, until the request for the next one's data is answered. It has no hook for a failed one, so `fetch` is
 * wrapped: no answer at all, or one of a gateway or an overloaded server, waits for `retryUnreachable`.
 */
export function keepPageWhileUnreachable(): void {
  const plainFetch = window.fetch
  window.fetch = async (input, init) => {
    if (!isOfNavigation(input, init)) return plainFetch(input, init)
    for (;;) {
      let text = OFFLINE
      try {
        const answer = await plainFetch(input, init)
        if (!GATEWAY_FAILURES.includes(answer.status)) return answer
        // Amparo's own refusals are one Spanish line; a proxy's page is not shown.
        const isOurs =
          answer.headers.get('content-type')?.startsWith('text/plain') && answer.headers.has('retry-after')
        if (isOurs) text = await answer.text()
      } catch (error) {
        if (init?.signal?.aborted) throw error
      }
      await untilRetried('data', text, init?.signal)
    }
  }
}

/** A page's data, or which routes there are; asked for ahead of any navigation, the latter has no signal. */
const isOfNavigation = (input: RequestInfo | URL, init: RequestInit | undefined) =>
  input instanceof URL &&
  input.origin === location.origin &&
  (input.pathname.endsWith('.data') ||
    (input.pathname === '/__manifest' && init?.signal instanceof AbortSignal))

/**
 * The same for a route's program, which React Router would answer by reloading the page (vite.config.ts, `lost-route`).
 * @param url address of the module that could not be imported
 * @public imported by that plugin alone
 */
export async function importRouteAgain(url: string): Promise<unknown> {
  for (;;) {
    const destination = await untilRetried('program', (await isServerThere()) ? NEW_RELEASE : OFFLINE)
    try {
      // Browsers remember a failed import by its address.
      return await import(/* @vite-ignore */ `${url}?${Date.now()}`)
    } catch (error) {
      console.error(error)
      // A new release took the program away: only a new document knows its own.
      if (await isServerThere()) location.assign(destination)
    }
  }
}

const NEW_RELEASE = 'Amparo se actualizó mientras tenías esta página abierta.'

const isServerThere = () =>
  fetch('/favicon.svg', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
