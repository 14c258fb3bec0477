import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type JobHelpers,
  Logger,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import { type Db, isDatabaseDown, type Tx } from '../database/database.server.ts'
import type { Log } from '../log/log.server.ts'
import { takePresenceLocks, unlockOrphanedJobs } from './orphaned-jobs.server.ts'

/** Background task. It gets the queued payload and the number of the attempt (the first is 1). */
export type Task = (payload: unknown, attempt: number) => Promise<void>

/** Attempts of a job until it is given up, over about three days. */
export const MAX_ATTEMPTS = 25

/**
 * Queues a task in the caller's transaction, so it runs only if that commits. A failing task is retried with
 * graphile-worker's exponential backoff and given up after MAX_ATTEMPTS.
 * @param key a job with the same key replaces one that has not started, so queuing twice is safe
 * @param queue jobs of one queue run one after the other
 */
export async function enqueue(
  tx: Tx | Db,
  task: string,
  payload: unknown,
  key: string | null = null,
  queue: string | null = null,
): Promise<void> {
  await sql`
    select graphile_worker.add_job(${task}, payload => ${JSON.stringify(payload)}::json,
      job_key => ${key}::text, queue_name => ${queue}::text, max_attempts => ${MAX_ATTEMPTS})
  `.execute(tx)
}

/** Queues several jobs of a task like `enqueue`, in one statement. */
export async function enqueueAll(
  tx: Tx,
  task: string,
  jobs: readonly { payload: object; key: string }[],
): Promise<void> {
  if (jobs.length === 0) return
  await sql`
    select graphile_worker.add_job(${task}, payload => job.payload, job_key => job.key, max_attempts => ${MAX_ATTEMPTS})
    from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as job (payload json, key text)
  `.execute(tx)
}

/** Removes a queued job in the caller's transaction. A job that is already running is not interrupted. */
export async function cancelJob(tx: Tx, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(tx)
}

/** Creates or updates graphile-worker's schema. */
export const migrateJobs = (pool: pg.Pool, log: Log) =>
  runMigrations({ pgPool: pool, logger: warningLogger(log) })

/** The running worker of one process. */
export interface JobRunner {
  /**
   * Waits for running jobs. A job whose outcome could not be recorded, because the database was unavailable,
   * is unlocked for other processes. Does not end the pool.
   */
  stop(): Promise<void>
}

/** Interval of the search for jobs of dead processes. */
const ORPHAN_CHECK_MS = 60_000

/** How long `close` waits for job outcomes to be recorded. */
const CLOSE_TIMEOUT_MS = 2_000

/**
 * Runs tasks in this process until `stop()`. Any number of processes can share the queue.
 * @param tasks by name
 * @param crontab graphile-worker cron lines, times in UTC
 */
export async function runJobs(
  pool: pg.Pool,
  log: Log,
  tasks: Record<string, Task>,
  crontab: string,
): Promise<JobRunner> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown, helpers: JobHelpers) => task(payload, helpers.job.attempts),
    ]),
  )
  const events: WorkerEvents = new EventEmitter()
  const workerIds: string[] = []
  events.on('pool:create', ({ workerPool }) => void workerIds.push(workerPool.id))
  const queuePool = retryingPool(pool, workerIds)
  // The application handles signals: it first stops accepting requests, then stops this runner.
  const runner = await run({
    pgPool: queuePool.pool,
    events,
    taskList,
    crontab,
    concurrency: 4,
    pollInterval: 2_000,
    noHandleSignals: true,
    logger: warningLogger(log),
  })
  const unlockOrphans = () =>
    void unlockOrphanedJobs(pool).catch((err: unknown) =>
      log.warn({ err }, 'jobs of dead processes not unlocked'),
    )
  unlockOrphans()
  const orphanTimer = setInterval(unlockOrphans, ORPHAN_CHECK_MS)
  return {
    async stop() {
      clearInterval(orphanTimer)
      try {
        await runner.stop()
      } finally {
        await queuePool.close()
      }
      await pool.query('select graphile_worker.force_unlock_workers($1)', [workerIds])
    },
  }
}

/**
 * Wraps the pool for graphile-worker and reports an unreachable database as an error that it retries. Other
 * errors while it records a job's outcome become an unhandled rejection, which ends the process and leaves
 * the job locked for four hours (docs/decisions/0023). `close` waits for connections in use; later requests
 * for one never settle.
 */
function retryingPool(pool: pg.Pool, workers: readonly string[]): { pool: pg.Pool; close(): Promise<void> } {
  let isClosed = false
  let inUse = 0
  const asRetryable =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        return await work(...args)
      } catch (error) {
        if (!isDatabaseDown(error)) throw error
        throw Object.assign(new Error((error as Error).message, { cause: error }), { code: RETRYABLE_CODE })
      }
    }
  const connect = asRetryable(async () => {
    if (isClosed) return new Promise<never>(() => {})
    inUse++
    try {
      const client = await pool.connect()
      return withMethods(client, {
        query: asRetryable(client.query.bind(client) as (...args: unknown[]) => Promise<unknown>),
        release: (error?: Error | boolean) => {
          inUse--
          client.release(error)
        },
      })
    } catch (error) {
      inUse--
      throw error
    }
  })
  return {
    pool: withMethods(pool, {
      // Only the LISTEN connection passes a callback, and it reconnects without our help. While it is open,
      // it has the presence locks of these workers.
      connect: (callback?: Parameters<pg.Pool['connect']>[0]) => {
        if (!callback) return connect()
        return pool.connect((error, client, release) => {
          if (!client) return callback(error, client, release)
          // A connection that only listens would never notice that it is dead and that the locks of
          // `takePresenceLocks` are lost. A harmless query makes the socket timeout apply to it.
          const heartbeat = setInterval(() => client.query(LISTEN_SQL).catch(() => {}), HEARTBEAT_MS)
          client.once('end', () => clearInterval(heartbeat))
          const stopAndRelease: typeof release = (problem) => {
            clearInterval(heartbeat)
            release(problem)
          }
          takePresenceLocks(client, workers).then(
            () => callback(undefined, client, stopAndRelease),
            (problem: Error) => {
              stopAndRelease(problem)
              callback(problem, undefined, () => {})
            },
          )
        })
      },
    }),
    async close() {
      isClosed = true
      for (const end = Date.now() + CLOSE_TIMEOUT_MS; inUse > 0 && Date.now() < end; ) await sleep(10)
    },
  }
}

/** The LISTEN statements of graphile-worker, repeated as a heartbeat. */
const LISTEN_SQL = 'LISTEN "jobs:insert"; LISTEN "worker:migrate";'
const HEARTBEAT_MS = 10_000

/** An error code that graphile-worker retries, for hours. */
const RETRYABLE_CODE = 'ETIMEDOUT'

/** The target with some methods replaced. */
const withMethods = <T extends object>(target: T, methods: Record<string, unknown>): T =>
  new Proxy(target, {
    get(_, key) {
      if (typeof key === 'string' && key in methods) return methods[key]
      const value = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** graphile-worker's logger: only warnings and errors. */
function warningLogger(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ job: meta }, message)
    else if (level === 'warning') log.warn({ job: meta }, message)
  })
}
