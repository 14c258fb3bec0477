import type { Result } from '../../platform/errors/refusal.ts'
import type { Session } from '../../platform/session.ts'
import { MESSAGES } from './schema.ts'

declare const proven: unique symbol
/** Somebody who was proven to be an administrator; `administrator` alone makes one. */
export interface Admin {
  readonly adminId: string
  readonly [proven]: true
}

/**
 * The scope of everything in this slice (OPEN-01): the role as the session was read for this request, never what a page
 * or an address says. Others are refused (403).
 */
export function administrator(session: Session): Result<Admin> {
  if (session.role === 'admin') return { ok: true, value: { adminId: session.userId } as Admin }
  return { ok: false, refusal: { code: 'FORBIDDEN', message: MESSAGES.notAllowed } }
}

/** How long the dashboard's intent works, seconds: it is used by the page that follows the press (OPEN-05). */
export const INTENT_SECONDS = 120
/** How long an administrator may look at a document through one link, seconds (OPEN-61). */
export const DOCUMENT_SECONDS = 3_600
/** Rows of one page of the queue and of the register. */
export const PAGE = 20

/** PDFs are shown in a frame, all else that the bucket takes is an image. @param key of the stored file */
export const documentKind = (key: string): 'image' | 'pdf' => (key.endsWith('.pdf') ? 'pdf' : 'image')

/** «Oficina 401» says itself what it is; digits after it are no letters, so «Of401» does too. */
const NAMED_DOOR =
  /^(?:oficina|ofic|of|departamento|depto|dpto|depa|local|piso|casa|torre|block|edificio)(?!\p{L})/iu

/** A declared address in a line. The form's field is «Departamento u oficina»: a bare number is the former. */
export function addressLine(street: string | null, number: string | null, door: string | null): string {
  const inside = door && !NAMED_DOOR.test(door) ? `depto. ${door}` : door
  return [street, number, inside].filter(Boolean).join(' ')
}
