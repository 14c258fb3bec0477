import { createContext, useContext, useEffect, useRef } from 'react'
import type { EventKind } from './event-kinds.ts'
import { type LiveEvent, subscribe } from './event-log.ts'

/** Position of the data that the page was rendered with (`prefetch`). */
export const PagePosition = createContext<string | null>(null)

/**
 * Subscribes to live events of some kinds while the component is mounted, e.g. to refetch its queries:
 * `useEvents(['proposal'], () => void refetchQueries(client, { queryKey }))`. Events since the page's data
 * was read are delivered first. After a lost connection events may repeat, so handlers must be idempotent.
 * @param onEvent also gets RESET («reset»): anything may have changed, refetch everything
 */
export function useEvents(kinds: readonly EventKind[], onEvent: (event: LiveEvent) => void): void {
  const since = useContext(PagePosition)
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  })
  const names = kinds.join(' ')
  useEffect(() => subscribe(names.split(' '), (event) => latest.current(event), since), [names, since])
}
