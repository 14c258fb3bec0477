import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type pg from 'pg'

export const MIGRATIONS = join('db', 'migrations')
const LEAST_SERVER = 180_000

/**
 * Brings the schema to what db/migrations says: numbered SQL, forward only, all pending files in one transaction
 * under an advisory lock, so that two starts at once and a kill in the middle leave nothing half done.
 * @returns names of the files applied now
 * @throws when the server is older than PostgreSQL 18, a file is missing that was applied, or SQL fails
 */
export async function migrate(pool: pg.Pool, folder = MIGRATIONS): Promise<string[]> {
  // Not the prepared dialect: a file holds several statements, which only the simple protocol takes.
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: borrowed(pool) }) })
  const { version } = (
    await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(db)
  ).rows[0] ?? { version: 0 }
  if (version < LEAST_SERVER)
    throw new Error(`Amparo necesita PostgreSQL 18 o posterior; el servidor es ${version / 10_000}.`)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => readMigrations(folder) },
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
  return Object.keys(await readMigrations(folder)).filter((name) => !done.has(name))
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const migrations: Record<string, Migration> = {}
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8')
    migrations[file.replace(/\.sql$/, '')] = { up: async (db) => void (await sql.raw(text).execute(db)) }
  }
  return migrations
}

/** Kysely ends its pool on destroy; the caller's pool lives on. */
const borrowed = (pool: pg.Pool) =>
  ({ connect: () => pool.connect(), end: async () => {}, options: pool.options }) as unknown as pg.Pool
