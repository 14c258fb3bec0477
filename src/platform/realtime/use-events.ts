import { createContext, useContext, useEffect, useRef } from 'react'
import { type LiveEvent, subscribe } from './heard.ts'

/** Position of the data that the page around was given (`prefetch`). */
export const PagePosition = createContext<string | null>(null)

/**
 * Hears live events of some kinds while the component stands, e.g. to invalidate its queries:
 * `useEvents(['proposal'], () => void readAnew(client, { queryKey }))`. What happened between the page's data and
 * now is told at once. The same event may come again after a lost connection, so hearing it twice must do no harm.
 * @param heard also gets RESET («reset»): anything may have changed, read everything anew
 */
export function useEvents(kinds: readonly string[], heard: (event: LiveEvent) => void): void {
  const since = useContext(PagePosition)
  const latest = useRef(heard)
  useEffect(() => {
    latest.current = heard
  })
  const names = kinds.join(' ')
  useEffect(() => subscribe(names.split(' '), (event) => latest.current(event), since), [names, since])
}
