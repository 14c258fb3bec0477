import { useEffect, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { onSessionEvent } from './session-events.ts'

let revalidations = 0
const watchers = new Set<() => void>()

function addRevalidations(step: 1 | -1) {
  revalidations += step
  for (const watcher of watchers) watcher()
}

/**
 * Revalidates all loaders when the session may have changed outside this page (HOM-01, AUT-25), so that
 * guards redirect users who lost access. Used once, in the root.
 * @param signedIn whether the page shows a session; a rejection by the server matters only then
 */
export function useSessionRevalidation(signedIn: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(
    () =>
      onSessionEvent((event) => {
        // A revalidation in flight covers it, or there is no network to revalidate.
        if (event === 'stale' && (revalidations > 0 || !signedIn)) return
        if (event === 'restored' && !navigator.onLine) return
        addRevalidations(1)
        void revalidate().finally(() => addRevalidations(-1))
      }),
    [revalidate, signedIn],
  )
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

/** Whether the session is being revalidated: until then it is unknown who is signed in. */
export function useIsSessionRevalidating(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => revalidations > 0,
    () => false,
  )
}
