import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type pg from 'pg'
import { disableSocketTimeout } from './socket-timeout.server.ts'

export const MIGRATIONS_DIR = join('db', 'migrations')
const MIN_SERVER_VERSION = 180_000
/**
 * A migration may run longer than a request (to build a large index). It must not wait long for a lock,
 * because every later query queues behind it: then the migration fails instead.
 */
const TIMEOUTS_SQL = `set local statement_timeout = 0; set local lock_timeout = '10s';\n`

/**
 * Applies the pending migrations: numbered SQL files, forward only, all in one transaction under a lock. So
 * concurrent starts are safe and a kill leaves no partial schema.
 * @param upTo name of the last migration to apply (restore); default all
 * @returns names of the migrations that this call applied
 * @throws when the server is older than PostgreSQL 18, an applied file is missing, or the SQL fails
 */
export async function migrate(pool: pg.Pool, folder = MIGRATIONS_DIR, upTo?: string): Promise<string[]> {
  // Not the prepared dialect: a file has several statements, which only the simple query protocol accepts.
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: migrationPool(pool) }) })
  const { version } = (
    await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(db)
  ).rows[0] ?? { version: 0 }
  if (version < MIN_SERVER_VERSION)
    throw new Error(`Amparo necesita PostgreSQL 18 o posterior; el servidor es ${version / 10_000}.`)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => readMigrations(folder, upTo) },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  })
  const { error, results } = await migrator.migrateToLatest()
  const failed = results?.find((result) => result.status === 'Error')
  if (error)
    throw new Error(`La migración ${failed?.migrationName ?? ''} falló: ${(error as Error).message}`, {
      cause: error,
    })
  return (results ?? []).map((result) => result.migrationName)
}

/** Names of this release's migrations that are not applied yet (readiness check). */
export async function pendingMigrations(pool: pg.Pool, folder = MIGRATIONS_DIR): Promise<string[]> {
  const applied = await pool.query<{ name: string }>('select name from migrations')
  const done = new Set(applied.rows.map((row) => row.name))
  return (await listMigrations(folder)).filter((name) => !done.has(name))
}

/** Names of this release's migrations, in order. */
export async function listMigrations(folder = MIGRATIONS_DIR): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort()
}

async function readMigrations(folder: string, upTo?: string): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {}
  for (const name of await listMigrations(folder)) {
    if (upTo !== undefined && name > upTo) break
    const text = await readFile(join(folder, `${name}.sql`), 'utf8')
    migrations[name] = { up: async (db) => void (await sql.raw(TIMEOUTS_SQL + text).execute(db)) }
  }
  return migrations
}

/**
 * Wraps the pool for Kysely: `end` does nothing, since the pool belongs to the caller. Connections have no
 * socket timeout, because a migration may be silent for long, and are closed after use.
 */
const migrationPool = (pool: pg.Pool) =>
  ({
    connect: async () => {
      const client = await pool.connect()
      const { release } = client
      disableSocketTimeout(client)
      client.release = () => release(true)
      return client
    },
    end: async () => {},
    options: pool.options,
  }) as unknown as pg.Pool
