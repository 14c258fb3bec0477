import { useLocation } from 'react-router'
import { useLocationState } from '../../../ui/boot/use-location-state.ts'
import { safeReturnPath } from '../rules.ts'
import type { RoleState } from './role-state.ts'

/**
 * The page to return to after signing in or registering: from ?volver=, or from the navigation state shared
 * by /login, the role dialogs and /register.
 * @returns null if there is none or it is not a path of this origin
 */
export function useReturnPath(): string | null {
  const carried = useLocationState<RoleState>()?.volver
  const { search } = useLocation()
  const volver = new URLSearchParams(search).get('volver') ?? carried
  return safeReturnPath(typeof volver === 'string' ? volver : null)
}

/** Path of /login that returns to `volver` afterwards. */
export const loginPath = (volver: string | null) => returningPath('/login', volver)

/** Path of the second step of a sign-in (DAT-48). */
export const secondStepPath = (volver: string | null) => returningPath('/segundo-paso', volver)

const returningPath = (path: string, volver: string | null) =>
  volver === null ? path : `${path}?volver=${encodeURIComponent(volver)}`
