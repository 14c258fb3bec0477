import DataLoader from 'dataloader'
import { sql } from 'kysely'
import type { Log } from '../log/log.server.ts'
import { type Db, isDatabaseDown } from './database.server.ts'

let beside = 0

/** Requests that wait for the database beside another one, in its statement: who counts the crowd counts them too. */
export const besides = () => beside

/** Keys of one statement at most: with many more the other processors wait for one (docs/decisions/0004). */
const MOST = 16

/**
 * One statement for what is asked in the same turn of the event loop (docs/decisions/0004). Nothing is kept: who asks a
 * turn later is answered anew.
 * @param what the thing asked for, in the log
 * @param find the answers in the order of the keys; it must not mix what belongs to one key with another's
 * @returns asks for one key's answer. One whose question fails costs the others nothing: each is asked alone then
 */
export function together<K, V>(
  what: string,
  find: (db: Db, keys: readonly K[]) => Promise<readonly V[]>,
): (of: { db: Db; log: Log }, key: K) => Promise<V> {
  const loaders = new WeakMap<Db, DataLoader<K, V>>()
  const loaderOf = (db: Db) => {
    const known = loaders.get(db)
    if (known) return known
    const ask = async (keys: readonly K[]) => {
      beside += keys.length - 1
      try {
        return await find(db, keys)
      } finally {
        beside -= keys.length - 1
      }
    }
    const loader = new DataLoader<K, V>(ask, {
      cache: false,
      maxBatchSize: MOST,
      // After whatever else has arrived was read.
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
      log.warn({ err: error }, `${what} asked together not read: each is asked alone`)
      const [alone] = await find(db, [key])
      return alone as V
    }
  }
}

/**
 * The keys as rows of a statement that is asked for several. They come from a subquery, so that PostgreSQL does not see
 * how many there are: it would take the plan for just that many for cheaper than the general one, and plan anew each time,
 * which is dearer than the reading (docs/decisions/0004).
 */
export const asRows = (keys: readonly string[], type: 'text' | 'uuid') =>
  sql`unnest((select ${keys}::${sql.raw(type)}[]))`
