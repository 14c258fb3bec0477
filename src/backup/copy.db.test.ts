import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Duplex, Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../tests/support/app/suite.ts'
import { currentTestRun } from '../../tests/support/runner/test-run.ts'
import { connectForBackup } from './connection.ts'
import { copyIn, copyOut } from './copy.ts'
import { saveStream } from './manifest.ts'

const suite = useDatabase()
let folder = ''
const clients: pg.Client[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(currentTestRun().folder, 'copy-'))
  // Incompressible rows of 96 bytes: writing them is slower than reading.
  await suite.database.sql(
    `create table many as select n, (select string_agg(md5(random()::text || n || i), '') from generate_series(1, 3) i) as line
     from generate_series(1, 7000) n`,
  )
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end()
})

async function connected(): Promise<pg.Client> {
  const client = await connectForBackup(suite.database.url)
  clients.push(client)
  return client
}

let files = 0
const newPath = () => join(folder, `${++files}.copy.gz`)
const many = (rows: number) => `copy (select line from many where n <= ${rows}) to stdout`
const pidOf = async (client: pg.Client) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

/** Blocks the event loop, so that the last rows and their end arrive in one read. */
const blockEventLoop = () =>
  setImmediate(() => {
    for (const until = Date.now() + 5; Date.now() < until; );
  })

const sizes = [
  ...Array.from({ length: 136 }, (_, n) => (60 + 4 * n) * 1024),
  ...[16, 64, 128].flatMap((kb) => [-200, -97, -1, 0, 1, 97, 200].map((more) => kb * 1024 + more)),
]

/** Saves to this file, as a backup in clear does. */
const to = (path: string) => (rows: Readable, gzip: Duplex) => saveStream(path, rows, [gzip])

test('A1: tables of all sizes are copied completely, and the connection stays usable', async () => {
  const client = await connected()
  for (const bytes of sizes) {
    const rows = Math.round(bytes / 97)
    const path = newPath()
    const copying = copyOut(client, many(rows), to(path))
    blockEventLoop()
    expect((await copying).rows).toBe(rows)
    expect(gunzipSync(readFileSync(path)).length).toBe(rows * 97)
  }
})

test('copied rows can be loaded again', async () => {
  const client = await connected()
  const path = newPath()
  await copyOut(client, many(7000), to(path))
  await client.query('create temp table again (line text)')
  expect(await copyIn(client, 'again (line)', path)).toBe(7000)
  const { rows } = await client.query('select count(*)::int as same from again join many using (line)')
  expect(rows).toEqual([{ same: 7000 }])
})

test('an error among the rows, a file that cannot be written and a lost connection each fail the copy', async () => {
  const client = await connected()
  const broken = copyOut(client, 'copy (select line, 1 / (6000 - n) from many) to stdout', to(newPath()))
  await expect(broken).rejects.toMatchObject({ code: '22012' })
  expect(await pidOf(client)).toBeGreaterThan(0)

  const taken = newPath()
  writeFileSync(taken, '')
  await expect(copyOut(await connected(), many(7000), to(taken))).rejects.toMatchObject({ code: 'EEXIST' })

  const pid = await pidOf(client)
  const slow = copyOut(client, 'copy (select line from many, pg_sleep(30)) to stdout', to(newPath()))
  await Promise.all([
    expect(slow).rejects.toMatchObject({ code: '57P01' }),
    suite.database.sql('select pg_terminate_backend($1)', [pid]),
  ])
})

test('rows of the wrong type, a damaged file and a lost connection each fail the load', async () => {
  const client = await connected()
  const path = newPath()
  await copyOut(client, many(7000), to(path))
  await client.query('create temp table numbers (line int)')
  await expect(copyIn(client, 'numbers (line)', path)).rejects.toMatchObject({ code: '22P02' })
  expect(await pidOf(client)).toBeGreaterThan(0)

  const half = newPath()
  writeFileSync(half, readFileSync(path).subarray(0, 200_000))
  await client.query('create temp table again (line text)')
  await expect(copyIn(client, 'again (line)', half)).rejects.toThrow('unexpected end of file')
  expect((await client.query('select count(*)::int as rows from again')).rows).toEqual([{ rows: 0 }])

  const endless = newPath()
  writeFileSync(endless, gzipSync('x\n'.repeat(20_000_000)))
  const pid = await pidOf(client)
  const loading = copyIn(client, 'again (line)', endless)
  await Promise.all([
    expect(loading).rejects.toThrow(),
    suite.database.sql('select pg_terminate_backend($1)', [pid]),
  ])
})
