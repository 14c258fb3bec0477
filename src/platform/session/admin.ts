import { accept, type Result, refuse } from '../errors/refusal.ts'
import type { Session } from './session.ts'

declare const brand: unique symbol
/** A scope: the user is an administrator. Only `requireAdmin` creates one. */
export interface Admin {
  readonly adminId: string
  readonly [brand]: true
}

export const ADMINS_ONLY = 'Solo una persona administradora puede hacer esto.'

/**
 * Checks that the user is an administrator (OPEN-01). Uses the role from the session of this request, never
 * data from the page or the URL. Everyone else gets 403.
 */
export function requireAdmin(session: Session, message: string): Result<Admin> {
  if (session.role === 'admin') return accept({ adminId: session.userId } as Admin)
  return refuse({ code: 'FORBIDDEN', message })
}
