import { sql } from 'kysely'
import type { Db } from '../database/database.server.ts'
import type { Limit } from './limits.ts'

/**
 * Takes one of the tries of `key` before the work is done, so that many at once cannot pass a limit that a check
 * followed by a count would let through. Give the try back with `giveBack` when it was no failure.
 * @returns null when there was one left, else the seconds until the window ends
 * @throws when the database cannot be reached: a limit that cannot be read is closed, never open
 */
export async function takeTry(db: Db, key: string, limit: Limit): Promise<number | null> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into rate_limits as l (key, count, window_start) values (${key}, 1, app_now())
    on conflict (key) do update set
      count = case when l.window_start <= app_now() - make_interval(secs => ${limit.seconds}) then 1 else least(l.count + 1, ${limit.most + 1}) end,
      window_start = case when l.window_start <= app_now() - make_interval(secs => ${limit.seconds}) then app_now() else l.window_start end
    returning count, ceil(extract(epoch from window_start + make_interval(secs => ${limit.seconds}) - app_now()))::int as wait
  `.execute(db)
  const row = rows[0]
  if (!row) throw new Error('rate limit row missing')
  return row.count > limit.most ? Math.max(1, row.wait) : null
}

/** Whether the key has used none of its attempts in the present window. */
export async function isUnused(db: Db, key: string, { seconds }: Limit): Promise<boolean> {
  const { rows } = await sql`
    select 1 from rate_limits
    where key = ${key} and count > 0 and window_start > app_now() - make_interval(secs => ${seconds})
  `.execute(db)
  return rows.length === 0
}

/** The try was no failure: it does not count. */
export async function giveBack(db: Db, key: string): Promise<void> {
  await sql`update rate_limits set count = greatest(count - 1, 0) where key = ${key}`.execute(db)
}

/** Forgets the failures of `keys` (the owner has proven themselves). */
export async function forget(db: Db, ...keys: string[]): Promise<void> {
  await sql`delete from rate_limits where key = any(${keys}::text[])`.execute(db)
}

/** Removes windows that ended a day ago; run by the nightly sweep. */
export async function sweepLimits(db: Db): Promise<void> {
  await sql`delete from rate_limits where window_start < app_now() - interval '1 day'`.execute(db)
}
