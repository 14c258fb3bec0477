import type { Db } from '../../../platform/database/database.server.ts'
import { type Refusal, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { consumeAttempt } from '../../../platform/http/rate-limit.server.ts'
import type { RateLimit } from '../../../platform/http/rate-limit.ts'
import { LOGIN_BUSY } from './refusals.server.ts'

/** Delay of an answer, in seconds. */
export const TARPIT_DELAY_SECONDS = 8
/**
 * Maximum of delayed answers in progress, per key and process; further requests get 503. With a delay of 8 s,
 * this allows about one attempt per second.
 */
export const MAX_DELAYED_ANSWERS = 8

/** Delayed answers in progress, by `TarpitOptions.key`. */
const delayedByKey = new Map<string, number>()

/** Configures the delay for a client that fails too often. */
export interface TarpitOptions<T> {
  /** Operation and IP address, as in `login:203.0.113.9`. */
  key: string
  /** How many failures are answered without delay. */
  limit: RateLimit
  /** Whether a result counts as a failure. Default: every result does. */
  isFailure?: (result: Result<T>) => boolean
  /** Whether to admit the request although the key has the maximum of delayed answers. Default: never. */
  isExempt?: () => Promise<boolean>
}

/** Matches refusals with one of these codes. */
export const refusedWith =
  (...codes: Refusal['code'][]) =>
  <T>(result: Result<T>): boolean =>
    !result.ok && codes.includes(result.refusal.code)

/**
 * Tarpit: runs the work and delays the answer if it is a failure beyond the limit. A client is slowed down
 * but never blocked: a success (a right password) is answered at once (H-07, docs/decisions/0029).
 *
 * The delay comes after the work, so it occupies no place in the login queue. While MAX_DELAYED_ANSWERS answers
 * of a key are delayed, further requests get 503 before any work, unless `isExempt`; their failures are delayed
 * too. A client that disconnects does not shorten a delay.
 */
export async function withTarpit<T>(
  { db }: { db: Db },
  slowDown: TarpitOptions<T>,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const { key, limit } = slowDown
  const isExhausted = (delayedByKey.get(key) ?? 0) >= MAX_DELAYED_ANSWERS
  if (isExhausted && !(await slowDown.isExempt?.())) return refuse(LOGIN_BUSY)
  const result = await work()
  const isCounted = slowDown.isFailure?.(result) ?? true
  if (isCounted && (await consumeAttempt(db, key, limit)) !== null) await delayAnswer(key)
  return result
}

async function delayAnswer(key: string): Promise<void> {
  delayedByKey.set(key, (delayedByKey.get(key) ?? 0) + 1)
  await new Promise((resolve) => setTimeout(resolve, TARPIT_DELAY_SECONDS * 1_000))
  const left = (delayedByKey.get(key) ?? 1) - 1
  if (left > 0) delayedByKey.set(key, left)
  else delayedByKey.delete(key)
}
