import { sql } from 'kysely'
import type { Db } from '../database/database.server.ts'
import { accept, type Result, refuse } from '../errors/refusal.ts'
import { counted, days, type RetentionRule } from '../retention/retention.server.ts'
import type { RateLimit } from './rate-limit.ts'

/**
 * Counts one attempt of `key` against the limit, atomically and before the work, so that concurrent requests
 * cannot exceed it. Call `refundAttempt` when the attempt should not count.
 * @returns null when allowed, else the seconds until the window ends
 * @throws when the database is unavailable: the limit fails closed
 */
export async function consumeAttempt(db: Db, key: string, limit: RateLimit): Promise<number | null> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into rate_limits as l (key, count, window_start) values (${key}, 1, app_now())
    on conflict (key) do update set
      count = case when l.window_start <= app_now() - make_interval(secs => ${limit.windowSeconds}) then 1 else least(l.count + 1, ${limit.max + 1}) end,
      window_start = case when l.window_start <= app_now() - make_interval(secs => ${limit.windowSeconds}) then app_now() else l.window_start end
    returning count, ceil(extract(epoch from window_start + make_interval(secs => ${limit.windowSeconds}) - app_now()))::int as wait
  `.execute(db)
  const row = rows[0]
  if (!row) throw new Error('rate limit row missing')
  return row.count > limit.max ? Math.max(1, row.wait) : null
}

/** `consumeAttempt` for a command. Refused: 429 with this message. */
export async function checkRateLimit(
  db: Db,
  key: string,
  limit: RateLimit,
  message: string,
): Promise<Result<true>> {
  const wait = await consumeAttempt(db, key, limit)
  return wait === null ? accept(true) : refuse({ code: 'TOO_MANY_REQUESTS', message, retryAfter: wait })
}

/** Whether the key has no attempts in its current window. */
export async function hasNoAttempts(db: Db, key: string, { windowSeconds }: RateLimit): Promise<boolean> {
  const { rows } = await sql`
    select 1 from rate_limits
    where key = ${key} and count > 0 and window_start > app_now() - make_interval(secs => ${windowSeconds})
  `.execute(db)
  return rows.length === 0
}

/** What `consumeAttempt` would return, without counting an attempt. */
export async function secondsToWait(db: Db, key: string, limit: RateLimit): Promise<number | null> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from window_start + make_interval(secs => ${limit.windowSeconds}) - app_now()))::int as wait
    from rate_limits
    where key = ${key} and count >= ${limit.max} and window_start > app_now() - make_interval(secs => ${limit.windowSeconds})
  `.execute(db)
  return rows[0] ? Math.max(1, rows[0].wait) : null
}

/** Undoes one `consumeAttempt` of the key. */
export async function refundAttempt(db: Db, key: string): Promise<void> {
  await sql`update rate_limits set count = greatest(count - 1, 0) where key = ${key}`.execute(db)
}

/** Deletes the attempts of `keys`, for example after the owner has proven who they are. */
export async function clearAttempts(db: Db, ...keys: string[]): Promise<void> {
  await sql`delete from rate_limits where key = any(${keys}::text[])`.execute(db)
}

/** DAT-38. */
export const rateLimitRetention: RetentionRule = {
  name: 'attempts',
  title: 'Intentos contados para frenar abusos',
  period: '1 día',
  seconds: days(1),
  deleteBatch: async (tx, { before, limit }) =>
    counted(
      await sql`delete from rate_limits where key in (
        select key from rate_limits where window_start < ${before} limit ${limit})`.execute(tx),
    ),
}
