import type { Db } from '../../../platform/database/database.server.ts'
import { type Refusal, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { consumeAttempt } from '../../../platform/http/limits.server.ts'
import type { RateLimit } from '../../../platform/http/limits.ts'
import { BUSY } from './refusals.server.ts'

/** Delay of an answer, in seconds. */
export const LATE_SECONDS = 8
/**
 * Maximum of delayed answers in progress, per key and process; further requests get 503. With a delay of 8 s,
 * this allows about one attempt per second.
 */
export const LATE_PER_ADDRESS = 8

/** Delayed answers in progress, by `SlowDown.key`. */
const delayedByKey = new Map<string, number>()

/** Configures the delay for a client that fails too often. */
export interface SlowDown<T> {
  /** Operation and IP address, as in `login:203.0.113.9`. */
  key: string
  /** How many failures are answered without delay. */
  limit: RateLimit
  /** Whether a result counts as a failure. Default: every result does. */
  counts?: (result: Result<T>) => boolean
  /** Whether to admit the request although the key has the maximum of delayed answers. Default: never. */
  mayTry?: () => Promise<boolean>
}

/** Matches refusals with one of these codes. */
export const failingWith =
  (...codes: Refusal['code'][]) =>
  <T>(result: Result<T>): boolean =>
    !result.ok && codes.includes(result.refusal.code)

/**
 * Tarpit: runs the work and delays the answer if it is a failure beyond the limit. A client is slowed down
 * but never blocked: a success (a right password) is answered at once (H-07, docs/decisions/0029).
 *
 * The delay comes after the work, so it occupies no place in the login queue. While LATE_PER_ADDRESS answers
 * of a key are delayed, further requests get 503 before any work, unless `mayTry`; their failures are delayed
 * too. A client that disconnects does not shorten a delay.
 */
export async function slowedDown<T>(
  { db }: { db: Db },
  slowDown: SlowDown<T>,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const { key, limit } = slowDown
  const isExhausted = (delayedByKey.get(key) ?? 0) >= LATE_PER_ADDRESS
  if (isExhausted && !(await slowDown.mayTry?.())) return refuse(BUSY)
  const result = await work()
  const isCounted = slowDown.counts?.(result) ?? true
  if (isCounted && (await consumeAttempt(db, key, limit)) !== null) await delayAnswer(key)
  return result
}

async function delayAnswer(key: string): Promise<void> {
  delayedByKey.set(key, (delayedByKey.get(key) ?? 0) + 1)
  await new Promise((resolve) => setTimeout(resolve, LATE_SECONDS * 1_000))
  const left = (delayedByKey.get(key) ?? 1) - 1
  if (left > 0) delayedByKey.set(key, left)
  else delayedByKey.delete(key)
}
