import { useLocation } from 'react-router'
import { useHydrated } from './use-hydrated.ts'

/**
 * The location state (`state` of a link), read only after hydration: it survives a reload, but the server
 * never sees it, so rendering it earlier would not match the server's HTML.
 * @returns undefined until hydrated, then the state or null
 */
export function useLocationState<T>(): Partial<T> | null | undefined {
  const hydrated = useHydrated()
  const { state } = useLocation()
  if (!hydrated) return undefined
  return typeof state === 'object' && state !== null ? (state as Partial<T>) : null
}
