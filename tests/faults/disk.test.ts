import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newMessageId } from '../../src/capabilities/chat/rules.ts'
import { makeAccount } from '../../src/server/factories/accounts.ts'
import { freePort } from '../support/app.ts'
import { eventually, openTestDatabase, type TestDatabase } from '../support/database.ts'
import { pdf } from '../support/files.ts'
import { newClient } from '../support/http.ts'
import { testRun } from '../support/postgres.ts'
import { expectWholeDatabase } from '../support/whole.ts'
import { at, lostOf, openTalks, type Talk } from '../support/writers.ts'

// F4: the disk of database and files is full. A small disk in memory, mounted where only this house sees it; that takes
// root (`unshare -m`).

const canMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
const MB = 1024 * 1024

/** Holds the disk while houses come and go. */
let holder: ChildProcess
let house: ChildProcess
let database: TestDatabase
let folder = ''
let url = ''
/** The house's disk, seen from here. */
let disk = ''
const lines: string[] = []

async function startHouse(): Promise<void> {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const command = [
    'sh',
    '-c',
    'cd "$0" && exec "$@"',
    testRun().house,
    process.execPath,
    'src/server/start.ts',
  ]
  house = spawn('nsenter', ['-m', '-t', String(holder.pid), ...command], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      LOCAL_MODE: 'on',
      DEMO: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
      DATA_DIR: path.join(folder, 'data'),
      PORT: String(port),
    },
  })
  lines.length = 0
  for (const stream of [house.stdout, house.stderr])
    stream?.on('data', (chunk: Buffer) => void lines.push(...String(chunk).split('\n')))
  while (!lines.some((line) => line.includes('Amparo está en marcha'))) {
    if (house.exitCode !== null) throw new Error(lines.join('\n'))
    await sleep(50)
  }
  const { databaseUrl } = JSON.parse(readFileSync(path.join(disk, 'data', 'running.json'), 'utf8'))
  const seen = new URL(databaseUrl)
  seen.hostname = encodeURIComponent(`/proc/${holder.pid}/root${decodeURIComponent(seen.hostname)}`)
  await database?.close()
  database = openTestDatabase(seen.href, 'disk')
}

beforeAll(async () => {
  if (!canMount) return
  folder = mkdtempSync(path.join(testRun().folder, 'disk-'))
  chmodSync(folder, 0o711)
  const mount =
    'mount -t tmpfs -o size=160m,mode=711 tmpfs "$0" && mkdir -m 711 "$0/data" && echo ready && exec cat'
  // It ends with this process: nobody writes to it any more.
  holder = spawn('unshare', ['-m', 'sh', '-c', mount, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  if (holder.stdout) await once(holder.stdout, 'data')
  disk = path.join(`/proc/${holder.pid}/root`, folder)
  await startHouse()
}, 120_000)

afterAll(async () => {
  await database?.close()
  if (house?.exitCode === null) {
    const gone = once(house, 'exit')
    house.kill('SIGTERM')
    await gone
  }
  holder?.stdin?.end()
})

const ballast = () => path.join(disk, 'ballast')

/** Fills the disk up to so many bytes. */
function fill(left: number): void {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(ballast(), Buffer.alloc(Math.max(0, bavail * bsize - left)))
}

/** Everybody sends a long message in turn. @returns what was acknowledged, and the answers of the rest */
async function sendLong(talks: readonly Talk[], count: number) {
  const long = 'x'.repeat(4_000)
  const sent = new Map<string, { chatId: string; content: string }>()
  const acknowledged = new Set<string>()
  const refused: Record<string, number> = {}
  for (let n = 0; n < count; n++) {
    const talk = talks[n % talks.length]
    const who = talk?.people[(n >> 2) % 2]
    if (!talk || !who) throw new Error('nobody')
    const message = { id: newMessageId(), chatId: talk.chatId, content: `${n} ${long}` }
    sent.set(message.id, message)
    const answer = await at(url, who)
      .rpc('chat.send', message)
      .catch(() => null)
    if (answer?.status === 200) acknowledged.add(message.id)
    else refused[answer?.status ?? 'none'] = (refused[answer?.status ?? 'none'] ?? 0) + 1
  }
  return { sent, acknowledged, refused }
}

/** What of uploads is on the disk. */
function uploads(): string[] {
  const files = path.join(disk, 'data', 'files')
  const all = existsSync(files) ? readdirSync(files, { recursive: true, withFileTypes: true }) : []
  return all.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function heals(talk: Talk | undefined): Promise<void> {
  const [client] = talk?.people ?? []
  if (!client) throw new Error('nobody')
  const message = { id: newMessageId(), chatId: talk?.chatId, content: 'Otra vez' }
  await eventually(async () => {
    const answer = await at(url, client)
      .rpc('chat.send', message)
      .catch(() => null)
    return answer?.status === 200
  })
}

test.skipIf(!canMount)(
  'F4 no room for tables and files: writes are refused with 503, reads go on, nothing half is left',
  async () => {
    const talks = await openTalks(database.platform, url, 4)
    const account = await makeAccount(database.platform.db, {
      role: 'lawyer',
      verificationStatus: 'profile_pending',
    })
    const pending = newClient(url)
    const { email, password } = account
    expect((await pending.post('/api/accounts/login', { email, password })).status).toBe(200)
    await database.sql('checkpoint')
    fill(0)
    // Whatever of a table is still free is used up first.
    const { sent, acknowledged, refused } = await sendLong(talks, 160)
    const file = await pending.send('/api/files/identidad', { method: 'PUT', body: pdf(4 * MB) })
    console.log(
      `F4 tables: ${acknowledged.size} acknowledged, refused ${JSON.stringify(refused)}, a file ${file.status}`,
    )
    expect(Object.keys(refused)).toEqual(['503'])
    expect(file.status).toBe(503)
    const [client] = talks[0]?.people ?? []
    const page = await client?.rpc('chat.messages', { chatId: talks[0]?.chatId })
    expect(page?.status, page?.text).toBe(200)
    expect((await newClient(url).get('/login')).status).toBe(200)

    rmSync(ballast())
    await heals(talks[0])
    expect(await lostOf(database, { sent }, acknowledged)).toEqual([])
    await expectWholeDatabase(database)
    expect(uploads()).toEqual([])
    expect(await database.sql('select key from stored_files')).toEqual([])
    expect(lines.join('\n')).not.toContain('PostgreSQL terminó')
  },
)

test.skipIf(!canMount)(
  'F4 no room for the log of PostgreSQL either, which ends it: nothing acknowledged is lost once there is room',
  async () => {
    const talks = await openTalks(database.platform, url, 4)
    const before = await sendLong(talks, 80)
    expect(before.refused).toEqual({})
    fill(0)
    const filled = await database
      .sql(`select pg_logical_emit_message(false, 'x', repeat('x', 1000000)) from generate_series(1, 60)`)
      .then(
        () => 'room',
        (error: Error) => error.message,
      )
    expect(filled).not.toBe('room')
    const during = await sendLong(talks, 40)
    expect(
      (
        await newClient(url)
          .get('/healthz')
          .catch(() => null)
      )?.status ?? 200,
    ).toBe(200)
    const ended = () => house.exitCode !== null
    // One that ends lets the requests under way wait for their time first.
    for (let n = 0; n < 400 && !ended(); n++) await sleep(50)
    console.log(
      `F4 log: «${filled}»; then ${during.acknowledged.size} acknowledged, refused ${JSON.stringify(during.refused)}; the house ${ended() ? 'ended' : 'stayed'}: ${lines.filter((line) => line.includes('PostgreSQL')).join(' | ')}`,
    )
    rmSync(ballast())
    if (ended()) await startHouse()
    for (const { people } of talks) for (const who of people) expect(who.jar.size).toBeGreaterThan(0)
    await heals(talks[0])
    for (const { sent, acknowledged } of [before, during])
      expect(await lostOf(database, { sent }, acknowledged)).toEqual([])
    await expectWholeDatabase(database)
  },
)
