/** A database of its own for each test file, copied from the run's template, and the house's services on it. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '../../src/platform/config/config.ts'
import { createDatabase, createPool, isDatabaseDown } from '../../src/platform/database/database.server.ts'
import { SILENCE } from '../../src/platform/database/silence.server.ts'
import { createStorage } from '../../src/platform/files/place.server.ts'
import { createSealer } from '../../src/platform/jobs/secrets.server.ts'
import type { Log } from '../../src/platform/log/log.server.ts'
import { createWake } from '../../src/platform/realtime/publish.server.ts'
import { dropDatabase } from '../../src/server/embedded/database.ts'
import { completeConfig, type RunningPlatform } from '../../src/server/platform.ts'
import { type LogEntry, openLogBook } from './log-book.ts'
import { TEMPLATE, testRun } from './postgres.ts'

/** Every test process and application signs and seals with the same one. */
export const TEST_SECRET = 'secreto-de-las-pruebas-de-amparo-0123456789'

/** Uploaded files of a database: its applications and the test itself share them. */
export const filesUrlOf = (databaseUrl: string): string =>
  pathToFileURL(path.join(testRun().folder, `files-${path.basename(new URL(databaseUrl).pathname)}`)).href

export interface TestDatabase {
  name: string
  url: string
  /** The house's services on this database, as the application has them. */
  platform: RunningPlatform
  /** What `platform` has logged. */
  log: readonly LogEntry[]
  /** Any SQL, its rows. */
  sql<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /**
   * How many rows each table has, and a digest of their content: equal before and after means nothing was written.
   * Waits first until no job is due: an e-mail of an earlier action must not look like this one's doing.
   * @param except tables that may change meanwhile
   */
  snapshot(...except: string[]): Promise<Record<string, string>>
  close(): Promise<void>
}

/** The number of this worker, Vitest's or Playwright's: two workers never share a database. */
export function workerNumber(): string {
  return process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? '0'
}

let made = 0

/**
 * Makes a database of this worker anew from the template. Copying (0.05 to 0.2 s) is chosen over emptying (0.07 s):
 * nothing of an earlier file can be left, and rows that migrations wrote are there.
 * @param label first part of its name
 */
export async function testDatabase(label = 'worker'): Promise<TestDatabase> {
  const { adminUrl } = testRun()
  const name = `${label}_${workerNumber()}_${++made}`
  await dropDatabase(adminUrl, name)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await admin.query(`create database ${pg.escapeIdentifier(name)} template ${TEMPLATE}`)
  } finally {
    await admin.end()
  }
  const address = new URL(adminUrl)
  address.pathname = `/${name}`
  rmSync(new URL(filesUrlOf(address.href)), { recursive: true, force: true })
  return openTestDatabase(address.href, name)
}

/** The same on a database that is there already. */
export function openTestDatabase(url: string, name: string): TestDatabase {
  const { entries, log } = openLogBook()
  const platform = testPlatform(url, log)
  const sql = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await platform.pool.query<Row>(text, values)).rows
  return {
    name,
    url,
    platform,
    log: entries,
    sql,
    snapshot: (...except) => snapshot(sql, except),
    close: () => platform.pool.end(),
  }
}

/** What src/server/platform.ts makes, with a log that is kept instead of printed. */
export function testPlatform(
  url: string,
  log: Log,
  settings: Record<string, string | undefined> = {},
): RunningPlatform {
  const env = {
    LOCAL_MODE: 'on',
    DATABASE_URL: url,
    SESSION_SECRET: TEST_SECRET,
    FILES_URL: filesUrlOf(url),
    ...settings,
  }
  const config = completeConfig(readConfig(env))
  const pool = createPool(url, log, 10, {}, SILENCE)
  const db = createDatabase(pool)
  const sealer = createSealer(config.sessionSecret)
  const files = createStorage(config.files)
  return { config, log, pool, db, wake: createWake(db, log), sealer, files, close: () => pool.end() }
}

/** A log that nobody reads. */
export const silentLog = (): Log => pino({ level: 'silent' })

const DUE_JOBS =
  'select 1 from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts'

async function snapshot(sql: TestDatabase['sql'], except: string[]): Promise<Record<string, string>> {
  await eventually(async () => (await sql(DUE_JOBS)).length === 0)
  const tables = await sql<{ table: string }>(
    `select format('%I.%I', schemaname, tablename) as "table" from pg_tables
     where (schemaname = 'public' or tablename = '_private_jobs') and tablename <> all ($1) order by 1`,
    [except],
  )
  const found: Record<string, string> = {}
  for (const { table } of tables) {
    const [row] = await sql<{ state: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as state from ${table} t`,
    )
    found[table] = row?.state ?? ''
  }
  return found
}

/** Asks until the answer is there: for what another process is about to do. @throws when it does not come in 30 s */
export async function eventually<T>(ask: () => Promise<T | null | undefined | false>): Promise<T> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(20)) {
    const answer = await ask()
    if (answer) return answer
  }
  throw new Error('It did not happen within 30 s.')
}

/** Does again what got no connection of the pool in time: many at once on a busy machine, who may all do it twice. */
export async function insisting<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseDown(error)) throw error
      await sleep(20)
    }
  }
}

/** How many of this database's sessions wait for a lock of another. */
export const lockWaits = async ({ sql }: Pick<TestDatabase, 'sql'>): Promise<number> =>
  (
    await sql(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).length

/** Waits until no e-mail and no other job is left: none can come after that. */
export const queueIsEmpty = ({ sql }: Pick<TestDatabase, 'sql'>) =>
  eventually(async () => (await sql('select 1 from graphile_worker.jobs')).length === 0)

/**
 * What has failed is tried again now, and not when the queue would: its wait grows from seconds to days.
 * @param key of one job; else all that wait
 */
export const tryAgain = ({ sql }: Pick<TestDatabase, 'sql'>, key = '%') =>
  eventually(async () => {
    const due = await sql(
      `update graphile_worker._private_jobs set run_at = now()
       where coalesce(key, '') like $1 and attempts > 0 and locked_at is null returning 1 as one`,
      [key],
    )
    await sql(`select pg_notify('jobs:insert', '{"count":${due.length}}')`)
    return due.length > 0
  })
