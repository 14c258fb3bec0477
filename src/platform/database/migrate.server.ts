import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type pg from 'pg'
import { bearSilence } from './silence.server.ts'

export const MIGRATIONS = join('db', 'migrations')
const LEAST_SERVER = 180_000
/**
 * A new index of a large table takes longer than a request may; a lock that is not to be had makes everybody else wait
 * behind it, and the start fails instead.
 */
const LIMITS = `set local statement_timeout = 0; set local lock_timeout = '10s';\n`

/**
 * Brings the schema to what db/migrations says: numbered SQL, forward only, all pending files in one transaction
 * under an advisory lock, so that two starts at once and a kill in the middle leave nothing half done.
 * @param upTo name of the last one to apply (restore); all of them unless told
 * @returns names of the files applied now
 * @throws when the server is older than PostgreSQL 18, a file is missing that was applied, or SQL fails
 */
export async function migrate(pool: pg.Pool, folder = MIGRATIONS, upTo?: string): Promise<string[]> {
  // Not the prepared dialect: a file holds several statements, which only the simple protocol takes.
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: borrowed(pool) }) })
  const { version } = (
    await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(db)
  ).rows[0] ?? { version: 0 }
  if (version < LEAST_SERVER)
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

/** Whether every migration of this release has been applied (readiness). */
export async function migrationsPending(pool: pg.Pool, folder = MIGRATIONS): Promise<string[]> {
  const applied = await pool.query<{ name: string }>('select name from migrations')
  const done = new Set(applied.rows.map((row) => row.name))
  return (await knownMigrations(folder)).filter((name) => !done.has(name))
}

/** Names of this release's migrations, in their order. */
export async function knownMigrations(folder = MIGRATIONS): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort()
}

async function readMigrations(folder: string, upTo?: string): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {}
  for (const name of await knownMigrations(folder)) {
    if (upTo !== undefined && name > upTo) break
    const text = await readFile(join(folder, `${name}.sql`), 'utf8')
    migrations[name] = { up: async (db) => void (await sql.raw(LIMITS + text).execute(db)) }
  }
  return migrations
}

/** Kysely ends its pool on destroy; the caller's pool lives on. A migration may be silent for long, on a line of its own. */
const borrowed = (pool: pg.Pool) =>
  ({
    connect: async () => {
      const client = await pool.connect()
      const { release } = client
      bearSilence(client)
      client.release = () => release(true)
      return client
    },
    end: async () => {},
    options: pool.options,
  }) as unknown as pg.Pool
