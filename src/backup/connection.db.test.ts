import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { useDatabase } from '../../tests/support/app/suite.ts'
import { openDatabaseProxy } from '../../tests/support/network/tcp-proxy.ts'
import { connectForBackup } from './connection.ts'
import { BackupError } from './manifest.ts'

const suite = useDatabase()
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const CHECK_MS = 150

async function connected(checkMs = CHECK_MS) {
  const { proxy, url } = await openDatabaseProxy(suite.database.url)
  const client = await connectForBackup(url, checkMs)
  ends.push(async () => {
    await client.end()
    await proxy.close()
  })
  return { client, line: proxy }
}

test('A1: on a connection without progress the statement fails with one line, whichever side is silent', async () => {
  const { client, line } = await connected()
  await client.query('begin')
  line.blackhole()
  // The server has responded and waits for the client.
  await expect(client.query('select 1')).rejects.toThrow(
    new BackupError('La base de datos dejó de responder y la orden se canceló: inténtalo de nuevo.'),
  )
})

test('A1: the same when the server cannot be queried about it', async () => {
  const { client, line } = await connected()
  line.pause()
  await expect(client.query('select 1')).rejects.toThrow(BackupError)
})

test('a statement that the server works on has no time limit', async () => {
  // The check itself has this long to query the server, which a busy machine may need.
  const { client } = await connected(2_000)
  await client.query('select from pg_sleep(4.5)')
})

test('an idle connection has no time limit', async () => {
  const { client } = await connected()
  await sleep(4 * CHECK_MS)
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('A1: idle transactions and waits for locks are limited', async () => {
  const { client } = await connected()
  const { rows } = await client.query(
    `select name, setting from pg_settings where name in ('idle_in_transaction_session_timeout', 'lock_timeout') order by name`,
  )
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '300000' },
    { name: 'lock_timeout', setting: '60000' },
  ])
})
