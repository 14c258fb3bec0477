import { Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import type { Result } from '../errors/refusal.ts'
import type { Log } from '../log/log.server.ts'
import { preparedDialect, READ_ONLY } from './prepared-driver.server.ts'
import { endInSilence } from './silence.server.ts'
import type { DB } from './types.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

// int8 counts stay far below 2^53 here; a date is a day of the calendar, which no time zone may shift (OPEN-64).
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
 * Pool of connections to PostgreSQL.
 * @param url postgres URL; a socket directory is given as ?host=
 * @param max most connections
 * @param settings of PostgreSQL's, for these connections alone; values without spaces
 * @param silenceMs of a server that owes an answer, after which a connection counts as lost; for whoever answers requests.
 *   Without it a statement may take as long as it takes, and the system's keepalive alone finds a dead line.
 */
export function createPool(
  url: string,
  log: Log,
  max = 10,
  settings: Readonly<Record<string, string>> = {},
  silenceMs?: number,
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
  // An idle connection that the server ends (restart, failover) must not end the process; the pool makes another.
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  // The same while a connection is lent out: its query fails, which is enough.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
    if (silenceMs !== undefined) endInSilence(client, silenceMs)
  })
  return pool
}

export function createDatabase(pool: pg.Pool): Db {
  return new Kysely<DB>({ dialect: preparedDialect(pool) })
}

class Refused extends Error {
  readonly result: { ok: false }
  constructor(result: { ok: false }) {
    super('refused')
    this.result = result
  }
}

const afterCommit = new WeakMap<Tx, Set<() => void>>()

/** Asks that `action` run once the transaction has committed, and not otherwise. The same function runs once. */
export function onceCommitted(tx: Tx, action: () => void): void {
  const actions = afterCommit.get(tx) ?? new Set()
  afterCommit.set(tx, actions.add(action))
}

/**
 * One transaction. A refusal that `work` returns rolls everything back and is the answer; a thrown fault rolls back
 * and is thrown on.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<Result<T>>): Promise<Result<T>> {
  let actions: Set<() => void> | undefined
  try {
    const result = await db.transaction().execute(async (tx) => {
      const answer = await work(tx)
      if (!answer.ok) throw new Refused(answer)
      actions = afterCommit.get(tx)
      return answer
    })
    for (const action of actions ?? []) action()
    return result
  } catch (error) {
    if (error instanceof Refused) return error.result as Result<T>
    throw error
  }
}

const DOWN = new Set([
  // Read only: a primary that has become a standby. The one that took its place is behind the same address.
  READ_ONLY,
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08006',
  '53100',
  '53300',
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

/** Whether the fault is that the database cannot be reached, or has no room on its disk: answered 503, to be tried again. */
export function isDatabaseDown(error: unknown): boolean {
  for (
    let at = error as { code?: string; message?: string; cause?: unknown } | undefined;
    at;
    at = at.cause as typeof at
  ) {
    if (at.code && DOWN.has(at.code)) return true
    if (
      at.message &&
      /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error/.test(
        at.message,
      )
    )
      return true
  }
  return false
}
