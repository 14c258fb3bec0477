import type { ClientBase, Pool } from 'pg'

/** Tells these locks from others of the database: any number would do. */
const PRESENCE = 271_828

/**
 * Says that the process of these workers lives, for as long as the connection does: a lock of the session, which PostgreSQL
 * lets go with it, however the process ends.
 * @param workers names under which they lock jobs (graphile-worker's pools)
 */
export const bePresent = (client: ClientBase, workers: readonly string[]) =>
  client.query('select pg_advisory_lock_shared($1, hashtext(name)) from unnest($2::text[]) as name', [
    PRESENCE,
    workers,
  ])

/**
 * Gives the jobs of processes that are gone without a word (kill -9, power) to the others; graphile-worker by itself leaves
 * them locked for four hours. A minute old at least: whoever lives may be making a new connection.
 */
export const freeLeftBehind = (pool: Pool) =>
  pool.query(
    `select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker._private_jobs
      where locked_at < now() - interval '1 minute' and not exists (
        select from pg_locks
        where locktype = 'advisory' and objsubid = 2 and classid = $1::int4::oid and objid = hashtext(locked_by)::oid
          and database = (select oid from pg_database where datname = current_database()))))`,
    [PRESENCE],
  )
