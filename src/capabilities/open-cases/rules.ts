import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { CaseStatus, Side } from '../cases/schema.ts'

/** SEG-34: after how many days a case is still open its client is asked, once each. */
export const QUESTION_DAYS = [30, 60] as const

/** DAT-30: why a case was withdrawn, beside the reasons of SEG-33. */
export const CONSENT_WITHDRAWN_REASON = 'Retiré mi consentimiento'

/** Limit of edits, withdrawals and the like for each client. */
export const CHANGE_RATE_LIMIT: RateLimit = { max: 60, windowSeconds: 3600 }

/** SEG-32, SEG-33: whether this side has the buttons of an open case. */
export const mayChangeOpenCase = (status: CaseStatus, side: Side) =>
  side === 'client' && status === 'ingresado'
