import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { Session } from '../../platform/session/session.ts'
import { MESSAGES } from './schema.ts'

declare const brand: unique symbol
/** A scope: the user is an administrator. Only `requireAdmin` creates one. */
export interface Admin {
  readonly adminId: string
  readonly [brand]: true
}

/**
 * Checks that the user is an administrator (OPEN-01). Uses the role from the session of this request, never
 * data from the page or the URL. Everyone else gets 403.
 */
export function requireAdmin(session: Session): Result<Admin> {
  if (session.role === 'admin') return accept({ adminId: session.userId } as Admin)
  return refuse({ code: 'FORBIDDEN', message: MESSAGES.notAllowed })
}

/** Lifetime of a token from `intent`, in seconds (OPEN-05). */
export const INTENT_TTL_SECONDS = 120
export const PAGE_SIZE = 20

/**
 * PDFs are shown in a frame; everything else the bucket accepts is an image.
 * @param key storage key of the file
 */
export const documentKind = (key: string): 'image' | 'pdf' => (key.endsWith('.pdf') ? 'pdf' : 'image')

/** Matches a unit that already names its type, such as «Oficina 401» or «Of401». */
const UNIT_WITH_TYPE =
  /^(?:oficina|ofic|of|departamento|depto|dpto|depa|local|piso|casa|torre|block|edificio)(?!\p{L})/iu

/**
 * The declared address in one line. The form has one field «Departamento u oficina»: a bare number there
 * means an apartment, so «depto.» is added.
 */
export function formatAddress(street: string | null, number: string | null, unit: string | null): string {
  const labelled = unit && !UNIT_WITH_TYPE.test(unit) ? `depto. ${unit}` : unit
  return [street, number, labelled].filter(Boolean).join(' ')
}
