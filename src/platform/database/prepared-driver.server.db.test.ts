import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { silentLog } from '../../../tests/support/database/test-database.ts'
import { createDatabase, createPool, type Db } from './database.server.ts'

const suite = useDatabase()

/** A pool of one connection, so that every statement sees what earlier ones prepared. */
async function onOneConnection(work: (db: Db) => Promise<void>): Promise<void> {
  const pool = createPool(suite.database.url, silentLog(), 1)
  try {
    await work(createDatabase(pool))
  } finally {
    await pool.end()
  }
}

const prepared = async (db: Db, like: string) => {
  const { rows } = await sql<{ name: string; calls: number; mine: boolean }>`
    select name, generic_plans + custom_plans as calls, from_sql = false as mine
    from pg_prepared_statements where statement like ${like} and statement not like '%pg_prepared_statements%'
  `.execute(db)
  return rows
}

describe('every statement is prepared', () => {
  test('once per connection, named by a digest of its text, and reused', async () => {
    await onOneConnection(async (db) => {
      for (const email of ['a@prueba.test', 'b@prueba.test', 'c@prueba.test']) {
        await db.selectFrom('user').select('id').where('email', '=', email).execute()
      }
      const [statement, ...others] = await prepared(db, 'select "id" from "user"%')
      expect(others).toEqual([])
      expect(statement).toEqual({ name: expect.stringMatching(/^[0-9a-f]{20}$/), calls: 3, mine: true })
    })
  })

  test('inside a transaction too, and the names are the same on every connection', async () => {
    const names: string[] = []
    for (const connection of [1, 2]) {
      await onOneConnection(async (db) => {
        await db
          .transaction()
          .execute((tx) => tx.selectFrom('profiles').select('name').where('role', '=', 'admin').execute())
        const found = await prepared(db, 'select "name" from "profiles"%')
        expect(found, `connection ${connection}`).toHaveLength(1)
        names.push(found[0]?.name ?? '')
      })
    }
    expect(names[0]).toBe(names[1])
  })

  test('a list is one parameter, so every length uses the same statement', async () => {
    await onOneConnection(async (db) => {
      for (const list of [[], ['a'], ['a', 'b', 'c']])
        await sql`select id from "user" where email = any(${list})`.execute(db)
      expect(await prepared(db, 'select id from "user" where email = any%')).toHaveLength(1)
    })
  })

  test('rows, row counts and types', async () => {
    await onOneConnection(async (db) => {
      await sql`create table if not exists things (id int primary key, big int8, day date, at timestamptz)`.execute(
        db,
      )
      const written =
        await sql`insert into things values (1, 9007199254740991, '2026-03-01', '2026-03-01T12:00:00Z'), (2, 5, null, null)`.execute(
          db,
        )
      expect(written.numAffectedRows).toBe(2n)
      expect((await sql`update things set big = 6 where id = 2`.execute(db)).numAffectedRows).toBe(1n)
      expect((await sql`delete from things where id = 3`.execute(db)).numAffectedRows).toBe(0n)
      const { rows } = await sql`select * from things where id = 1`.execute(db)
      expect(rows).toEqual([
        { id: 1, big: 9007199254740991, day: '2026-03-01', at: new Date('2026-03-01T12:00:00Z') },
      ])
      await sql`drop table things`.execute(db)
    })
  })
})

describe('a migration changes what a prepared statement returns', () => {
  const table = async (db: Db) => {
    await sql`drop table if exists changing`.execute(db)
    await sql`create table changing (id int primary key, word text)`.execute(db)
    await sql`insert into changing values (1, 'uno')`.execute(db)
  }
  const read = (db: Db) => sql<object>`select * from changing`.execute(db)

  test('outside a transaction the statement is retried once, on a new connection', async () => {
    await onOneConnection(async (db) => {
      await table(db)
      expect((await read(db)).rows).toEqual([{ id: 1, word: 'uno' }])
      await suite.database.sql('alter table changing add column more int default 7')
      expect((await read(db)).rows).toEqual([{ id: 1, word: 'uno', more: 7 }])
      expect((await read(db)).rows).toEqual([{ id: 1, word: 'uno', more: 7 }])
    })
  })

  test('inside a transaction everything fails, and the connection is not reused', async () => {
    await onOneConnection(async (db) => {
      await table(db)
      await read(db)
      await suite.database.sql('alter table changing add column more int default 7')
      const broken = db.transaction().execute(async (tx) => {
        await sql`insert into changing (id, word) values (2, 'dos')`.execute(tx)
        return sql`select * from changing`.execute(tx)
      })
      await expect(broken).rejects.toMatchObject({ code: '0A000' })
      expect((await read(db)).rows).toEqual([{ id: 1, word: 'uno', more: 7 }])
    })
  })

  test('other errors are not retried', async () => {
    await onOneConnection(async (db) => {
      await table(db)
      await sql`create sequence if not exists tries`.execute(db)
      const failing = sql`select nextval('tries'), 1 / (select 0)`.execute(db)
      await expect(failing).rejects.toMatchObject({ code: '22012' })
      await sql`insert into changing values (1, 'otra vez')`.execute(db).catch((error: unknown) => {
        expect(error).toMatchObject({ code: '23505', constraint: 'changing_pkey' })
      })
      expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    })
  })
})

test('a connection that PostgreSQL ended while idle is replaced', async () => {
  await onOneConnection(async (db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    const pid = rows[0]?.pid
    await suite.database.sql('select pg_terminate_backend($1)', [pid])
    let next: number | undefined
    // The close may arrive during the next query: then that query fails, and only that one.
    for (let attempt = 0; attempt < 2 && next === undefined; attempt++) {
      next = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db).then(
        (answer) => answer.rows[0]?.pid,
        () => undefined,
      )
    }
    expect(next).toBeGreaterThan(0)
    expect(next).not.toBe(pid)
  })
})
