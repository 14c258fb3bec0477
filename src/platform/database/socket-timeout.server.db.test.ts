import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { openDatabaseProxy } from '../../../tests/support/network/tcp-proxy.ts'
import { createPool, isDatabaseDown } from './database.server.ts'
import { SOCKET_TIMEOUT_MS } from './socket-timeout.server.ts'

const suite = useDatabase()
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) await cleanUp()
})

/** A pool of one connection through a proxy, with a socket timeout of 250 ms. */
async function connected() {
  const { proxy, url } = await openDatabaseProxy(suite.database.url)
  const pool = createPool(url, suite.platform.log, 1, {}, 250)
  cleanups.push(async () => {
    await proxy.close()
    await pool.end()
  })
  const pid = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  return { pool, line: proxy, pid }
}

const slow = 'select from pg_sleep(0.7)'

test('F3 a dead connection that looks open: its query fails like on a lost one, and the next query gets a new one', async () => {
  const { line, pool, pid } = await connected()
  const first = await pid()
  line.blackhole()
  const failure = await pool.query('select 2').catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'ETIMEDOUT' })
  expect(isDatabaseDown(failure)).toBe(true)
  const second = await pid()
  expect(second).toBeGreaterThan(0)
  expect(second).not.toBe(first)
})

test('an idle connection is not closed, and its next query has the timeout again', async () => {
  const { pool, pid } = await connected()
  const first = await pid()
  await sleep(600)
  expect(await pid()).toBe(first)
  await expect(pool.query(slow)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('without the timeout, as in commands and benchmarks, the socket has no limit', async () => {
  const pool = createPool(suite.database.url, suite.platform.log, 1, { statement_timeout: '0' })
  cleanups.push(() => pool.end())
  const stream = (client: unknown) =>
    (client as { connection: { stream: { timeout?: number } } }).connection.stream
  const client = await pool.connect()
  // Read from the socket, because waiting for 20 s would be too slow.
  expect(stream(client).timeout ?? 0).toBe(0)
  client.release()
  const limited = await suite.platform.pool.connect()
  expect(stream(limited).timeout).toBe(SOCKET_TIMEOUT_MS)
  limited.release()
})

test('a process that was paused first reads what has arrived meanwhile', async () => {
  const { pool } = await connected()
  const answer = pool.query('select 1 as one from pg_sleep(0.1)')
  await sleep(20)
  const until = Date.now() + 600
  while (Date.now() < until);
  expect((await answer).rows).toEqual([{ one: 1 }])
})
