import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually, silentLog, workerNumber } from '../../../tests/support/database/test-database.ts'
import { currentTestRun } from '../../../tests/support/runner/test-run.ts'
import { dropDatabase, ensureDatabase } from '../../embedded-postgres/database.ts'
import { createPool } from './database.server.ts'
import { MIGRATIONS_DIR, migrate, pendingMigrations } from './migrate.server.ts'

const name = `empty_${workerNumber()}`
let url: string
let folder: string
let pool: pg.Pool

beforeAll(() => {
  const address = new URL(currentTestRun().adminUrl)
  address.pathname = `/${name}`
  url = address.href
})

beforeEach(async () => {
  await pool?.end()
  await dropDatabase(currentTestRun().adminUrl, name)
  await ensureDatabase(currentTestRun().adminUrl, name)
  folder = mkdtempSync(join(currentTestRun().folder, 'migrations-'))
  pool = createPool(url, silentLog(), 4)
})

afterAll(() => pool?.end())

const file = (title: string, text: string) => writeFileSync(join(folder, `${title}.sql`), text)
const tables = async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'migrations%' order by 1`,
  )
  return rows.map((row) => row.name)
}

describe('migrations', () => {
  test('up to a given one, as a restore does, and then the rest', async () => {
    for (const title of ['0001_a', '0002_b', '0003_c'])
      file(title, `create table t_${title.at(-1)} (id int);`)
    expect(await migrate(pool, folder, '0002_b')).toEqual(['0001_a', '0002_b'])
    expect(await tables()).toEqual(['t_a', 't_b'])
    expect(await migrate(pool, folder)).toEqual(['0003_c'])
  })

  test('PLZ-66, PLZ-67: 0066 takes cases about violence out of the market, with the entry that tells their clients', async () => {
    await migrate(pool, MIGRATIONS_DIR, '0065_contact_choices')
    // Without triggers no clients and lawyers are needed.
    await pool.query(`begin; set local session_replication_role = replica;
      insert into cases (title, description, specialty, status, client_id, lawyer_id, withdrawn_at, proposal_accepted_at)
      select 'Causa', 'Hechos.', specialty, status, gen_random_uuid(), case status when 'activo' then gen_random_uuid() end,
        case status when 'retirado' then now() end, case status when 'activo' then now() end
      from unnest('{Violencia intrafamiliar (VIF),Medidas de protección (familia),Divorcio}'::text[]) as s (specialty),
        unnest('{ingresado,retirado,activo}'::text[]) as t (status);
      commit`)
    await migrate(pool)
    const { rows } = await pool.query(
      `select specialty, status, in_market, case_visibility(id, status, specialty, in_market) as visibility,
         exists (select from case_entries e where e.case_id = c.id and e.kind = 'taken-off-market' and actor_id is null) as has_entry
       from cases c where not in_market order by specialty, status`,
    )
    const hidden = { in_market: false, has_entry: true }
    expect(rows).toEqual(
      ['Medidas de protección (familia)', 'Violencia intrafamiliar (VIF)'].flatMap((specialty) => [
        { ...hidden, specialty, status: 'ingresado', visibility: 'taken_off' },
        { ...hidden, specialty, status: 'retirado', visibility: null },
      ]),
    )
  })

  test('all of this release are applied once, in order', async () => {
    const applied = await migrate(pool)
    expect(applied.length).toBeGreaterThan(1)
    expect([...applied].sort()).toEqual(applied)
    expect(await migrate(pool)).toEqual([])
    expect(await pendingMigrations(pool)).toEqual([])
    expect(await tables()).toEqual(
      expect.arrayContaining(['account', 'events', 'profiles', 'session', 'user']),
    )
  })

  test('two starts at once: each migration is applied by exactly one', async () => {
    const other = createPool(url, silentLog(), 2)
    try {
      const [one, two] = await Promise.all([migrate(pool), migrate(other)])
      expect([one.length, two.length].sort()).toContain(0)
      expect(await pendingMigrations(pool)).toEqual([])
      const { rows } = await pool.query(
        'select name, count(*)::int as n from migrations group by 1 having count(*) <> 1',
      )
      expect(rows).toEqual([])
    } finally {
      await other.end()
    }
  })

  test('a long migration does not count as a dead connection, nor does a process that waits for it', async () => {
    file('0001_slow', 'create table slow as select 1 as one from pg_sleep(0.8)')
    const [one, two] = [1, 2].map(() => createPool(url, silentLog(), 2, {}, 250))
    if (!one || !two) throw new Error('no pools')
    try {
      const applied = await Promise.all([migrate(one, folder), migrate(two, folder)])
      expect(applied.flat()).toEqual(['0001_slow'])
    } finally {
      await Promise.all([one.end(), two.end()])
    }
  })

  test('one that fails undoes those before it too, and the error names it', async () => {
    file('0001_good', 'create table good (id int);')
    file('0002_bad', 'create table half (id int); select no_such_function(); create table rest (id int);')
    await expect(migrate(pool, folder)).rejects.toThrow(/^La migración 0002_bad falló: .*no_such_function/)
    expect(await tables()).toEqual([])
    file('0002_bad', 'create table half (id int);')
    expect(await migrate(pool, folder)).toEqual(['0001_good', '0002_bad'])
    expect(await tables()).toEqual(['good', 'half'])
  })

  test('a process killed in the middle leaves nothing, and the next start applies everything', async () => {
    file('0001_good', 'create table good (id int);')
    file('0002_slow', 'create table slow (id int); select pg_sleep(60);')
    const program = `
      import { createPool } from '${join(process.cwd(), 'src/platform/database/database.server.ts')}'
      import { migrate } from '${join(process.cwd(), 'src/platform/database/migrate.server.ts')}'
      import { pino } from 'pino'
      await migrate(createPool(process.argv[1], pino({ level: 'silent' }), 2), process.argv[2])`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, url, folder], {
      stdio: 'ignore',
    })
    const exit = once(child, 'exit')
    const sleeping = `select pid from pg_stat_activity where datname = '${name}' and wait_event = 'PgSleep'`
    await eventually(async () => (await pool.query(sleeping)).rowCount === 1)
    child.kill('SIGKILL')
    await exit
    // The server would notice the dead client only on its next write. Restarting PostgreSQL cuts it off as
    // well.
    await pool.query(`select pg_terminate_backend(pid) from (${sleeping}) as them`)
    await eventually(async () => (await pool.query(sleeping)).rowCount === 0)
    expect(await tables()).toEqual([])
    file('0002_slow', 'create table slow (id int);')
    expect(await migrate(pool, folder)).toEqual(['0001_good', '0002_slow'])
  })

  test('a missing file that was applied stops the start', async () => {
    file('0001_one', 'create table one (id int);')
    file('0002_two', 'create table two (id int);')
    await migrate(pool, folder)
    const older = mkdtempSync(join(currentTestRun().folder, 'older-'))
    cpSync(join(folder, '0001_one.sql'), join(older, '0001_one.sql'))
    await expect(migrate(pool, older)).rejects.toThrow(/0002_two/)
    expect(await tables()).toEqual(['one', 'two'])
  })

  test('a new file with a lower number than those applied stops the start', async () => {
    file('0002_two', 'create table two (id int);')
    await migrate(pool, folder)
    file('0001_late', 'create table late (id int);')
    await expect(migrate(pool, folder)).rejects.toThrow()
    expect(await tables()).toEqual(['two'])
  })

  test('pending migrations are listed', async () => {
    file('0001_one', 'create table one (id int);')
    await migrate(pool, folder)
    file('0002_two', 'create table two (id int);')
    expect(await pendingMigrations(pool, folder)).toEqual(['0002_two'])
  })

  test('applying the migrations again keeps existing rows', async () => {
    await migrate(pool)
    await pool.query(
      `insert into "user" (id, name, email, signup_role) values (gen_random_uuid(), 'A', 'a@prueba.test', 'client')`,
    )
    await migrate(pool, MIGRATIONS_DIR)
    expect((await pool.query('select name from "user"')).rows).toEqual([{ name: 'A' }])
  })
})
