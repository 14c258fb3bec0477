import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { silentLog } from '../../../tests/support/database.ts'
import { useDatabase } from '../../../tests/support/suite.ts'
import { createDatabase, createPool } from '../database/database.server.ts'
import { forget, giveBack, sweepLimits, takeTry } from './limits.server.ts'

const house = useDatabase()
const LIMIT = { most: 5, seconds: 600 }

const take = (key: string, db = house.platform.db) => takeTry(db, key, LIMIT)
const age = (key: string, seconds: number) =>
  house.database.sql(
    `update rate_limits set window_start = app_now() - make_interval(secs => $2) where key = $1`,
    [key, seconds],
  )
/** A try so many seconds into the window: in one transaction, in which the clock stands still. */
const takeAt = (key: string, seconds: number) =>
  house.platform.db.transaction().execute(async (tx) => {
    await sql`
      update rate_limits set window_start = app_now() - make_interval(secs => ${seconds}) where key = ${key}
    `.execute(tx)
    return takeTry(tx, key, LIMIT)
  })
const row = async (key: string) =>
  (await house.database.sql('select count from rate_limits where key = $1', [key]))[0]

describe('how many tries one key has', () => {
  test('as many as the limit says, then the seconds to wait', async () => {
    for (let n = 0; n < 5; n++) expect(await take('a')).toBeNull()
    const wait = await take('a')
    expect(wait).toBeGreaterThan(590)
    expect(wait).toBeLessThanOrEqual(600)
    expect(await take('b')).toBeNull()
  })

  test('60 at once over two pools: exactly the limit passes', async () => {
    const pool = createPool(house.database.url, silentLog())
    const dbs = [house.platform.db, createDatabase(pool)]
    const tries = await Promise.all(Array.from({ length: 60 }, (_, n) => take('race', dbs[n % 2])))
    expect(tries.filter((wait) => wait === null)).toHaveLength(5)
    // However many came too late, they do not pile up.
    expect(await row('race')).toEqual({ count: 6 })
    await pool.end()
  })

  test('the window starts with the first failure and is not stretched by later ones', async () => {
    for (let n = 0; n < 5; n++) await take('c')
    expect(await takeAt('c', 590)).toBe(10)
    expect(await takeAt('c', 600)).toBeNull()
    expect(await row('c')).toEqual({ count: 1 })
  })

  test('60 at once when the window has just ended: exactly the limit passes', async () => {
    for (let n = 0; n < 6; n++) await take('d')
    await age('d', 601)
    const tries = await Promise.all(Array.from({ length: 60 }, () => take('d')))
    expect(tries.filter((wait) => wait === null)).toHaveLength(5)
  })

  test('a wait is at least one second', async () => {
    for (let n = 0; n < 6; n++) await take('e')
    expect(await takeAt('e', 599.99)).toBe(1)
  })

  test('what was given back does not count, and never goes below nothing', async () => {
    for (let n = 0; n < 5; n++) await take('f')
    await giveBack(house.platform.db, 'f')
    expect(await take('f')).toBeNull()
    expect(await take('f')).not.toBeNull()
    for (let n = 0; n < 9; n++) await giveBack(house.platform.db, 'f')
    expect(await row('f')).toEqual({ count: 0 })
    await giveBack(house.platform.db, 'unknown')
  })

  test('a forgotten key begins anew', async () => {
    for (let n = 0; n < 6; n++) await take('g')
    await forget(house.platform.db, 'g')
    expect(await take('g')).toBeNull()
  })

  test('when the database cannot be asked, it is closed', async () => {
    const pool = createPool(house.database.url.replace(/\/[^/]*$/, '/no_such_database'), silentLog())
    await expect(take('h', createDatabase(pool))).rejects.toThrow()
    await pool.end()
  })

  test('the sweep takes windows that ended a day ago, and no others', async () => {
    await take('old')
    await take('young')
    await age('old', 25 * 3600)
    await sweepLimits(house.platform.db)
    expect(await row('old')).toBeUndefined()
    expect(await row('young')).toEqual({ count: 1 })
  })
})
