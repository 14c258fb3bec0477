/** The PostgreSQL of a test run, with the migrated template that every test database is copied from. */
import { createPool } from '../../src/platform/database/database.server.ts'
import { migrate } from '../../src/platform/database/migrate.server.ts'
import { migrateJobs } from '../../src/platform/jobs/jobs.server.ts'
import { createLog } from '../../src/platform/log/log.server.ts'
import { ensureDatabase } from '../../src/server/embedded/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/server/embedded/postgres.ts'
import { crontab } from '../../src/server/tasks.ts'
import { copyHouse } from './house.ts'
import { openRunFolder } from './run-folder.ts'

export const TEMPLATE = 'amparo_template'
const PLACE = 'AMPARO_TEST_RUN'

/** Tests lose nothing that matters in a power cut. Never in the product. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // It would come to some databases of a run and not to others, and cost a thirtieth of the processor time.
  autovacuum: 'off',
  // With replicas in mind a mere LOCK TABLE takes a transaction's number, and while one test holds it the live events of
  // every other test wait: which numbers are still open is counted over all databases.
  wal_level: 'minimal',
  max_wal_senders: '0',
}

export interface TestRun {
  /** Folder of the run, for the data folders of applications. */
  folder: string
  /** Where application processes work: the build and the migrations of this run. */
  house: string
  /** Address of the database `postgres`, as superuser. */
  adminUrl: string
}

/**
 * Starts the run's server and tells the processes that this one starts (through the environment).
 * @param built whether tests start application processes, which run the build
 * @returns what ends it and deletes its folder
 */
export async function startTestRun({ built = true } = {}): Promise<() => Promise<void>> {
  const folder = await openRunFolder()
  let server: EmbeddedPostgres | undefined
  const stop = async () => {
    await server?.stop()
    folder.remove()
  }
  try {
    const house = built ? await copyHouse(folder.path) : ''
    server = await startEmbeddedPostgres({ dataDir: folder.path, settings: FAST })
    await ensureDatabase(server.url('postgres'), TEMPLATE)
    const log = createLog('silent')
    const pool = createPool(server.url(TEMPLATE), log, 2)
    await migrate(pool)
    await migrateJobs(pool, log)
    // As if every sweep had run long after today: at a quarter past seven one would write into somebody's test.
    await pool.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       select split_part(line, ' ', 6), now(), '2999-01-01' from unnest($1::text[]) as line`,
      [crontab.split('\n')],
    )
    await pool.end()
    const run: TestRun = { folder: folder.path, house, adminUrl: server.url('postgres') }
    process.env[PLACE] = JSON.stringify(run)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

/** The run that this test process belongs to. */
export function testRun(): TestRun {
  const text = process.env[PLACE]
  if (!text) throw new Error('No test server: run this test in the group «database» (tests/README.md).')
  return JSON.parse(text) as TestRun
}
