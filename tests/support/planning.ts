/** Whether PostgreSQL keeps a statement's plan, or makes one anew each time. */
import { sql } from 'kysely'
import { createDatabase, createPool, type Db } from '../../src/platform/database/database.server.ts'
import { silentLog } from './database.ts'

/** PostgreSQL makes the first five plans of a statement for its values, and compares then. */
const COMPARED_AFTER = 5
const RUNS = 12

/**
 * Runs something several times on one connection.
 * @returns for each of its statements how many plans were made for the values alone, after the first five
 */
export async function plannedAnew(url: string, run: (db: Db) => Promise<unknown>): Promise<number[]> {
  const pool = createPool(url, silentLog(), 1)
  try {
    const db = createDatabase(pool)
    for (let at = 0; at < RUNS; at++) await run(db)
    const { rows } = await sql<{ custom: number }>`
      select custom_plans as custom from pg_prepared_statements where generic_plans + custom_plans = ${RUNS}
    `.execute(db)
    return rows.map(({ custom }) => custom - COMPARED_AFTER)
  } finally {
    await pool.end()
  }
}
