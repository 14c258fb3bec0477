import { useEffect, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { onSessionNews } from './session-change.ts'

let questions = 0
const watchers = new Set<() => void>()

function count(step: 1 | -1) {
  questions += step
  for (const watcher of watchers) watcher()
}

/**
 * Once in the root: asks again who is signed in whenever that may have changed behind the page's back (HOM-01,
 * AUT-25). Every loader runs again, so a guarded page sends away whoever may no longer be there.
 * @param signedIn whether the page shows somebody; a refusal is news only then
 */
export function useSessionFollowing(signedIn: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(
    () =>
      onSessionNews((news) => {
        // What a question under way will answer anyway, or nobody can answer now.
        if (news === 'refused' && (questions > 0 || !signedIn)) return
        if (news === 'restored' && !navigator.onLine) return
        count(1)
        void revalidate().finally(() => count(-1))
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

/** Whether the session is being asked for again: meanwhile nobody knows who looks. */
export function useSessionAsked(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => questions > 0,
    () => false,
  )
}
