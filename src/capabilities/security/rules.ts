import type { RateLimit } from '../../platform/http/rate-limit.ts'

/** DAT-48: how long a sign-in waits for its second step. */
export const SECOND_STEP_SECONDS = 600
/** DAT-48: wrong codes of one sign-in. */
export const MAX_WRONG_CODES = 5
/** DAT-48: codes tried for one account, over all its sign-ins and proofs. */
export const CODE_LIMIT: RateLimit = { max: 10, windowSeconds: 3600 }

/** DAT-46: RFC 6238. */
export const TOTP_DIGITS = 6
export const TOTP_PERIOD_SECONDS = 30

/** DAT-47. */
export const RECOVERY_CODES = 10

/** DAT-53: the words for a browser and its system. */
export interface DeviceName {
  /** «Chrome en Windows». */
  name: string
  isPhone: boolean
}
