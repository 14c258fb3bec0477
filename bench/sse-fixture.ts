// The data and application of the bench `sse`: signed-in people in pairs, each with one chat.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ensureDatabase } from '../src/embedded-postgres/database.ts'
import { startEmbeddedPostgres } from '../src/embedded-postgres/postgres.ts'
import { uuidv7 } from '../src/input/ids.ts'
import { createPool } from '../src/platform/database/database.server.ts'
import { migrate } from '../src/platform/database/migrate.server.ts'
import { migrateJobs } from '../src/platform/jobs/jobs.server.ts'
import { createLog } from '../src/platform/log/log.server.ts'
import { cookieOf, cpuSecondsOf, fillDatabase, idOf, SESSION_SECRET, sqlId } from './chat-fixture.ts'
import { createTempFolder, freePort, waitUntilReady } from './harness.ts'

export interface Person {
  id: string
  cookie: string
}

/** The running application and its people. */
export interface SseFixture {
  port: number
  people: Person[]
  /** Sends a text to the person's chat partner. @returns when the application has acknowledged it */
  send(from: number, text: string): Promise<void>
  /**
   * Memory of the serving process in bytes, after garbage collection. This discards compiled code, so warm up
   * afterwards.
   */
  memoryBytes(): Promise<number>
  /** CPU seconds of all its processes so far. */
  cpuSeconds(): number
  /** Folder of the database. */
  folder: string
  stop(): Promise<void>
}

const DATABASE = 'amparo_bench'

/**
 * @param count even number of people: the first half are clients, the second half lawyers; client n has a
 * chat with lawyer n + count / 2
 */
export async function startSseFixture(count: number): Promise<SseFixture> {
  const folder = createTempFolder()
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path })
  await ensureDatabase(postgres.url('postgres'), DATABASE)
  const url = postgres.url(DATABASE)
  const log = createLog('silent')
  const pool = createPool(url, log, 2)
  await migrate(pool)
  await migrateJobs(pool, log)
  await fill(pool, count)
  await pool.end()
  const port = await freePort()
  const app = spawn(process.execPath, ['src/server/start.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      // The inspector is used to trigger garbage collection. The serving process uses the next port; both
      // ports are below the ephemeral range.
      NODE_OPTIONS: `--inspect=127.0.0.1:${20_000 + 2 * Math.floor(Math.random() * 5_000)}`,
      DATABASE_URL: url,
      SESSION_SECRET,
      LOCAL_MODE: 'on',
      DATA_DIR: `${folder.path}/data`,
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const inspectors = inspectorUrlsOf(app)
  await waitUntilReady(`http://127.0.0.1:${port}`, app)
  // The parent process starts the serving process.
  const serving = Number(readFileSync(`/proc/${app.pid}/task/${app.pid}/children`, 'utf8').split(' ')[0])
  if (inspectors.length !== 2) {
    app.kill('SIGKILL')
    await postgres.stop()
    folder.remove()
    throw new Error('A process without inspector: its memory cannot be measured.')
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return {
    port,
    folder: folder.path,
    people: Array.from({ length: count }, (_, at) => ({ id: idOf(at), cookie: cookieOf(at) })),
    send: (from, text) => {
      const input = { id: uuidv7(), chatId: idOf(from % (count / 2)), content: text }
      return post(agent, port, cookieOf(from), { json: input })
    },
    async memoryBytes() {
      await Promise.all(inspectors.map(collectGarbage))
      return rssOf(serving)
    },
    cpuSeconds: () => cpuSecondsOf(app.pid),
    async stop() {
      agent.destroy()
      const gone = once(app, 'exit')
      app.kill('SIGTERM')
      await gone
      await postgres.stop()
      folder.remove()
    },
  }
}

/** Collects the inspector URLs that the processes print. */
function inspectorUrlsOf(app: ChildProcess): string[] {
  const found: string[] = []
  createInterface({ input: app.stderr as NodeJS.ReadableStream }).on('line', (line) => {
    const address = /^Debugger listening on (ws:\S+)/.exec(line)?.[1]
    if (address) found.push(address)
    else if (!/^(For help, see|Debugger )/.test(line)) console.error(line)
  })
  return found
}

async function collectGarbage(address: string): Promise<void> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await once(socket, 'message')
  socket.close()
  await once(socket, 'close')
  // V8 returns unused memory of the young generation after a moment.
  await sleep(500)
}

/** Resident memory of a process in bytes. */
const rssOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

async function fill(pool: pg.Pool, count: number): Promise<void> {
  const half = count / 2
  const id = sqlId('n')
  const role = `case when n < ${half} then 'client' else 'lawyer' end`
  const people = `generate_series(0, ${count - 1}) as p (n)`
  const address = `'p' || n || '@bench.test'`
  const statements = [
    `insert into "user" (id, name, email, signup_role) select ${id}, 'Persona ' || n, ${address}, ${role} from ${people}`,
    `insert into profiles (id, name, email, role, verification_status)
       select ${id}, 'Persona ' || n, ${address}, ${role}, case when n < ${half} then null else 'profile_pending' end from ${people}`,
    `insert into client_profiles (id) select ${id} from ${people} where n < ${half}`,
    `insert into lawyer_profiles (id, verification_status) select ${id}, 'profile_pending' from ${people} where n >= ${half}`,
    `insert into session (id, "userId", token, "expiresAt")
       select ${id}, ${id}, ${id}::text, now() + interval '7 days' from ${people}`,
    `insert into chats (id, client_id, lawyer_id, client_answered, lawyer_answered)
     select ${id}, ${id}, ${sqlId(`n + ${half}`)}, true, true from ${people} where n < ${half}`,
  ]
  await fillDatabase(pool, statements)
}

function post(agent: Agent, port: number, cookie: string, body: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = {
      cookie,
      origin: `http://127.0.0.1:${port}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    }
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path: '/api/rpc/chat/send',
      method: 'POST',
      agent,
      headers,
    })
    outgoing.on('error', reject)
    outgoing.on('response', (answer) => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`send answered ${answer.statusCode}`)),
      )
    })
    outgoing.end(text)
  })
}
