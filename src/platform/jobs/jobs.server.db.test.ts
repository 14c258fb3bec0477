import { expect, test, vi } from 'vitest'
import { eventually } from '../../../tests/support/database.ts'
import { useDatabase } from '../../../tests/support/suite.ts'
import { createPool } from '../database/database.server.ts'
import { enqueue, runJobs } from './jobs.server.ts'
import { freeLeftBehind } from './left-behind.server.ts'

const house = useDatabase()

const standing = () =>
  house.database.sql<{ attempts: number; is_locked: boolean }>(
    'select attempts, locked_at is not null as is_locked from graphile_worker.jobs',
  )

test('jobs of lost processes that cannot be looked for are logged, and the others run', async () => {
  const { log } = house.platform
  const pool = createPool(house.database.url, log)
  const warn = vi.spyOn(log, 'warn')
  const query = pool.query.bind(pool)
  vi.spyOn(pool, 'query').mockImplementation(((text: unknown, ...rest: unknown[]) =>
    String((text as { text?: string }).text ?? text).includes('locked_by')
      ? Promise.reject(new Error('not now'))
      : Reflect.apply(query, pool, [text, ...rest])) as typeof pool.query)
  const done: unknown[] = []
  const jobs = await runJobs(pool, log, { 'try:one': async (payload) => void done.push(payload) }, '')
  await vi.waitFor(() =>
    expect(warn).toHaveBeenCalledWith({ err: new Error('not now') }, 'jobs of lost processes not freed'),
  )
  await enqueue(house.platform.db, 'try:one', { n: 1 })
  await eventually(async () => done.length === 1)
  await jobs.stop()
  await pool.end()
})

test('F2 a process that stops before it could note what became of a job leaves it to the next one', async () => {
  const { log, db } = house.platform
  const pool = createPool(house.database.url, log)
  const connect = pool.connect.bind(pool)
  // The next connection that is awaited cannot be had: the note's. (Who listens for jobs gives a callback.)
  let isAway = false
  let missed = 0
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
    if (callback) return connect(callback)
    if (!isAway) return connect()
    isAway = false
    missed++
    return Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
  }) as typeof pool.connect
  const jobs = await runJobs(
    pool,
    log,
    {
      work: async () => {
        isAway = true
      },
    },
    '',
  )
  await enqueue(db, 'work', {})
  await eventually(async () => missed > 0)
  expect(await standing()).toEqual([{ attempts: 1, is_locked: true }])
  await jobs.stop()
  expect(await standing()).toEqual([{ attempts: 1, is_locked: false }])
  // The note is tried again in a few seconds, of a pool that has ended then: unheard, or this run fails.
  await pool.end()

  const done: number[] = []
  const next = await runJobs(
    house.platform.pool,
    log,
    { work: async (_payload, attempt) => void done.push(attempt) },
    '',
  )
  await eventually(async () => (await standing()).length === 0)
  expect(done).toEqual([2])
  await next.stop()
})

test('stopping lets a job that is under way end, and notes it', async () => {
  const { log, db, pool } = house.platform
  const gate = Promise.withResolvers<void>()
  let isUnderWay = false
  const jobs = await runJobs(
    pool,
    log,
    {
      work: async () => {
        isUnderWay = true
        await gate.promise
      },
    },
    '',
  )
  await enqueue(db, 'work', {})
  await eventually(async () => isUnderWay)
  const stopped = jobs.stop()
  gate.resolve()
  await stopped
  expect(await standing()).toEqual([])
})

test('F1 what a process that is gone had begun is for the others after a minute; what a living one does is its own', async () => {
  const { log, db, pool } = house.platform
  const gate = Promise.withResolvers<void>()
  const done: string[] = []
  const begun: string[] = []
  const run = (name: string) =>
    runJobs(
      pool,
      log,
      {
        work: async () => {
          begun.push(name)
          if (begun.length === 1) await gate.promise
          done.push(name)
        },
      },
      '',
    )
  const first = await run('first')
  await enqueue(db, 'work', {})
  await eventually(async () => begun.length === 1)
  const { sql } = house.database
  await sql(`update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes'`)
  await freeLeftBehind(pool)
  expect(await standing()).toEqual([{ attempts: 1, is_locked: true }])

  // As if it had been another, of which nothing is left but the lock.
  await sql(
    `update graphile_worker._private_jobs set locked_by = 'pool-gone', locked_at = now() - interval '50 s'`,
  )
  await freeLeftBehind(pool)
  expect(await standing()).toEqual([{ attempts: 1, is_locked: true }])
  await sql(`update graphile_worker._private_jobs set locked_at = now() - interval '61 s'`)
  // A start looks at once.
  const second = await run('second')
  await eventually(async () => done.length === 1)
  await eventually(async () => (await standing()).length === 0)
  gate.resolve()
  await Promise.all([first.stop(), second.stop()])
  expect(done.length).toBe(2)
})
