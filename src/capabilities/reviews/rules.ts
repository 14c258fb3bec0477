import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { Session } from '../../platform/session/session.ts'
import { MESSAGES } from './schema.ts'

declare const proven: unique symbol
/** Proof that the user is a client. Only `reviewClient` creates it. SQL checks whom they may review. */
export interface ReviewClient {
  readonly clientId: string
  readonly [proven]: true
}

/** Authorizes writing reviews (REV-03, ROL-02). Errors: not a client (403). */
export function reviewClient({ role, userId }: Session): Result<ReviewClient> {
  if (role === 'client') return accept({ clientId: userId } as ReviewClient)
  return refuse({ code: 'FORBIDDEN', message: MESSAGES.clientsOnly })
}

/** Proof that the user is a lawyer, who receives reviews (DAL-11). Only `reviewedLawyer` creates it. */
export interface ReviewedLawyer {
  readonly lawyerId: string
  readonly [proven]: true
}

/** Authorizes reading the received reviews. Errors: not a lawyer (403). */
export function reviewedLawyer({ role, userId }: Session): Result<ReviewedLawyer> {
  if (role === 'lawyer') return accept({ lawyerId: userId } as ReviewedLawyer)
  return refuse({ code: 'FORBIDDEN', message: MESSAGES.lawyersOnly })
}

export const REVIEW_RATE_LIMIT: RateLimit = { max: 60, windowSeconds: 3600 }
