import type { Db } from '../../../platform/database/database.server.ts'
import { type Refusal, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { takeTry } from '../../../platform/http/limits.server.ts'
import type { Limit } from '../../../platform/http/limits.ts'
import { BUSY } from './refusals.server.ts'

/** Seconds by which an answer is late. */
export const LATE_SECONDS = 8
/** From so many late answers of a key on, the next asker is told to come back: about one try a second and process. */
export const LATE_PER_ADDRESS = 8

/** Late answers under way, by `SlowDown.key`. */
const late = new Map<string, number>()

/** How an address that fails too often is slowed down. */
export interface SlowDown<T> {
  /** What is counted of which address, and how much of it is answered at once. */
  key: string
  limit: Limit
  /** Whether an answer counts. Left out, every one does. */
  counts?: (result: Result<T>) => boolean
  /** Whether the asker is heard although the address has no late answer left. */
  mayTry?: () => Promise<boolean>
}

/** Refusals with one of these codes count, nothing else does. */
export const failingWith =
  (...codes: Refusal['code'][]) =>
  <T>(result: Result<T>): boolean =>
    !result.ok && codes.includes(result.refusal.code)

/**
 * Does the work and answers late what counts beyond the limit, so that an address is slowed down but never shut: what
 * does not count (a right password) is answered at once. The work is done before the wait and holds no place of the gate
 * meanwhile. When LATE_PER_ADDRESS answers are late, the next one is refused before it costs anything (503) unless it
 * `mayTry`, and then its failure is late too; hanging up ends none of them (H-07).
 */
export async function slowedDown<T>(
  { db }: { db: Db },
  { key, limit, counts = () => true, mayTry = async () => false }: SlowDown<T>,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  if ((late.get(key) ?? 0) >= LATE_PER_ADDRESS && !(await mayTry())) return refuse(BUSY)
  const result = await work()
  if (counts(result) && (await takeTry(db, key, limit)) !== null) await beLate(key)
  return result
}

async function beLate(key: string): Promise<void> {
  late.set(key, (late.get(key) ?? 0) + 1)
  await new Promise((resolve) => setTimeout(resolve, LATE_SECONDS * 1_000))
  const left = (late.get(key) ?? 1) - 1
  if (left > 0) late.set(key, left)
  else late.delete(key)
}
