// The database of the benches `market` and `search`, which measure statements without an application.
import pg from 'pg'
import { ensureDatabase } from '../src/embedded-postgres/database.ts'
import { startEmbeddedPostgres } from '../src/embedded-postgres/postgres.ts'
import { createPool } from '../src/platform/database/database.server.ts'
import { migrate } from '../src/platform/database/migrate.server.ts'
import { createLog } from '../src/platform/log/log.server.ts'
import { createTempFolder, type Outcome } from './harness.ts'

/**
 * Runs a measurement on a new, migrated and filled database with PostgreSQL's normal settings (fsync on).
 * @param fill inserts the rows
 * @param measure runs on one connection, because prepared plans belong to a connection
 */
export async function withBenchDatabase(
  fill: (pool: pg.Pool) => Promise<void>,
  measure: (client: pg.Client) => Promise<Outcome>,
): Promise<Outcome> {
  const folder = createTempFolder()
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path })
  try {
    await ensureDatabase(postgres.url('postgres'), 'amparo_bench')
    const pool = createPool(postgres.url('amparo_bench'), createLog('silent'), 2)
    await migrate(pool)
    await fill(pool)
    await pool.end()
    const client = new pg.Client({ connectionString: postgres.url('amparo_bench') })
    await client.connect()
    const outcome = await measure(client)
    await client.end()
    return outcome
  } finally {
    await postgres.stop()
    folder.remove()
  }
}
