import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False on the server and while React takes over the page, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
