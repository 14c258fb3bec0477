import type { ClientBase, Pool } from 'pg'

/** First key of these advisory locks; an arbitrary number that no other lock uses. */
const PRESENCE_LOCK = 271_828

/**
 * Marks the process of these workers as alive: takes session-level advisory locks, which PostgreSQL releases
 * with the connection, however the process ends.
 * @param workers ids under which they lock jobs (graphile-worker's worker pools)
 */
export const takePresenceLocks = (client: ClientBase, workers: readonly string[]) =>
  client.query('select pg_advisory_lock_shared($1, hashtext(name)) from unnest($2::text[]) as name', [
    PRESENCE_LOCK,
    workers,
  ])

/**
 * Unlocks the jobs of processes that died without cleanup (kill -9, power loss), so that other processes run
 * them; graphile-worker alone leaves them locked for four hours. Only jobs locked for at least a minute
 * count, because a live process has no presence lock while it reconnects.
 */
export const unlockOrphanedJobs = (pool: Pool) =>
  pool.query(
    `select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker._private_jobs
      where locked_at < now() - interval '1 minute' and not exists (
        select from pg_locks
        where locktype = 'advisory' and objsubid = 2 and classid = $1::int4::oid and objid = hashtext(locked_by)::oid
          and database = (select oid from pg_database where datname = current_database()))))`,
    [PRESENCE_LOCK],
  )
