import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openDatabaseLine } from '../../../tests/support/proxy.ts'
import { useDatabase } from '../../../tests/support/suite.ts'
import { createPool, isDatabaseDown } from './database.server.ts'
import { SILENCE } from './silence.server.ts'

const house = useDatabase()
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** One connection over a line, which may be silent for a quarter of a second. */
async function connected() {
  const { line, url } = await openDatabaseLine(house.database.url)
  const pool = createPool(url, house.platform.log, 1, {}, 250)
  ends.push(async () => {
    await line.close()
    await pool.end()
  })
  const pid = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  return { pool, line, pid }
}

const slow = 'select from pg_sleep(0.7)'

test('F3 a dead line that looks alive: what was asked fails as with a lost one, and the next has a new connection', async () => {
  const { line, pool, pid } = await connected()
  const first = await pid()
  line.forget()
  const failure = await pool.query('select 2').catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'ETIMEDOUT' })
  expect(isDatabaseDown(failure)).toBe(true)
  const second = await pid()
  expect(second).toBeGreaterThan(0)
  expect(second).not.toBe(first)
})

test('nobody is ended who is asked nothing, and one that idled is watched again', async () => {
  const { pool, pid } = await connected()
  const first = await pid()
  await sleep(600)
  expect(await pid()).toBe(first)
  await expect(pool.query(slow)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('without the limit, as in commands and benchmarks, a statement takes as long as it takes', async () => {
  const pool = createPool(house.database.url, house.platform.log, 1, { statement_timeout: '0' })
  ends.push(() => pool.end())
  const stream = (client: unknown) =>
    (client as { connection: { stream: { timeout?: number } } }).connection.stream
  const client = await pool.connect()
  // Nothing waits for 20 s here: the socket has no limit at all.
  expect(stream(client).timeout ?? 0).toBe(0)
  client.release()
  const limited = await house.platform.pool.connect()
  expect(stream(limited).timeout).toBe(SILENCE)
  limited.release()
})

test('a process that stood still hears first what has come meanwhile', async () => {
  const { pool } = await connected()
  const answer = pool.query('select 1 as one from pg_sleep(0.1)')
  await sleep(20)
  const until = Date.now() + 600
  while (Date.now() < until);
  expect((await answer).rows).toEqual([{ one: 1 }])
})
