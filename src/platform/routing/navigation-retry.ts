import { OFFLINE_MESSAGE } from '../errors/offline-message.ts'

export interface FailedNavigation {
  /** `program`: the destination's JavaScript; `data`: its loader's response. */
  kind: 'data' | 'program'
  /** Spanish, shown to the user. */
  text: string
}

/** A failed fetch that a navigation waits for. */
interface FailedFetch extends FailedNavigation {
  retry(destination: string): void
}

const failedFetches = new Set<FailedFetch>()
const watchers = new Set<() => void>()

function notify(): void {
  for (const watcher of watchers) watcher()
}

export function watchFailedNavigation(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

/** The last failed fetch that waits for a retry, or null. The same object until it changes. */
export const failedNavigation = (): FailedNavigation | null => [...failedFetches].at(-1) ?? null

/** Retries every failed fetch. @param destination URL of the page that the user wants */
export function retryFailedNavigation(destination: string): void {
  for (const failure of [...failedFetches]) failure.retry(destination)
}

/**
 * Waits until the user retries.
 * @returns URL of the page that the user wants
 * @throws the signal's reason when the navigation is aborted
 */
function untilRetried(kind: FailedFetch['kind'], text: string, signal?: AbortSignal | null): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      failedFetches.delete(failure)
      notify()
      finish()
    }
    const failure: FailedFetch = { kind, text, retry: (destination) => settle(() => resolve(destination)) }
    if (signal?.aborted) return reject(signal.reason)
    signal?.addEventListener('abort', () => settle(() => reject(signal.reason)), { once: true })
    failedFetches.add(failure)
    notify()
  })
}

const GATEWAY_FAILURES = [502, 503, 504]

/**
 * Makes a navigation wait while its page cannot be reached (H-08): React Router keeps the current page, with
 * everything typed into it, until the next page's data request completes. It has no hook for a failed one, so
 * this wraps `fetch`: a network error, or a response of a gateway or an overloaded server, waits for
 * `retryFailedNavigation`.
 */
export function installNavigationRetry(): void {
  const originalFetch = window.fetch
  window.fetch = async (input, init) => {
    if (!isNavigationRequest(input, init)) return originalFetch(input, init)
    for (;;) {
      let text = OFFLINE_MESSAGE
      try {
        const answer = await originalFetch(input, init)
        if (!GATEWAY_FAILURES.includes(answer.status)) return answer
        // Amparo's own responses are one Spanish line; a proxy's page is not shown.
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

/** A page's data request, or the route manifest; prefetched manifests have no signal. */
const isNavigationRequest = (input: RequestInfo | URL, init: RequestInit | undefined) =>
  input instanceof URL &&
  input.origin === location.origin &&
  (input.pathname.endsWith('.data') ||
    (input.pathname === '/__manifest' && init?.signal instanceof AbortSignal))

/**
 * Retries the import of a route's module. React Router would reload the page instead (vite.config.ts,
 * `lost-route`).
 * @param url URL of the module that could not be imported
 * @public imported by that plugin only
 */
export async function importRouteAgain(url: string): Promise<unknown> {
  for (;;) {
    const destination = await untilRetried(
      'program',
      (await isServerReachable()) ? NEW_RELEASE : OFFLINE_MESSAGE,
    )
    try {
      // A new URL, because browsers cache failed imports by URL.
      return await import(/* @vite-ignore */ `${url}?${Date.now()}`)
    } catch (error) {
      console.error(error)
      // A new release removed the module: only a new document has the current URLs.
      if (await isServerReachable()) location.assign(destination)
    }
  }
}

const NEW_RELEASE = 'Amparo se actualizó mientras tenías esta página abierta.'

const isServerReachable = () =>
  fetch('/favicon.svg', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
