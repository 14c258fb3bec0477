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
import { bePresent, freeLeftBehind } from './left-behind.server.ts'

/** What a background task is given: its payload as queued, and how many tries there were (the first is 1). */
export type Task = (payload: unknown, attempt: number) => Promise<void>

export interface JobOptions {
  /** The same key queued again replaces a job that has not started: a retry is never a double. */
  key?: string
}

/**
 * Queues a task in the transaction that causes it: it exists if, and only if, that commits. It is given up after 25 tries, three
 * days with graphile-worker's growing pauses.
 */
export async function enqueue(
  tx: Tx | Db,
  task: string,
  payload: unknown,
  options: JobOptions = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(${task}, payload => ${JSON.stringify(payload)}::json,
      job_key => ${options.key ?? null}::text, max_attempts => 25)
  `.execute(tx)
}

/** Takes a queued task back, in the transaction that makes it pointless; one that runs at this moment ends by itself. */
export async function withdraw(tx: Tx, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(tx)
}

/** Makes or updates the queue's own schema. */
export const migrateJobs = (pool: pg.Pool, log: Log) => runMigrations({ pgPool: pool, logger: quiet(log) })

/** The jobs of one process. */
export interface Jobs {
  /**
   * Lets those under way end. What became of one may not have been noted when the database was away: it is for others then,
   * at once. The pool is the caller's.
   */
  stop(): Promise<void>
}

/** Milliseconds between two looks for jobs of processes that are gone. */
const LOOK = 60_000

/** Longest wait for notes under way, milliseconds. */
const NOTED_WITHIN = 2_000

/**
 * Runs tasks in this process until `stop()`; any number of processes share the queue.
 * @param crontab lines of graphile-worker's cron, times in UTC
 */
export async function runJobs(
  pool: pg.Pool,
  log: Log,
  tasks: Record<string, Task>,
  crontab: string,
): Promise<Jobs> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown, helpers: JobHelpers) => task(payload, helpers.job.attempts),
    ]),
  )
  const events: WorkerEvents = new EventEmitter()
  const locking: string[] = []
  events.on('pool:create', ({ workerPool }) => void locking.push(workerPool.id))
  const line = patient(pool, locking)
  // Signals are the application's: it stops accepting requests first, then this runner.
  const runner = await run({
    pgPool: line.pool,
    events,
    taskList,
    crontab,
    concurrency: 4,
    pollInterval: 2_000,
    noHandleSignals: true,
    logger: quiet(log),
  })
  const look = () =>
    void freeLeftBehind(pool).catch((err: unknown) => log.warn({ err }, 'jobs of lost processes not freed'))
  look()
  const looking = setInterval(look, LOOK)
  return {
    async stop() {
      clearInterval(looking)
      try {
        await runner.stop()
      } finally {
        await line.close()
      }
      await pool.query('select graphile_worker.force_unlock_workers($1)', [locking])
    },
  }
}

/**
 * The pool as graphile-worker gets it: a database that cannot be reached is an error after which it tries again. Any other
 * error while it notes what became of a job it leaves to nobody, which ends the process with the job locked for four hours
 * (docs/decisions/0023). `close` waits for what is under way; who asks later, after a pause of hours perhaps, hears nothing.
 */
function patient(pool: pg.Pool, workers: readonly string[]): { pool: pg.Pool; close(): Promise<void> } {
  let isClosed = false
  let lent = 0
  const told =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        return await work(...args)
      } catch (error) {
        if (!isDatabaseDown(error)) throw error
        throw Object.assign(new Error((error as Error).message, { cause: error }), { code: RETRIED })
      }
    }
  const connect = told(async () => {
    if (isClosed) return new Promise<never>(() => {})
    lent++
    try {
      const client = await pool.connect()
      return instead(client, {
        query: told(client.query.bind(client) as (...args: unknown[]) => Promise<unknown>),
        release: (error?: Error | boolean) => {
          lent--
          client.release(error)
        },
      })
    } catch (error) {
      lent--
      throw error
    }
  })
  return {
    pool: instead(pool, {
      // Who listens for jobs gives a callback, and starts anew by itself. While it listens, these workers live.
      connect: (callback?: Parameters<pg.Pool['connect']>[0]) => {
        if (!callback) return connect()
        return pool.connect((error, client, release) => {
          if (!client) return callback(error, client, release)
          // Who only listens would never notice that the line is dead, and lose the lock of `bePresent` with it. Asked
          // something that changes nothing, it is ended in silence as any other (database/silence.server.ts).
          const beat = setInterval(() => client.query(LISTEN).catch(() => {}), BEAT)
          client.once('end', () => clearInterval(beat))
          const giveBack: typeof release = (problem) => {
            clearInterval(beat)
            release(problem)
          }
          bePresent(client, workers).then(
            () => callback(undefined, client, giveBack),
            (problem: Error) => {
              giveBack(problem)
              callback(problem, undefined, () => {})
            },
          )
        })
      },
    }),
    async close() {
      isClosed = true
      for (const end = Date.now() + NOTED_WITHIN; lent > 0 && Date.now() < end; ) await sleep(10)
    },
  }
}

/** What graphile-worker says itself, and how often it is said again, milliseconds. */
const LISTEN = 'LISTEN "jobs:insert"; LISTEN "worker:migrate";'
const BEAT = 10_000

/** One of the codes after which graphile-worker tries again, for hours. */
const RETRIED = 'ETIMEDOUT'

/** The same object with some methods of ours. */
const instead = <T extends object>(target: T, methods: Record<string, unknown>): T =>
  new Proxy(target, {
    get(_, key) {
      if (typeof key === 'string' && key in methods) return methods[key]
      const value = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

function quiet(log: Log): Logger {
  return new Logger(() => (level, message, meta) => {
    if (level === 'error') log.error({ job: meta }, message)
    else if (level === 'warning') log.warn({ job: meta }, message)
  })
}
