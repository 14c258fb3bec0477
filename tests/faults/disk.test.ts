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
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { uuidv7 } from '../../src/input/ids.ts'
import { freePort } from '../support/app/app-process.ts'
import { type Conversation, clientAt, findLostMessages, openConversations } from '../support/data/writers.ts'
import { expectInvariants } from '../support/database/invariants.ts'
import { connectTestDatabase, eventually, type TestDatabase } from '../support/database/test-database.ts'
import { pdf } from '../support/files/test-files.ts'
import { newClient } from '../support/network/http-client.ts'
import { currentTestRun } from '../support/runner/test-run.ts'

// F4: the disk of database and files is full. The disk is a small tmpfs in a mount namespace of its own,
// which needs root (`unshare -m`).

const canMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
const MB = 1024 * 1024

/** Keeps the mount namespace alive while applications start and stop. */
let mountHolder: ChildProcess
let app: ChildProcess
let database: TestDatabase
let folder = ''
let url = ''
/** Path of the application's disk outside its mount namespace. */
let disk = ''
const lines: string[] = []

async function startApp(): Promise<void> {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const command = [
    'sh',
    '-c',
    'cd "$0" && exec "$@"',
    currentTestRun().appDir,
    process.execPath,
    'src/server/start.ts',
  ]
  app = spawn('nsenter', ['-m', '-t', String(mountHolder.pid), ...command], {
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
  for (const stream of [app.stdout, app.stderr])
    stream?.on('data', (chunk: Buffer) => void lines.push(...String(chunk).split('\n')))
  while (!lines.some((line) => line.includes('Amparo está en marcha'))) {
    if (app.exitCode !== null) throw new Error(lines.join('\n'))
    await sleep(50)
  }
  const { databaseUrl } = JSON.parse(readFileSync(path.join(disk, 'data', 'running.json'), 'utf8'))
  const outsideUrl = new URL(databaseUrl)
  outsideUrl.hostname = encodeURIComponent(
    `/proc/${mountHolder.pid}/root${decodeURIComponent(outsideUrl.hostname)}`,
  )
  await database?.close()
  database = connectTestDatabase(outsideUrl.href, 'disk')
}

beforeAll(async () => {
  if (!canMount) return
  folder = mkdtempSync(path.join(currentTestRun().folder, 'disk-'))
  chmodSync(folder, 0o711)
  const mount =
    'mount -t tmpfs -o size=160m,mode=711 tmpfs "$0" && mkdir -m 711 "$0/data" && echo ready && exec cat'
  // It ends when this process ends, because its standard input is closed then.
  mountHolder = spawn('unshare', ['-m', 'sh', '-c', mount, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  if (mountHolder.stdout) await once(mountHolder.stdout, 'data')
  disk = path.join(`/proc/${mountHolder.pid}/root`, folder)
  await startApp()
}, 120_000)

afterAll(async () => {
  await database?.close()
  if (app?.exitCode === null) {
    const gone = once(app, 'exit')
    app.kill('SIGTERM')
    await gone
  }
  mountHolder?.stdin?.end()
})

const ballast = () => path.join(disk, 'ballast')

/** Fills the disk. @param left bytes to leave free */
function fill(left: number): void {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(ballast(), Buffer.alloc(Math.max(0, bavail * bsize - left)))
}

/**
 * Sends long messages from all people in turn.
 * @returns the acknowledged ones, and the statuses of the others
 */
async function sendLong(conversations: readonly Conversation[], count: number) {
  const long = 'x'.repeat(4_000)
  const sent = new Map<string, { chatId: string; content: string }>()
  const acknowledged = new Set<string>()
  const refused: Record<string, number> = {}
  for (let n = 0; n < count; n++) {
    const conversation = conversations[n % conversations.length]
    const who = conversation?.people[(n >> 2) % 2]
    if (!conversation || !who) throw new Error('no sender')
    const message = { id: uuidv7(), chatId: conversation.chatId, content: `${n} ${long}` }
    sent.set(message.id, message)
    const answer = await clientAt(url, who)
      .rpc('chat.send', message)
      .catch(() => null)
    if (answer?.status === 200) acknowledged.add(message.id)
    else refused[answer?.status ?? 'none'] = (refused[answer?.status ?? 'none'] ?? 0) + 1
  }
  return { sent, acknowledged, refused }
}

/** Names of the uploaded files on the disk, complete or not. */
function uploads(): string[] {
  const files = path.join(disk, 'data', 'files')
  const all = existsSync(files) ? readdirSync(files, { recursive: true, withFileTypes: true }) : []
  return all.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function waitForRecovery(conversation: Conversation | undefined): Promise<void> {
  const [client] = conversation?.people ?? []
  if (!client) throw new Error('no sender')
  const message = { id: uuidv7(), chatId: conversation?.chatId, content: 'Otra vez' }
  await eventually(async () => {
    const answer = await clientAt(url, client)
      .rpc('chat.send', message)
      .catch(() => null)
    return answer?.status === 200
  })
}

test.skipIf(!canMount)(
  'F4 no room for tables and files: writes get 503, reads work, no incomplete file remains',
  async () => {
    const conversations = await openConversations(database.platform, url, 4)
    const account = await makeAccount(database.platform.db, {
      role: 'lawyer',
      verificationStatus: 'profile_pending',
    })
    const pending = newClient(url)
    const { email, password } = account
    expect((await pending.post('/api/accounts/login', { email, password })).status).toBe(200)
    await database.sql('checkpoint')
    fill(0)
    // First uses up the free space inside the tables.
    const { sent, acknowledged, refused } = await sendLong(conversations, 160)
    const file = await pending.send('/api/files/identidad', { method: 'PUT', body: pdf(4 * MB) })
    console.log(
      `F4 tables: ${acknowledged.size} acknowledged, refused ${JSON.stringify(refused)}, a file ${file.status}`,
    )
    expect(Object.keys(refused)).toEqual(['503'])
    expect(file.status).toBe(503)
    const [client] = conversations[0]?.people ?? []
    const page = await client?.rpc('chat.messages', { chatId: conversations[0]?.chatId })
    expect(page?.status, page?.text).toBe(200)
    expect((await newClient(url).get('/login')).status).toBe(200)

    rmSync(ballast())
    await waitForRecovery(conversations[0])
    expect(await findLostMessages(database, { sent }, acknowledged)).toEqual([])
    await expectInvariants(database)
    expect(uploads()).toEqual([])
    expect(await database.sql('select key from stored_files')).toEqual([])
    expect(lines.join('\n')).not.toContain('PostgreSQL terminó')
  },
)

test.skipIf(!canMount)(
  'F4 no room for the WAL, so PostgreSQL stops: nothing acknowledged is lost once there is room',
  async () => {
    const conversations = await openConversations(database.platform, url, 4)
    const before = await sendLong(conversations, 80)
    expect(before.refused).toEqual({})
    fill(0)
    const filled = await database
      .sql(`select pg_logical_emit_message(false, 'x', repeat('x', 1000000)) from generate_series(1, 60)`)
      .then(
        () => 'room',
        (error: Error) => error.message,
      )
    expect(filled).not.toBe('room')
    const during = await sendLong(conversations, 40)
    expect(
      (
        await newClient(url)
          .get('/healthz')
          .catch(() => null)
      )?.status ?? 200,
    ).toBe(200)
    const ended = () => app.exitCode !== null
    // A stopping application first waits for its open requests to time out.
    for (let n = 0; n < 400 && !ended(); n++) await sleep(50)
    console.log(
      `F4 log: «${filled}»; then ${during.acknowledged.size} acknowledged, refused ${JSON.stringify(during.refused)}; the application ${ended() ? 'ended' : 'stayed'}: ${lines.filter((line) => line.includes('PostgreSQL')).join(' | ')}`,
    )
    rmSync(ballast())
    if (ended()) await startApp()
    for (const { people } of conversations) for (const who of people) expect(who.jar.size).toBeGreaterThan(0)
    await waitForRecovery(conversations[0])
    for (const { sent, acknowledged } of [before, during])
      expect(await findLostMessages(database, { sent }, acknowledged)).toEqual([])
    await expectInvariants(database)
  },
)
