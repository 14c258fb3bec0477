/**
 * Creates a database for each test file from the template of the run, and the application's services on it.
 */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { dropDatabase } from '../../../src/embedded-postgres/database.ts'
import { readConfig } from '../../../src/platform/config/config.ts'
import { createDatabase, createPool, isDatabaseDown } from '../../../src/platform/database/database.server.ts'
import { SOCKET_TIMEOUT_MS } from '../../../src/platform/database/socket-timeout.server.ts'
import { createStorage } from '../../../src/platform/files/create-storage.server.ts'
import { createSealer } from '../../../src/platform/jobs/sealer.server.ts'
import { readKeys } from '../../../src/platform/keys/key-file.server.ts'
import { createKeys } from '../../../src/platform/keys/keys.server.ts'
import type { Log } from '../../../src/platform/log/log.server.ts'
import { createWake } from '../../../src/platform/realtime/publish.server.ts'
import { noticeKinds } from '../../../src/server/notices.ts'
import { completeConfig, type RunningPlatform } from '../../../src/server/platform.ts'
import { captureLog, type LogEntry } from '../app/captured-log.ts'
import { currentTestRun, KEYS_FILE, TEMPLATE_DATABASE } from '../runner/test-run.ts'
import { checkRows } from './check-rows.ts'

/** The SESSION_SECRET of all test processes and applications. */
export const TEST_SECRET = 'secreto-de-las-pruebas-de-amparo-0123456789'

/** The FILES_URL that belongs to a database: its applications and the test share the folder. */
export const filesUrlOf = (databaseUrl: string): string =>
  pathToFileURL(path.join(currentTestRun().folder, `files-${path.basename(new URL(databaseUrl).pathname)}`))
    .href

/** The ENCRYPTION_KEYS_FILE of all test processes and applications. */
export const testKeysFile = (): string => path.join(currentTestRun().folder, KEYS_FILE)

export interface TestDatabase {
  name: string
  url: string
  /** The application's services on this database. */
  platform: RunningPlatform
  /** Log entries of `platform`. */
  log: readonly LogEntry[]
  /** Runs SQL and returns the rows. */
  sql<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /**
   * Returns row count and content digest of each table: equal snapshots mean that nothing was written. First
   * waits until no job is due, because jobs of earlier actions write rows, too.
   * @param except tables that may change
   */
  snapshot(...except: string[]): Promise<Record<string, string>>
  close(): Promise<void>
}

/**
 * The number of this Vitest or Playwright worker. It is part of the database name: workers never share a
 * database.
 */
export function workerNumber(): string {
  return process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? '0'
}

let databaseCount = 0

checkRows()

/**
 * Creates a database of this worker from the template. Unlike emptying an old one, this leaves nothing of an
 * earlier test file and includes the rows that migrations wrote.
 * @param label first part of the database name
 */
export async function createTestDatabase(label = 'worker'): Promise<TestDatabase> {
  const { adminUrl } = currentTestRun()
  const name = `${label}_${workerNumber()}_${++databaseCount}`
  await dropDatabase(adminUrl, name)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await admin.query(`create database ${pg.escapeIdentifier(name)} template ${TEMPLATE_DATABASE}`)
  } finally {
    await admin.end()
  }
  const address = new URL(adminUrl)
  address.pathname = `/${name}`
  rmSync(new URL(filesUrlOf(address.href)), { recursive: true, force: true })
  return connectTestDatabase(address.href, name)
}

/** Connects to an existing database. */
export function connectTestDatabase(url: string, name: string): TestDatabase {
  const { entries, log } = captureLog()
  const platform = createTestPlatform(url, log)
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

/** Creates the services as src/server/platform.ts does, with the given log. */
export function createTestPlatform(
  url: string,
  log: Log,
  settings: Record<string, string | undefined> = {},
): RunningPlatform {
  const env = {
    LOCAL_MODE: 'on',
    DATABASE_URL: url,
    SESSION_SECRET: TEST_SECRET,
    FILES_URL: filesUrlOf(url),
    ENCRYPTION_KEYS_FILE: testKeysFile(),
    ...settings,
  }
  const config = completeConfig(readConfig(env))
  const pool = createPool(url, log, 10, {}, SOCKET_TIMEOUT_MS)
  const db = createDatabase(pool)
  const sealer = createSealer(config.sessionSecret)
  const files = createStorage(config.files)
  const wake = createWake(db, log)
  const keys = createKeys(readKeys(config))
  return { config, log, pool, db, wake, sealer, keys, files, noticeKinds, close: () => pool.end() }
}

/** A log without output. */
export const silentLog = (): Log => pino({ level: 'silent' })

const DUE_JOBS =
  'select 1 from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts'

async function snapshot(sql: TestDatabase['sql'], except: string[]): Promise<Record<string, string>> {
  // Else the minutely task could send them between two snapshots.
  await sql(`update notices set mail_state = 'dropped' where mail_state = 'due'`)
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

/** Polls until the result is truthy, for effects of other processes. @throws after 30 s */
export async function eventually<T>(check: () => Promise<T | null | undefined | false>): Promise<T> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(20)) {
    const result = await check()
    if (result) return result
  }
  throw new Error('It did not happen within 30 s.')
}

/**
 * Retries while the pool has no free connection, as with many concurrent calls on a busy machine. `work` may
 * run twice.
 */
export async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseDown(error)) throw error
      await sleep(20)
    }
  }
}

/** Counts the sessions of this database that wait for a lock. */
export const countLockWaits = async ({ sql }: Pick<TestDatabase, 'sql'>): Promise<number> =>
  (
    await sql(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).length

/** Waits until no job is left, so that no further e-mail can arrive. */
export const waitForEmptyQueue = ({ sql }: Pick<TestDatabase, 'sql'>) =>
  eventually(async () => (await sql('select 1 from graphile_worker.jobs')).length === 0)

/**
 * Makes failed jobs due now; the queue's own delay grows from seconds to days.
 * @param key of one job; by default all failed jobs
 */
export const retryJobsNow = ({ sql }: Pick<TestDatabase, 'sql'>, key = '%') =>
  eventually(async () => {
    const due = await sql(
      `update graphile_worker._private_jobs set run_at = now()
       where coalesce(key, '') like $1 and attempts > 0 and locked_at is null returning 1 as one`,
      [key],
    )
    await sql(`select pg_notify('jobs:insert', '{"count":${due.length}}')`)
    return due.length > 0
  })
