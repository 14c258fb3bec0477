// The data and servers of the benches `send`, `chats` and `overload`: 200 lawyers with 50 chats each, 20
// messages per chat (smoke: 1), and a session for each person.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { ensureDatabase } from '../src/embedded-postgres/database.ts'
import { startEmbeddedPostgres } from '../src/embedded-postgres/postgres.ts'
import { createDatabase, createPool, type Db } from '../src/platform/database/database.server.ts'
import { migrate } from '../src/platform/database/migrate.server.ts'
import { migrateJobs } from '../src/platform/jobs/jobs.server.ts'
import { createLog } from '../src/platform/log/log.server.ts'
import { createTempFolder, freePort, type Length, waitUntilReady } from './harness.ts'

export const SESSION_SECRET = 'secreto-del-bench-de-amparo-0123456789'
const DATABASE = 'amparo_bench'
export const LAWYERS = 200
export const CHATS_EACH = 50
export const CHATS = LAWYERS * CHATS_EACH
export const CLIENTS = 2_000
const MESSAGES_EACH = { full: 20, quick: 20, smoke: 1 }
/** Number of the first client. Lawyers count from 0, so that one formula computes all ids. */
const FIRST_CLIENT = 100_000

/** The id of chat or person number n. `sqlId` computes the same in SQL. */
export const idOf = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
export const sqlId = (n: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
/** The number of the lawyer of a chat (counted from 0). */
export const lawyerOf = (chat: number) => Math.floor(chat / CHATS_EACH)
export const clientOf = (chat: number) => FIRST_CLIENT + (chat % CLIENTS)
export const sqlClientOf = (chat: string) => `(${FIRST_CLIENT} + ${chat} % ${CLIENTS})`
/** The session cookie of a person. */
export function cookieOf(person: number): string {
  const token = idOf(person)
  const signature = createHmac('sha256', SESSION_SECRET).update(token).digest('base64')
  return `amparo=${encodeURIComponent(`${token}.${signature}`)}`
}

export interface MeasuredServer {
  port: number
  /** CPU seconds so far, including child processes. */
  cpuSeconds(): number
}

export interface ChatFixture {
  app: MeasuredServer
  bare: MeasuredServer
  /** CPU seconds of PostgreSQL so far, including ended connections. */
  databaseCpuSeconds(): number
  /** Connection parameters for pgbench, which connects through the socket without a password. */
  database: { host: string; port: number; user: string; name: string }
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL with its normal settings (fsync on), the application as in production, and the bare
 * server.
 * @param processes number of application processes (APP_PROCESSES)
 */
export async function startChatFixture(
  operation: 'send' | 'chats',
  length: Length,
  processes = 1,
): Promise<ChatFixture> {
  const folder = createTempFolder()
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path })
  await ensureDatabase(postgres.url('postgres'), DATABASE)
  const url = postgres.url(DATABASE)
  const log = createLog('silent')
  const pool = createPool(url, log, 2)
  await migrate(pool)
  await migrateJobs(pool, log)
  await fill(pool, MESSAGES_EACH[length])
  await pool.end()
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: url }
  const appPort = await freePort()
  const app = spawn(process.execPath, ['src/server/start.ts'], {
    env: {
      ...env,
      LOCAL_MODE: 'on',
      SESSION_SECRET,
      DATA_DIR: `${folder.path}/data`,
      PORT: String(appPort),
      APP_PROCESSES: String(processes),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await waitUntilReady(`http://127.0.0.1:${appPort}`, app)
  const barePort = await freePort()
  const bare = spawn(process.execPath, ['bench/bare-server.ts', operation, String(barePort)], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(bare, 'message')
  return {
    app: { port: appPort, cpuSeconds: () => cpuSecondsOf(app.pid) },
    bare: { port: barePort, cpuSeconds: () => cpuSecondsOf(bare.pid) },
    databaseCpuSeconds: () => cpuSecondsOf(postgres.pid),
    database: { ...postgres.connection, name: DATABASE },
    async stop() {
      for (const child of [app, bare]) await end(child)
      await postgres.stop()
      folder.remove()
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

async function fill(pool: pg.Pool, messagesEach: number): Promise<void> {
  const people = `(select n, n >= ${FIRST_CLIENT} as is_client from (
    select generate_series(0, ${LAWYERS - 1}) union all
    select generate_series(${FIRST_CLIENT}, ${FIRST_CLIENT + CLIENTS - 1})) as s (n)) as p`
  const id = sqlId('n')
  const role = `case when is_client then 'client' else 'lawyer' end`
  const address = `'p' || n || '@bench.test'`
  const statements = [
    `insert into "user" (id, name, email, signup_role) select ${id}, 'Persona ' || n, ${address}, ${role} from ${people}`,
    `insert into profiles (id, name, email, role, verification_status)
       select ${id}, 'Persona ' || n, ${address}, ${role}, case when is_client then null else 'profile_pending' end from ${people}`,
    `insert into client_profiles (id) select ${id} from ${people} where is_client`,
    `insert into lawyer_profiles (id, verification_status) select ${id}, 'profile_pending' from ${people} where not is_client`,
    `insert into session (id, "userId", token, "expiresAt")
       select ${id}, ${id}, ${id}::text, now() + interval '7 days' from ${people}`,
    `insert into chats (id, client_id, lawyer_id, last_message, last_seq, lawyer_unread_count, client_answered, lawyer_answered, updated_at)
       select ${id}, ${sqlId(sqlClientOf('n'))}, ${sqlId(`n / ${CHATS_EACH}`)}, 'Mensaje ' || n, ${messagesEach}, ${messagesEach}, true, true,
         now() - n * interval '1 second' - interval '1 hour'
       from generate_series(0, ${CHATS - 1}) as s (n)`,
    `insert into messages (chat_id, seq, sender_id, side, type, content, created_at)
       select c.id, s, c.client_id, 'client', 'text', 'Mensaje número ' || s, c.updated_at
       from chats c, generate_series(1, ${messagesEach}) as s`,
  ]
  await fillDatabase(pool, statements)
}

/**
 * Fills a database, then vacuums it. Skips foreign key checks, because the statements produce consistent
 * rows.
 */
export async function fillDatabase(pool: pg.Pool, statements: readonly string[]): Promise<void> {
  const client = await pool.connect()
  await client.query('set session_replication_role = replica; set statement_timeout = 0')
  for (const statement of statements) await client.query(statement)
  client.release(true)
  await pool.query('vacuum analyze')
  await pool.query('checkpoint')
}

/** CPU seconds of a process and its descendants, including ended ones. */
export function cpuSecondsOf(pid: number | undefined): number {
  const children = new Map<number, number[]>()
  const used = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      const [parent = 0] = [fields[1]]
      const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
      children.set(parent, [...(children.get(parent) ?? []), Number(name)])
      used.set(Number(name), (user + system + endedUser + endedSystem) / 100)
    } catch {
      // The process has ended meanwhile.
    }
  }
  const sum = (at: number): number =>
    (used.get(at) ?? 0) + (children.get(at) ?? []).reduce((all, child) => all + sum(child), 0)
  return sum(pid ?? -1)
}

export interface Statement {
  text: string
  values: unknown[]
}

/** Captures the single statement that a store function sends, for pgbench and the bare server. */
export async function captureStatement(run: (db: Db) => Promise<unknown>): Promise<Statement> {
  let captured: Statement | undefined
  const client = {
    query: async (query: Statement) => {
      if (captured) throw new Error('more than one statement')
      captured = query
      return { rows: [], rowCount: 0, command: 'SELECT' }
    },
    release() {},
  }
  const pool = { connect: async () => client } as unknown as pg.Pool
  await run(createDatabase(pool))
  if (!captured) throw new Error('no statement')
  return { text: captured.text, values: captured.values }
}
