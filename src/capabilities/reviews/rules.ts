import type { Result } from '../../platform/errors/refusal.ts'
import type { Limit } from '../../platform/http/limits.ts'
import type { Session } from '../../platform/session.ts'
import { MESSAGES } from './schema.ts'

declare const proven: unique symbol
/** Somebody who was proven to be a client; `reviewClient` alone makes one. Whose lawyer they know, the statement says. */
export interface ReviewClient {
  readonly clientId: string
  readonly [proven]: true
}

/** The scope of writing reviews (REV-03, ROL-02); lawyers and administrators are refused (403). */
export function reviewClient({ role, userId }: Session): Result<ReviewClient> {
  if (role === 'client') return { ok: true, value: { clientId: userId } as ReviewClient }
  return { ok: false, refusal: { code: 'FORBIDDEN', message: MESSAGES.clientsOnly } }
}

/** Whoever receives reviews (DAL-11); `reviewedLawyer` alone makes one. */
export interface ReviewedLawyer {
  readonly lawyerId: string
  readonly [proven]: true
}

/** The scope of reading what one has received; others are refused (403). */
export function reviewedLawyer({ role, userId }: Session): Result<ReviewedLawyer> {
  if (role === 'lawyer') return { ok: true, value: { lawyerId: userId } as ReviewedLawyer }
  return { ok: false, refusal: { code: 'FORBIDDEN', message: MESSAGES.lawyersOnly } }
}

/** Reviews that one client may write or change. */
export const REVIEW_LIMIT: Limit = { most: 60, seconds: 3600 }
