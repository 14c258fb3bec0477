import type { RateLimit } from '../../platform/http/rate-limit.ts'

/** SEG-30: requests of one address. */
export const FEED_RATE_LIMIT: RateLimit = { max: 60, windowSeconds: 3_600 }
/** New addresses of one person. */
export const ADDRESS_RATE_LIMIT: RateLimit = { max: 20, windowSeconds: 3_600 }

/** SEG-30: the days that a calendar covers, from today. */
export const FEED_DAYS = { past: 90, future: 365 } as const

/** The token in a requested file name, or null. */
export const tokenOf = (file: string): string | null => /^([A-Za-z0-9_-]{43})\.ics$/.exec(file)?.[1] ?? null
