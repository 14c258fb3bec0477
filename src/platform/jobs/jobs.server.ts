import { type JobHelpers, Logger, type Runner, run, runMigrations, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db, Tx } from '../database/database.server.ts'
import type { Log } from '../log/log.server.ts'

/** What a background task is given: its payload as queued, and how many tries there were (the first is 1). */
export type Task = (payload: unknown, attempt: number) => Promise<void>

export interface JobOptions {
  /** The same key queued again replaces a job that has not started: a retry is never a double. */
  key?: string
  /** Tries before the job is given up; back-off grows exponentially (graphile-worker). */
  maxAttempts?: number
}

/** Queues a task in the transaction that causes it: it exists if, and only if, that commits. */
export async function enqueue(
  tx: Tx | Db,
  task: string,
  payload: unknown,
  options: JobOptions = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(${task}, payload => ${JSON.stringify(payload)}::json,
      job_key => ${options.key ?? null}::text, max_attempts => ${options.maxAttempts ?? 25}::int)
  `.execute(tx)
}

/** Takes a queued task back, in the transaction that makes it pointless; one that runs at this moment ends by itself. */
export async function withdraw(tx: Tx, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(tx)
}

/** Makes or updates the queue's own schema. */
export const migrateJobs = (pool: pg.Pool, log: Log) => runMigrations({ pgPool: pool, logger: quiet(log) })

/**
 * Runs tasks in this process until `stop()`; any number of processes share the queue.
 * @param crontab lines of graphile-worker's cron, times in UTC
 */
export async function runJobs(
  pool: pg.Pool,
  log: Log,
  tasks: Record<string, Task>,
  crontab: string,
): Promise<Runner> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown, helpers: JobHelpers) => task(payload, helpers.job.attempts),
    ]),
  )
  // Signals are the application's: it stops accepting requests first, then this runner.
  return run({
    pgPool: pool,
    taskList,
    crontab,
    concurrency: 4,
    pollInterval: 2_000,
    noHandleSignals: true,
    logger: quiet(log),
  })
}

function quiet(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ job: meta }, message)
    else if (level === 'warning') log.warn({ job: meta }, message)
  })
}
