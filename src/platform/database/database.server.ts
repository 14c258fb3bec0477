import { Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import type { Refused, Result } from '../errors/refusal.ts'
import type { Log } from '../log/log.server.ts'
import { preparedDialect, READ_ONLY_SQLSTATE } from './prepared-driver.server.ts'
import { setSocketTimeout } from './socket-timeout.server.ts'
import type { DB } from './types.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

// int8 is used for counts, far below 2^53, so a number is safe. A date stays text: as a Date, its day could
// shift with the time zone (OPEN-64).
const INT8 = 20
const DATE = 1082
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number
    if (oid === DATE) return (value: string) => value
    return pg.types.getTypeParser(oid, format as 'text')
  }) as pg.CustomTypesConfig['getTypeParser'],
}

const SETTINGS = { statement_timeout: '15s', idle_in_transaction_session_timeout: '30s', timezone: 'UTC' }

/**
 * Creates a pool of PostgreSQL connections.
 * @param url postgres URL; pass a socket directory as ?host=
 * @param max maximum number of connections
 * @param settings PostgreSQL settings of these connections; values must not contain spaces
 * @param socketTimeoutMs drops a connection whose server sends nothing for this long during a query. Set it
 *   for pools that serve requests. Without it, only TCP keepalive detects a dead connection.
 */
export function createPool(
  url: string,
  log: Log,
  max = 10,
  settings: Readonly<Record<string, string>> = {},
  socketTimeoutMs?: number,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: 1_800,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'amparo',
    options: Object.entries({ ...SETTINGS, ...settings })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  })
  // Without a listener, an idle connection closed by the server (restart, failover) would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  // The same for a connection in use: its query fails, and the caller handles that.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
    if (socketTimeoutMs !== undefined) setSocketTimeout(client, socketTimeoutMs)
  })
  return pool
}

export function createDatabase(pool: pg.Pool): Db {
  return new Kysely<DB>({ dialect: preparedDialect(pool) })
}

/** Carries a refusal out of Kysely's transaction callback, so that the transaction rolls back. */
class Rollback extends Error {
  readonly refused: Refused
  constructor(refused: Refused) {
    super('rolled back')
    this.refused = refused
  }
}

const commitActions = new WeakMap<Tx, Set<() => void>>()

/** Runs `action` after a transaction of `runInTransaction` commits, never after a rollback. Repeated functions run once. */
export function afterCommit(tx: Tx, action: () => void): void {
  const actions = commitActions.get(tx) ?? new Set()
  commitActions.set(tx, actions.add(action))
}

/**
 * Runs `work`, which refuses nothing, in one transaction, and then what it left for `afterCommit`.
 * @throws what `work` or the commit throws, after a rollback
 */
export async function runInTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let actions: Set<() => void> | undefined
  const value = await db.transaction().execute(async (tx) => {
    const value = await work(tx)
    actions = commitActions.get(tx)
    return value
  })
  for (const action of actions ?? []) action()
  return value
}

/**
 * `runInTransaction` for work that may be refused.
 * @returns the result of `work`; a refusal rolls the transaction back
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await runInTransaction(db, async (tx) => {
      const answer = await work(tx)
      if (!answer.ok) throw new Rollback(answer)
      return answer
    })
  } catch (error) {
    if (error instanceof Rollback) return error.refused
    throw error
  }
}

const UNAVAILABLE_CODES = new Set([
  // The server became a read-only standby; the new primary answers at the same address.
  READ_ONLY_SQLSTATE,
  // SQLSTATE: shutdown (57P0x), connection failure (08xxx), disk full (53100), too many connections (53300).
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08006',
  '53100',
  '53300',
  // Errors of Node's sockets and DNS.
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/**
 * Whether an error, or one of its causes, means that the database is unreachable, read-only or out of disk
 * space. Requests then get a 503 and may be retried.
 */
export function isDatabaseDown(error: unknown): boolean {
  for (
    let current = error as { code?: string; message?: string; cause?: unknown } | undefined;
    current;
    current = current.cause as typeof current
  ) {
    if (current.code && UNAVAILABLE_CODES.has(current.code)) return true
    if (
      current.message &&
      /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error/.test(
        current.message,
      )
    )
      return true
  }
  return false
}
