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

// A statement's name must be unique, and equal in every process, since a pooler may share connections between
// them. A digest of the text gives both. Names are cached because hashing on each call would cost more than
// it saves.
const statementNames = new Map<string, string>()
const MAX_CACHED_NAMES = 5000

function statementNameOf(text: string): string {
  let name = statementNames.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('hex').slice(0, 20)
    if (statementNames.size < MAX_CACHED_NAMES) statementNames.set(text, name)
  }
  return name
}

/** A migration changed the result columns of a prepared statement, so this connection rejects its plan. */
const isStalePlan = (error: unknown) =>
  (error as { code?: string }).code === '0A000' && /cached plan/.test((error as Error).message)

/** SQLSTATE of a write in a read-only transaction. */
export const READ_ONLY_SQLSTATE = '25006'

/**
 * Whether the connection must not be reused: the server ends the session after such an error, or it is no
 * longer the primary and a new connection reaches the one that is.
 */
const mustDiscard = (error: unknown) => {
  const { severity = '', code } = error as { severity?: string; code?: string }
  return code === READ_ONLY_SQLSTATE || ['FATAL', 'PANIC'].includes(severity)
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
      if (mustDiscard(error)) this.broken = true
      if (!isStalePlan(error)) throw error
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
      name: statementNameOf(query.sql),
      text: query.sql,
      values: query.parameters as unknown[],
    })
    const described = { rows: result.rows, fields: result.fields }
    return { ...described, numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  /** Begins or ends a transaction. */
  async command(text: string): Promise<void> {
    try {
      await this.client.query(text)
    } catch (error) {
      if (mustDiscard(error)) this.broken = true
      throw error
    }
  }

  // biome-ignore lint/correctness/useYield: the interface requires a generator; no query streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: lists are paged.')
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
 * Kysely dialect over `pg` that prepares every statement, which halves the server's CPU
 * (docs/decisions/0004). When a migration made a plan stale, its connection is closed. Outside a transaction
 * the statement is retried once on a new connection; inside one it fails.
 */
export function preparedDialect(pool: Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PreparedDriver(pool) as Driver,
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
