import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type pg from 'pg'
import { createPool } from '../src/platform/database/database.server.ts'
import { migrate } from '../src/platform/database/migrate.server.ts'
import { migrateJobs } from '../src/platform/jobs/jobs.server.ts'
import { createLog } from '../src/platform/log/log.server.ts'
import { ensureDatabase } from '../src/server/embedded/database.ts'
import { startEmbeddedPostgres } from '../src/server/embedded/postgres.ts'
import { freePort, ownFolder } from './support.ts'

export interface Person {
  id: string
  cookie: string
}

/** Where the bench plays: people who are signed in, and a way for one of them to say something to another. */
export interface Stage {
  port: number
  people: Person[]
  /** Says a text; it must reach `to` over the live stream. @returns when the server has acknowledged it */
  send(from: Person, to: Person, text: string): Promise<void>
  usage(): Promise<Usage>
  stop(): Promise<void>
}

export interface Usage {
  /** Of the application's process, after a collection. */
  rssBytes: number
  cpuSeconds: number
  streams: number
}

const SECRET = 'secreto-del-bench-de-amparo-0123456789'
const DATABASE = 'amparo_bench'

/**
 * The house's live stream with a publisher of the bench's own (`sse-server.ts`), on a database with fsync on. Once there
 * are messages, this is the one place that changes: startApp, and `send` through the chat's operation.
 */
export async function openStage(count: number): Promise<Stage> {
  const folder = ownFolder()
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path })
  await ensureDatabase(postgres.url('postgres'), DATABASE)
  const url = postgres.url(DATABASE)
  const log = createLog('silent')
  const pool = createPool(url, log, 2)
  await migrate(pool)
  await migrateJobs(pool, log)
  await pool.query('create table bench_messages (id uuid primary key, sender_id uuid, text text not null)')
  const people = await makePeople(pool, count)
  await pool.end()
  const port = await freePort()
  const server = spawn(process.execPath, ['--expose-gc', 'bench/sse-server.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: url,
      SESSION_SECRET: SECRET,
      LOCAL_MODE: 'on',
      DATA_DIR: folder.path,
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(() => Promise.reject(new Error('The server ended.'))),
  ])
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return {
    port,
    people,
    send: (from, to, text) => post(agent, port, from.cookie, { id: randomUUID(), to: to.id, text }),
    usage: () => usageOf(server),
    async stop() {
      agent.destroy()
      const gone = once(server, 'exit')
      server.kill('SIGTERM')
      await gone
      await postgres.stop()
      folder.remove()
    },
  }
}

async function makePeople(pool: pg.Pool, count: number): Promise<Person[]> {
  const people = Array.from({ length: count }, () => ({ id: randomUUID(), token: randomUUID() }))
  const given = JSON.stringify(people)
  const from = `from jsonb_to_recordset($1::jsonb) as p (id uuid, token text)`
  await pool.query(
    `insert into "user" (id, name, email, signup_role) select id, 'Persona', id || '@bench.test', 'client' ${from}`,
    [given],
  )
  await pool.query(
    `insert into profiles (id, name, email, role) select id, 'Persona', id || '@bench.test', 'client' ${from}`,
    [given],
  )
  await pool.query(
    `insert into session (id, "userId", token, "expiresAt") select gen_random_uuid(), id, token, now() + interval '7 days' ${from}`,
    [given],
  )
  await pool.query('analyze')
  return people.map(({ id, token }) => {
    const signature = createHmac('sha256', SECRET).update(token).digest('base64')
    return { id, cookie: `amparo=${encodeURIComponent(`${token}.${signature}`)}` }
  })
}

function post(agent: Agent, port: number, cookie: string, body: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const headers = { cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    const asked = request({
      host: '127.0.0.1',
      port,
      path: '/api/bench/send',
      method: 'POST',
      agent,
      headers,
    })
    asked.on('error', reject)
    asked.on('response', (answer) => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`send answered ${answer.statusCode}`)),
      )
    })
    asked.end(text)
  })
}

async function usageOf(server: ChildProcess): Promise<Usage> {
  const answer = once(server, 'message')
  server.send('usage')
  const [usage] = await answer
  return usage as Usage
}
