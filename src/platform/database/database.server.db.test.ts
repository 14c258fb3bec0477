import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { accept, refuse } from '../errors/refusal.ts'
import {
  afterCommit,
  createDatabase,
  createPool,
  isDatabaseDown,
  type Tx,
  transact,
} from './database.server.ts'

const suite = useDatabase()
const NO = { code: 'CONFLICT', message: 'No.' } as const

const write = (tx: Tx, key: string) =>
  sql`insert into rate_limits (key, count) values (${key}, 1)`.execute(tx)
const written = async (key: string) =>
  (await suite.database.sql('select 1 from rate_limits where key = $1', [key])).length > 0

describe('transact', () => {
  test('an accepted result commits and is returned', async () => {
    const result = await transact(suite.platform.db, async (tx) => {
      await write(tx, 'accepted')
      return accept(7)
    })
    expect(result).toEqual({ ok: true, value: 7 })
    expect(await written('accepted')).toBe(true)
  })

  test('a refusal rolls everything back and is returned', async () => {
    const result = await transact(suite.platform.db, async (tx) => {
      await write(tx, 'refused')
      return refuse(NO)
    })
    expect(result).toEqual({ ok: false, refusal: NO })
    expect(await written('refused')).toBe(false)
  })

  test('a fault rolls everything back and is rethrown unchanged', async () => {
    const fault = new Error('broken')
    const failing = transact(suite.platform.db, async (tx) => {
      await write(tx, 'broken')
      throw fault
    })
    await expect(failing).rejects.toBe(fault)
    expect(await written('broken')).toBe(false)
  })

  test('a commit that PostgreSQL rejects is thrown', async () => {
    await suite.database.sql(
      'create table if not exists later (id int primary key, up int references later deferrable initially deferred)',
    )
    const actions: string[] = []
    const failing = transact(suite.platform.db, async (tx) => {
      afterCommit(tx, () => actions.push('ran'))
      await sql`insert into later values (1, 2)`.execute(tx)
      return accept(null)
    })
    await expect(failing).rejects.toMatchObject({ code: '23503' })
    expect(actions).toEqual([])
  })
})

describe('onceCommitted', () => {
  test('runs after the commit, when the writes are visible to others, and once per function', async () => {
    const order: string[] = []
    let seen: Promise<boolean> | undefined
    const action = () => {
      order.push('action')
      seen = written('visible')
    }
    await transact(suite.platform.db, async (tx) => {
      afterCommit(tx, action)
      afterCommit(tx, action)
      afterCommit(tx, () => order.push('other'))
      await write(tx, 'visible')
      order.push('work')
      return accept(null)
    })
    expect(order).toEqual(['work', 'action', 'other'])
    expect(await seen).toBe(true)
  })

  test('never after a refusal or a fault', async () => {
    const ran: string[] = []
    await transact(suite.platform.db, async (tx) => {
      afterCommit(tx, () => ran.push('refusal'))
      return refuse(NO)
    })
    await transact(suite.platform.db, async (tx) => {
      afterCommit(tx, () => ran.push('fault'))
      throw new Error('broken')
    }).catch(() => {})
    expect(ran).toEqual([])
  })
})

describe('isDatabaseDown', () => {
  test('a refused or cut connection is «down», a wrong statement is not', async () => {
    const { db } = suite.platform
    const cut = db.connection().execute(async (one) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one)
      const terminate = suite.database.sql('select pg_terminate_backend($1)', [rows[0]?.pid])
      await Promise.all([sql`select pg_sleep(30)`.execute(one), terminate])
    })
    expect(isDatabaseDown(await cut.catch((error: unknown) => error))).toBe(true)
    const wrong = await sql`select nothing`.execute(db).catch((error: unknown) => error)
    expect(isDatabaseDown(wrong)).toBe(false)
    expect(
      isDatabaseDown(new Error('outer', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) })),
    ).toBe(true)
    expect(isDatabaseDown(undefined)).toBe(false)
    for (const code of ['ENOTFOUND', 'EAI_AGAIN'])
      expect(isDatabaseDown(Object.assign(new Error('getaddrinfo'), { code }))).toBe(true)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })
})

test('a read-only server is «down» for writes, and its connection is not reused', async () => {
  const { database } = suite
  const pool = createPool(database.url, suite.platform.log, 1, { default_transaction_read_only: 'on' })
  const db = createDatabase(pool)
  const pid = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const first = await pid()
  expect(await pid()).toBe(first)
  const failures = [
    sql`insert into rate_limits (key, count) values ('standby', 1)`.execute(db),
    transact(db, async (tx) => accept(await write(tx, 'standby'))),
  ]
  for (const failure of failures) {
    const error = await failure.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: '25006' })
    expect(isDatabaseDown(error)).toBe(true)
  }
  expect(await pid()).not.toBe(first)
  await pool.end()
})

test('app_now() follows app.clock_shift, so that tests can move time', async () => {
  const client = await suite.platform.pool.connect()
  try {
    await client.query(`set app.clock_shift = '2 days'`)
    const { rows } = await client.query('select app_now() - now() as shift, app_now() > now() as later')
    expect(rows).toMatchObject([{ shift: { days: 2 }, later: true }])
  } finally {
    client.release(true)
  }
  expect(await suite.database.sql('select app_now() = now() as same')).toEqual([{ same: true }])
})
