import { createDatabase, createPool } from '../../../src/platform/database/database.server.ts'
import type { RunningPlatform } from '../../../src/server/platform.ts'
import type { DatabaseSuite } from '../app/suite.ts'

/**
 * Runs `work` with services on a database whose clock of rules (`app_now()`) is at a time of the day in Chile.
 * @param time such as '08:59'
 * @param days from today
 */
export async function withClockAt<T>(
  { database, platform }: DatabaseSuite,
  time: string,
  days: number,
  work: (platform: RunningPlatform) => Promise<T>,
): Promise<T> {
  const [row] = await database.sql<{ seconds: number }>(
    `select ceil(extract(epoch from ((now() at time zone 'America/Santiago')::date + $1::int + $2::time)
       at time zone 'America/Santiago' - now()))::int as seconds`,
    [days, time],
  )
  const pool = createPool(database.url, platform.log, 4, { 'app.clock_shift': `${row?.seconds ?? 0}s` })
  try {
    return await work({ ...platform, pool, db: createDatabase(pool) })
  } finally {
    await pool.end()
  }
}
