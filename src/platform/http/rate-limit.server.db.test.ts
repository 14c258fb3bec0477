import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { silentLog } from '../../../tests/support/database/test-database.ts'
import { createDatabase, createPool } from '../database/database.server.ts'
import { runRetention } from '../retention/retention.server.ts'
import { clearAttempts, consumeAttempt, rateLimitRetention, refundAttempt } from './rate-limit.server.ts'
import type { RateLimit } from './rate-limit.ts'

const suite = useDatabase()
const LIMIT: RateLimit = { max: 5, windowSeconds: 600 }

const attempt = (key: string, db = suite.platform.db) => consumeAttempt(db, key, LIMIT)
const setWindowAge = (key: string, seconds: number) =>
  suite.database.sql(
    `update rate_limits set window_start = app_now() - make_interval(secs => $2) where key = $1`,
    [key, seconds],
  )
/** An attempt this many seconds into the window. In one transaction app_now() does not advance. */
const attemptAt = (key: string, seconds: number) =>
  suite.platform.db.transaction().execute(async (tx) => {
    await sql`
      update rate_limits set window_start = app_now() - make_interval(secs => ${seconds}) where key = ${key}
    `.execute(tx)
    return consumeAttempt(tx, key, LIMIT)
  })
const row = async (key: string) =>
  (await suite.database.sql('select count from rate_limits where key = $1', [key]))[0]

describe('rate limit of a key', () => {
  test('allows as many attempts as the limit, then returns the seconds to wait', async () => {
    for (let n = 0; n < 5; n++) expect(await attempt('a')).toBeNull()
    const wait = await attempt('a')
    expect(wait).toBeGreaterThan(590)
    expect(wait).toBeLessThanOrEqual(600)
    expect(await attempt('b')).toBeNull()
  })

  test('60 at once over two pools: exactly the limit passes', async () => {
    const pool = createPool(suite.database.url, silentLog())
    const dbs = [suite.platform.db, createDatabase(pool)]
    const results = await Promise.all(Array.from({ length: 60 }, (_, n) => attempt('race', dbs[n % 2])))
    expect(results.filter((wait) => wait === null)).toHaveLength(5)
    // Rejected attempts do not increase the count further.
    expect(await row('race')).toEqual({ count: 6 })
    await pool.end()
  })

  test('the window starts with the first attempt and later ones do not extend it', async () => {
    for (let n = 0; n < 5; n++) await attempt('c')
    expect(await attemptAt('c', 590)).toBe(10)
    expect(await attemptAt('c', 600)).toBeNull()
    expect(await row('c')).toEqual({ count: 1 })
  })

  test('60 at once when the window has just ended: exactly the limit passes', async () => {
    for (let n = 0; n < 6; n++) await attempt('d')
    await setWindowAge('d', 601)
    const results = await Promise.all(Array.from({ length: 60 }, () => attempt('d')))
    expect(results.filter((wait) => wait === null)).toHaveLength(5)
  })

  test('a wait is at least one second', async () => {
    for (let n = 0; n < 6; n++) await attempt('e')
    expect(await attemptAt('e', 599.99)).toBe(1)
  })

  test('a refunded attempt does not count, and the count never drops below 0', async () => {
    for (let n = 0; n < 5; n++) await attempt('f')
    await refundAttempt(suite.platform.db, 'f')
    expect(await attempt('f')).toBeNull()
    expect(await attempt('f')).not.toBeNull()
    for (let n = 0; n < 9; n++) await refundAttempt(suite.platform.db, 'f')
    expect(await row('f')).toEqual({ count: 0 })
    await refundAttempt(suite.platform.db, 'unknown')
  })

  test('a cleared key starts again from 0', async () => {
    for (let n = 0; n < 6; n++) await attempt('g')
    await clearAttempts(suite.platform.db, 'g')
    expect(await attempt('g')).toBeNull()
  })

  test('fails closed when the database is unavailable', async () => {
    const pool = createPool(suite.database.url.replace(/\/[^/]*$/, '/no_such_database'), silentLog())
    await expect(attempt('h', createDatabase(pool))).rejects.toThrow()
    await pool.end()
  })

  test('retention deletes only windows older than a day', async () => {
    await attempt('old')
    await attempt('young')
    await setWindowAge('old', 25 * 3600)
    await runRetention(suite.platform, [rateLimitRetention])
    expect(await row('old')).toBeUndefined()
    expect(await row('young')).toEqual({ count: 1 })
  })
})
