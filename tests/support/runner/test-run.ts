/**
 * Starts the PostgreSQL of a test run, with a migrated template database that every test database is copied
 * from.
 */
import { join } from 'node:path'
import { ensureDatabase } from '../../../src/embedded-postgres/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/embedded-postgres/postgres.ts'
import { readConfig } from '../../../src/platform/config/config.ts'
import { createPool } from '../../../src/platform/database/database.server.ts'
import { migrate } from '../../../src/platform/database/migrate.server.ts'
import { migrateJobs } from '../../../src/platform/jobs/jobs.server.ts'
import { addKey } from '../../../src/platform/keys/key-file.server.ts'
import { createLog } from '../../../src/platform/log/log.server.ts'
import { crontab } from '../../../src/server/tasks.ts'
import { copyBuild } from '../app/build-copy.ts'
import { openRunFolder } from './run-folder.ts'

export const TEMPLATE_DATABASE = 'amparo_template'
/** The encryption keys of the run, in its folder. */
export const KEYS_FILE = 'encryption-keys'
const RUN_VARIABLE = 'AMPARO_TEST_RUN'

/** Faster without durability, which test databases do not need. Never for production. */
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // It would affect some databases of a run and not others, and it costs CPU time.
  autovacuum: 'off',
  // With replication enabled, LOCK TABLE assigns a transaction id. While one test holds such a lock, the live
  // events of all other tests are delayed, because pg_snapshot_xmin covers all databases.
  wal_level: 'minimal',
  max_wal_senders: '0',
}

export interface TestRun {
  /** Temporary folder of the run; contains the data folders of applications. */
  folder: string
  /** Working directory of application processes: the copy of the build and of the migrations. */
  appDir: string
  /** Connection URL of the database `postgres`, as superuser. */
  adminUrl: string
}

/**
 * Starts the server of the run. Child processes find it through an environment variable.
 * @param needsBuild whether tests start application processes, which need the build
 * @returns a function that stops the server and deletes the folder
 */
export async function startTestRun({ needsBuild = true } = {}): Promise<() => Promise<void>> {
  const folder = await openRunFolder()
  let server: EmbeddedPostgres | undefined
  const stop = async () => {
    await server?.stop()
    folder.remove()
  }
  try {
    const appDir = needsBuild ? await copyBuild(folder.path) : ''
    server = await startEmbeddedPostgres({ dataDir: folder.path, settings: FAST_SETTINGS })
    await ensureDatabase(server.url('postgres'), TEMPLATE_DATABASE)
    const log = createLog('silent')
    const pool = createPool(server.url(TEMPLATE_DATABASE), log, 2)
    await migrate(pool)
    await migrateJobs(pool, log)
    // Records a last run in the far future, so that no scheduled job interferes with a test.
    await pool.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       select split_part(line, ' ', 6), now(), '2999-01-01' from unnest($1::text[]) as line`,
      [crontab.split('\n')],
    )
    await pool.end()
    addKey(readConfig({ ENCRYPTION_KEYS_FILE: join(folder.path, KEYS_FILE) }))
    const run: TestRun = { folder: folder.path, appDir, adminUrl: server.url('postgres') }
    process.env[RUN_VARIABLE] = JSON.stringify(run)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

/** Returns the run that this process belongs to. @throws outside of a run */
export function currentTestRun(): TestRun {
  const text = process.env[RUN_VARIABLE]
  if (!text) throw new Error('No test server: run this test in the project «database» (tests/README.md).')
  return JSON.parse(text) as TestRun
}
