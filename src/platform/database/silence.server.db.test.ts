import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { openDatabaseLine } from '../../../tests/support/proxy.ts'
import { useDatabase } from '../../../tests/support/suite.ts'
import { isDatabaseDown } from './database.server.ts'
import { bearSilence, endInSilence } from './silence.server.ts'

const house = useDatabase()
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A connection over a line, which may be silent for a quarter of a second. */
async function connected() {
  const { line, url } = await openDatabaseLine(house.database.url)
  const client = new pg.Client({ connectionString: url })
  const errors: unknown[] = []
  client.on('error', (error) => errors.push(error))
  await client.connect()
  ends.push(line.close)
  endInSilence(client, 250)
  return { client, line, errors }
}

const slow = 'select 1 as one from pg_sleep(0.6)'

test('F3 a dead line that looks alive: what was asked fails as with a lost one, and nothing more can be asked', async () => {
  const { client, line, errors } = await connected()
  await client.query('select 1')
  line.pause()
  const failure = await client.query('select 2').catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'ETIMEDOUT' })
  expect(isDatabaseDown(failure)).toBe(true)
  expect(errors).toHaveLength(1)
  await expect(client.query('select 3')).rejects.toThrow()
})

test('nobody is ended who is asked nothing, and one that idled is watched again', async () => {
  const { client, errors } = await connected()
  await new Promise((done) => setTimeout(done, 600))
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(errors).toEqual([])
  await expect(client.query(slow)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('a migration may take its time', async () => {
  const { client } = await connected()
  bearSilence(client)
  expect((await client.query(slow)).rows).toEqual([{ one: 1 }])
  await client.end()
})
