import type { RateLimit } from '../../platform/http/rate-limit.ts'

/** DAT-62: looks at people, of one administrator. */
export const LOOKUP_LIMIT: RateLimit = { max: 60, windowSeconds: 3600 }
/** DAT-62: the others get one notice per window. */
export const STOP_LIMIT: RateLimit = { max: 1, windowSeconds: 3600 }

export const LOG_PAGE_SIZE = 50
