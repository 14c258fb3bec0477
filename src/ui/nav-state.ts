import { useLocation } from 'react-router'
import { useHydrated } from './hydrated.ts'

/**
 * What the navigation carried (`state` of a link), read only after hydration: it survives a reload, but the server
 * never saw it, so rendering it at once would differ from the server's page.
 * @returns undefined until hydrated, then the state or null
 */
export function useNavState<T>(): Partial<T> | null | undefined {
  const hydrated = useHydrated()
  const { state } = useLocation()
  if (!hydrated) return undefined
  return typeof state === 'object' && state !== null ? (state as Partial<T>) : null
}
