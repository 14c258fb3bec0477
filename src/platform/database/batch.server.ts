import DataLoader from 'dataloader'
import { sql } from 'kysely'
import type { Log } from '../log/log.server.ts'
import { type Db, isDatabaseDown } from './database.server.ts'

let extraKeys = 0

/** Keys that share the query of another key. Load shedding counts them like waiting queries. */
export const batchedCount = () => extraKeys

/** Larger batches make one core work while the others wait (docs/decisions/0004). */
const MAX_BATCH_SIZE = 16

/**
 * Merges lookups of the same turn of the event loop into one query (docs/decisions/0004). Nothing is cached:
 * a lookup in a later turn queries again.
 * @param what name of the looked-up values, for the log
 * @param find returns the values in the order of the keys; it must not mix the data of different keys
 * @returns function that looks up one key. When a batch fails, each key is retried alone, so that one bad key
 *   does not fail the others; when the database is down, all fail
 */
export function batch<K, V>(
  what: string,
  find: (db: Db, keys: readonly K[]) => Promise<readonly V[]>,
): (of: { db: Db; log: Log }, key: K) => Promise<V> {
  const loaders = new WeakMap<Db, DataLoader<K, V>>()
  const loaderOf = (db: Db) => {
    const known = loaders.get(db)
    if (known) return known
    const runBatch = async (keys: readonly K[]) => {
      extraKeys += keys.length - 1
      try {
        return await find(db, keys)
      } finally {
        extraKeys -= keys.length - 1
      }
    }
    const loader = new DataLoader<K, V>(runBatch, {
      cache: false,
      maxBatchSize: MAX_BATCH_SIZE,
      // Runs after pending I/O, so requests that have already arrived join the batch.
      batchScheduleFn: setImmediate,
    })
    loaders.set(db, loader)
    return loader
  }
  return async ({ db, log }, key) => {
    try {
      return await loaderOf(db).load(key)
    } catch (error) {
      if (isDatabaseDown(error)) throw error
      log.warn({ err: error }, `${what}: batch query failed, retrying each key alone`)
      const [alone] = await find(db, [key])
      return alone as V
    }
  }
}

/**
 * The keys as rows of a batch query. The subquery keeps their number from PostgreSQL, which would otherwise
 * judge a plan for exactly that number cheaper than the generic plan and replan on each execution; planning
 * costs more than the query (docs/decisions/0004).
 */
export const unnestKeys = (keys: readonly string[], type: 'text' | 'uuid') =>
  sql`unnest((select ${keys}::${sql.raw(type)}[]))`
