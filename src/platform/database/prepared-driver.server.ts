import { createHash } from 'node:crypto'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'

// A statement's name must be the same in every process (a pooler may share connections between them) and must not
// be another statement's: a digest of its text. Kept, because hashing each call would cost more than it saves.
const names = new Map<string, string>()
const MOST_NAMES = 5000

function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('hex').slice(0, 20)
    if (names.size < MOST_NAMES) names.set(text, name)
  }
  return name
}

/** A migration changed what a prepared statement returns; the server refuses the old plan for good on this connection. */
const stalePlan = (error: unknown) =>
  (error as { code?: string }).code === '0A000' && /cached plan/.test((error as Error).message)

/** PostgreSQL's code for a write in a transaction that may only read. */
export const READ_ONLY = '25006'

/**
 * Whoever gets this connection next would fail for nothing: the server ends the session after such an error, or it is no
 * primary any more, and a new connection finds the one that is.
 */
const endsSession = (error: unknown) => {
  const { severity = '', code } = error as { severity?: string; code?: string }
  return code === READ_ONLY || ['FATAL', 'PANIC'].includes(severity)
}

class PreparedConnection implements DatabaseConnection {
  client: PoolClient
  inTransaction = false
  broken = false
  readonly #pool: Pool

  constructor(pool: Pool, client: PoolClient) {
    this.#pool = pool
    this.client = client
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#run<R>(query)
    } catch (error) {
      if (endsSession(error)) this.broken = true
      if (!stalePlan(error)) throw error
      this.broken = true
      if (this.inTransaction) throw error
      this.client.release(true)
      this.client = await this.#pool.connect()
      this.broken = false
      return await this.#run<R>(query)
    }
  }

  async #run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.client.query({
      name: nameOf(query.sql),
      text: query.sql,
      values: query.parameters as unknown[],
    })
    return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  /** Begins or ends a transaction. */
  async command(text: string): Promise<void> {
    try {
      await this.client.query(text)
    } catch (error) {
      if (endsSession(error)) this.broken = true
      throw error
    }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; no query of ours streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not offered: lists are paged.')
  }
}

class PreparedDriver implements Driver {
  readonly #pool: Pool
  constructor(pool: Pool) {
    this.#pool = pool
  }
  async init() {}
  async acquireConnection() {
    return new PreparedConnection(this.#pool, await this.#pool.connect())
  }
  async beginTransaction(connection: PreparedConnection, settings: TransactionSettings) {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    await connection.command(`begin${level}`)
    connection.inTransaction = true
  }
  async commitTransaction(connection: PreparedConnection) {
    connection.inTransaction = false
    await connection.command('commit')
  }
  async rollbackTransaction(connection: PreparedConnection) {
    connection.inTransaction = false
    await connection.command('rollback')
  }
  async releaseConnection(connection: PreparedConnection) {
    connection.client.release(connection.broken)
  }
  async destroy() {
    await this.#pool.end()
  }
}

/**
 * Kysely over `pg` with every statement prepared: unprepared ones cost the server twice the CPU
 * (docs/decisions/0004). After a migration a refused plan closes its connection and, outside a transaction, is
 * tried once more on another.
 */
export function preparedDialect(pool: Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PreparedDriver(pool) as Driver,
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
