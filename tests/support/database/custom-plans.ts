/** Checks whether PostgreSQL reuses the generic plan of a prepared statement. */
import { sql } from 'kysely'
import { createDatabase, createPool, type Db } from '../../../src/platform/database/database.server.ts'
import { silentLog } from './test-database.ts'

/** PostgreSQL makes five custom plans of a prepared statement before it considers the generic plan. */
const INITIAL_CUSTOM_PLANS = 5
const RUNS = 12

/**
 * Runs a function several times on one connection.
 * @returns for each of its statements the number of custom plans after the first five: 0 when the generic
 * plan is reused
 */
export async function countCustomPlans(url: string, run: (db: Db) => Promise<unknown>): Promise<number[]> {
  const pool = createPool(url, silentLog(), 1)
  try {
    const db = createDatabase(pool)
    for (let at = 0; at < RUNS; at++) await run(db)
    const { rows } = await sql<{ custom: number }>`
      select custom_plans as custom from pg_prepared_statements where generic_plans + custom_plans = ${RUNS}
    `.execute(db)
    return rows.map(({ custom }) => custom - INITIAL_CUSTOM_PLANS)
  } finally {
    await pool.end()
  }
}
