import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openDatabaseLine } from '../../../tests/support/proxy.ts'
import { useDatabase } from '../../../tests/support/suite.ts'
import { connectFor } from './connection.ts'
import { BackupError } from './manifest.ts'

const house = useDatabase()
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const LOOK_MS = 150

async function connected() {
  const { line, url } = await openDatabaseLine(house.database.url)
  const client = await connectFor(url, LOOK_MS)
  ends.push(async () => {
    await client.end()
    await line.close()
  })
  return { client, line }
}

test('A1: a connection that makes no progress ends what was asked with one line, whoever fell silent', async () => {
  const { client, line } = await connected()
  await client.query('begin')
  line.forget()
  // The server has answered and waits for the client, as in the copies that hung.
  await expect(client.query('select 1')).rejects.toThrow(
    new BackupError('La base de datos dejó de responder y la orden se canceló: inténtalo de nuevo.'),
  )
})

test('A1: the same when the server cannot be asked about it', async () => {
  const { client, line } = await connected()
  line.pause()
  await expect(client.query('select 1')).rejects.toThrow(BackupError)
})

test('a statement that the server works on takes as long as it takes, and so does being asked nothing', async () => {
  const { client } = await connected()
  await client.query('select from pg_sleep(1)')
  await sleep(4 * LOOK_MS)
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('A1: neither an open transaction nor a wait for a lock lasts without limit', async () => {
  const { client } = await connected()
  const { rows } = await client.query(
    `select name, setting from pg_settings where name in ('idle_in_transaction_session_timeout', 'lock_timeout') order by name`,
  )
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '300000' },
    { name: 'lock_timeout', setting: '60000' },
  ])
})
