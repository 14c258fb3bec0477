import { useLocation } from 'react-router'
import { useNavState } from '../../../ui/nav-state.ts'
import { ownPath } from '../rules.ts'
import type { RoleState } from './role-state.ts'

/**
 * The page to return to once signed in or registered: from ?volver=, or carried along between /login, the role
 * dialogs and /register.
 * @returns null when there is none, or none of ours
 */
export function useVolver(): string | null {
  const carried = useNavState<RoleState>()?.volver
  const { search } = useLocation()
  const volver = new URLSearchParams(search).get('volver') ?? carried
  return ownPath(typeof volver === 'string' ? volver : null)
}

/** /login, which leads on to that page. */
export const loginPath = (volver: string | null) =>
  volver === null ? '/login' : `/login?volver=${encodeURIComponent(volver)}`
