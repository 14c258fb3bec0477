import { useLocation, useNavigation, useSearchParams } from 'react-router'

/**
 * The search part of the address, for filters that stand in it while a loader reads what they find.
 * @returns `search` as it stands; `asked`: as it will stand when what is on its way has come (what is chosen meanwhile
 * joins that one, or it would be lost); `waiting`: whether something is; `setSearch` as React Router gives it
 */
export function useAskedSearch() {
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const next = useNavigation().location
  const waiting = next?.pathname === pathname
  return { search, asked: waiting ? new URLSearchParams(next.search) : search, waiting, setSearch }
}
