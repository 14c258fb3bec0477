import { expect, test, vi } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { eventually } from '../../../tests/support/database/test-database.ts'
import { createPool } from '../database/database.server.ts'
import { enqueue, runJobs } from './jobs.server.ts'
import { unlockOrphanedJobs } from './orphaned-jobs.server.ts'

const suite = useDatabase()

const queuedJobs = () =>
  suite.database.sql<{ attempts: number; is_locked: boolean }>(
    'select attempts, locked_at is not null as is_locked from graphile_worker.jobs',
  )

test('when orphaned jobs cannot be unlocked, that is logged and other jobs run', async () => {
  const { log } = suite.platform
  const pool = createPool(suite.database.url, log)
  const warn = vi.spyOn(log, 'warn')
  const query = pool.query.bind(pool)
  vi.spyOn(pool, 'query').mockImplementation(((text: unknown, ...rest: unknown[]) =>
    String((text as { text?: string }).text ?? text).includes('locked_by')
      ? Promise.reject(new Error('not now'))
      : Reflect.apply(query, pool, [text, ...rest])) as typeof pool.query)
  const done: unknown[] = []
  const jobs = await runJobs(pool, log, { 'try:one': async (payload) => void done.push(payload) }, '')
  await vi.waitFor(() =>
    expect(warn).toHaveBeenCalledWith({ err: new Error('not now') }, 'jobs of dead processes not unlocked'),
  )
  await enqueue(suite.platform.db, 'try:one', { n: 1 })
  await eventually(async () => done.length === 1)
  await jobs.stop()
  await pool.end()
})

test('F2 a process that stops before recording the outcome of a job unlocks it for the next one', async () => {
  const { log, db } = suite.platform
  const pool = createPool(suite.database.url, log)
  const connect = pool.connect.bind(pool)
  // Fail the connection that records the outcome. (The LISTEN connection passes a callback.)
  let failNext = false
  let failures = 0
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
    if (callback) return connect(callback)
    if (!failNext) return connect()
    failNext = false
    failures++
    return Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
  }) as typeof pool.connect
  const jobs = await runJobs(
    pool,
    log,
    {
      work: async () => {
        failNext = true
      },
    },
    '',
  )
  await enqueue(db, 'work', {})
  await eventually(async () => failures > 0)
  expect(await queuedJobs()).toEqual([{ attempts: 1, is_locked: true }])
  await jobs.stop()
  expect(await queuedJobs()).toEqual([{ attempts: 1, is_locked: false }])
  // Recording is retried in a few seconds, when the pool has ended. If that rejected, this test run would
  // fail.
  await pool.end()

  const done: number[] = []
  const next = await runJobs(
    suite.platform.pool,
    log,
    { work: async (_payload, attempt) => void done.push(attempt) },
    '',
  )
  await eventually(async () => (await queuedJobs()).length === 0)
  expect(done).toEqual([2])
  await next.stop()
})

test('stopping waits for a running job and records its outcome', async () => {
  const { log, db, pool } = suite.platform
  const gate = Promise.withResolvers<void>()
  let hasStarted = false
  const jobs = await runJobs(
    pool,
    log,
    {
      work: async () => {
        hasStarted = true
        await gate.promise
      },
    },
    '',
  )
  await enqueue(db, 'work', {})
  await eventually(async () => hasStarted)
  const stopped = jobs.stop()
  gate.resolve()
  await stopped
  expect(await queuedJobs()).toEqual([])
})

test('F1 jobs of a dead process go to others after a minute; jobs of a live process stay locked', async () => {
  const { log, db, pool } = suite.platform
  const gate = Promise.withResolvers<void>()
  const done: string[] = []
  const started: string[] = []
  const run = (name: string) =>
    runJobs(
      pool,
      log,
      {
        work: async () => {
          started.push(name)
          if (started.length === 1) await gate.promise
          done.push(name)
        },
      },
      '',
    )
  const first = await run('first')
  await enqueue(db, 'work', {})
  await eventually(async () => started.length === 1)
  const { sql } = suite.database
  await sql(`update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes'`)
  await unlockOrphanedJobs(pool)
  expect(await queuedJobs()).toEqual([{ attempts: 1, is_locked: true }])

  // Pretend that a dead process had locked the job.
  await sql(
    `update graphile_worker._private_jobs set locked_by = 'pool-gone', locked_at = now() - interval '50 s'`,
  )
  await unlockOrphanedJobs(pool)
  expect(await queuedJobs()).toEqual([{ attempts: 1, is_locked: true }])
  await sql(`update graphile_worker._private_jobs set locked_at = now() - interval '61 s'`)
  // A worker searches for orphans when it starts.
  const second = await run('second')
  await eventually(async () => done.length === 1)
  await eventually(async () => (await queuedJobs()).length === 0)
  gate.resolve()
  await Promise.all([first.stop(), second.stop()])
  expect(done.length).toBe(2)
})
