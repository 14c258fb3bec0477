import type { RateLimit } from '../../platform/http/rate-limit.ts'

/** Rate limit of uploads per user: enough for a whole folder of documents at once. */
export const DOCUMENT_UPLOAD_RATE_LIMIT: RateLimit = { max: 100, windowSeconds: 3_600 }
