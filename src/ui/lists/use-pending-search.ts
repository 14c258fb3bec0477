import { useLocation, useNavigation, useSearchParams } from 'react-router'

/**
 * The URL's search parameters, for filters whose results a loader reads.
 * @returns `search`: the current ones; `latest`: those of a pending navigation on this page, otherwise the
 * current ones (a choice made meanwhile must be added to these, or the pending one would be lost);
 * `waiting`: whether there is a pending one; `setSearch`: React Router's setter
 */
export function usePendingSearch() {
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const next = useNavigation().location
  const waiting = next?.pathname === pathname
  return { search, latest: waiting ? new URLSearchParams(next.search) : search, waiting, setSearch }
}
