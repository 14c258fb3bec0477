import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { dropDatabase, ensureDatabase, openDatabase } from '../embedded-postgres/database.ts'
import type { Config } from '../platform/config/config.ts'
import { createDatabase, createPool } from '../platform/database/database.server.ts'
import { listMigrations, MIGRATIONS_DIR, migrate } from '../platform/database/migrate.server.ts'
import { createStorage } from '../platform/files/create-storage.server.ts'
import { PRIVATE_DIR_MODE } from '../platform/files/storage.server.ts'
import { migrateJobs } from '../platform/jobs/jobs.server.ts'
import { createLog } from '../platform/log/log.server.ts'
import { startNewEpoch } from '../platform/realtime/sweep.server.ts'
import { connectForBackup } from './connection.ts'
import { copyIn } from './copy.ts'
import {
  BackupError,
  checkBackup,
  type FileEntry,
  filePath,
  jobsPath,
  type Manifest,
  rowsPath,
  SECRET_FILE,
  saveStream,
} from './manifest.ts'

/** A backup is loaded into this database, which replaces the embedded one when it is complete. */
const STAGING_DATABASE = 'amparo_restore'

/**
 * Restores a backup: verifies all of it, loads database and files, and starts a new epoch of live events, so
 * that every browser reloads its data. Sessions are not restored: all users sign in again.
 * @param options.replace whether existing data may be lost
 * @throws BackupError with a one-line message; an embedded database is then unchanged
 */
export async function restoreBackup(
  config: Config,
  folder: string,
  options: { replace: boolean },
): Promise<Manifest> {
  const { manifest, files } = await checkBackup(folder)
  const known = await listMigrations()
  const unknownMigrations = manifest.migrations.filter((name) => !known.includes(name))
  if (unknownMigrations.length > 0)
    throw new BackupError(
      `La copia es de una versión de Amparo (${manifest.amparo}) con migraciones que esta no tiene: ${unknownMigrations.join(', ')}.`,
    )
  // Throws while Amparo runs on this folder.
  const database = await openDatabase(config, () => {})
  try {
    if (!options.replace) await expectEmpty(database.url, config)
    const secret = manifest.secret ? await secretToWrite(config, folder, options.replace) : null
    if (database.embedded) {
      const admin = database.url.replace(/\/[^/]*$/, '/postgres')
      const staging = database.url.replace(/\/[^/]*$/, `/${STAGING_DATABASE}`)
      await dropDatabase(admin, STAGING_DATABASE)
      await ensureDatabase(admin, STAGING_DATABASE)
      await loadDatabase(staging, folder, manifest)
      await loadFiles(config, folder, files)
      await swapDatabases(admin)
    } else {
      await expectNotRunning(database.url)
      if (options.replace) await emptyDatabase(database.url)
      await loadDatabase(database.url, folder, manifest)
      await loadFiles(config, folder, files)
    }
    if (secret) {
      await mkdir(config.dataDir, { recursive: true })
      await writeFile(secretPath(config), secret, { mode: 0o600, flush: true })
    }
  } finally {
    await database.close()
  }
  return manifest
}

async function queryOnce<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = await connectForBackup(url)
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function expectEmpty(url: string, config: Config): Promise<void> {
  const found = await queryOnce(
    url,
    `select 1 from pg_class where relkind in ('r', 'v', 'm', 'p')
       and relnamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker')) limit 1`,
  )
  const where = config.databaseUrl
    ? 'La base de datos de DATABASE_URL'
    : `La base de datos de ${config.dataDir}`
  if (found.length > 0)
    throw new BackupError(
      `${where} no está vacía: restaura en otra, o añade --replace para perder lo que contiene.`,
    )
}

/** Amparo must not run on an external database during a restore; the embedded one belongs to this process. */
async function expectNotRunning(url: string): Promise<void> {
  const found = await queryOnce(
    url,
    `select 1 from pg_stat_activity
     where datname = current_database() and application_name like 'amparo%' and pid <> pg_backend_pid() limit 1`,
  )
  if (found.length > 0)
    throw new BackupError('Amparo está en marcha sobre esta base de datos: detenlo antes de restaurar.')
}

async function emptyDatabase(url: string): Promise<void> {
  await queryOnce(
    url,
    `begin; drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public; commit`,
  )
}

/** Swaps atomically: a new connection gets either the old or the restored database. */
async function swapDatabases(admin: string): Promise<void> {
  const oldDatabase = `amparo_before_${randomUUID().slice(0, 8)}`
  await queryOnce(
    admin,
    `begin; alter database amparo rename to ${oldDatabase}; alter database ${STAGING_DATABASE} rename to amparo; commit`,
  )
  await dropDatabase(admin, oldDatabase)
}

/** Creates the schema of the backup's release, loads the rows, then applies the later migrations. */
async function loadDatabase(url: string, folder: string, manifest: Manifest): Promise<void> {
  const log = createLog('silent')
  const pool = createPool(url, log, 2)
  try {
    await migrate(pool, MIGRATIONS_DIR, manifest.migrations.at(-1))
    await migrateJobs(pool, log)
    await loadRows(url, folder, manifest)
    await migrate(pool)
    await startNewEpoch(createDatabase(pool))
  } finally {
    await pool.end()
  }
}

/** One transaction. Indexes and foreign keys come after the rows: faster, and in any order of rows. */
async function loadRows(url: string, folder: string, { tables, jobs, sequences }: Manifest): Promise<void> {
  const client = await connectForBackup(url)
  const execute = async (statements: readonly string[]) => {
    for (const statement of statements) await client.query(statement)
  }
  try {
    await client.query(`begin; set local maintenance_work_mem = '128MB'`)
    const foreignKeys = await selectStatements(
      client,
      `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make,
         format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by oid`,
    )
    const indexes = await selectStatements(
      client,
      `select pg_get_indexdef(indexrelid) as make, format('drop index %s', indexrelid::regclass) as drop
       from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relnamespace = 'public'::regnamespace and not i.indisprimary
         and not exists (select from pg_constraint where conindid = i.indexrelid) order by indexrelid`,
    )
    const names = tables.map(({ name }) => pg.escapeIdentifier(name))
    await execute(foreignKeys.map(({ drop }) => drop))
    await execute(indexes.map(({ drop }) => drop))
    await execute(names.map((name) => `alter table ${name} disable trigger user`))
    // Remove the rows that migrations inserted: the backup contains them, too.
    await client.query(`truncate ${names.join(', ')}`)
    for (const { name, columns, rows } of tables) {
      const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
      await loadTable(client, `${pg.escapeIdentifier(name)} (${list})`, rowsPath(folder, name), rows)
    }
    await execute(indexes.map(({ make }) => make))
    await execute(foreignKeys.map(({ make }) => make))
    await execute(names.map((name) => `alter table ${name} enable trigger user`))
    for (const [name, value] of Object.entries(sequences))
      await client.query('select setval(quote_ident($1)::regclass, $2)', [name, value])
    await loadJobs(client, folder, jobs.rows)
    await client.query('commit; analyze')
  } finally {
    await client.end()
  }
}

async function selectStatements(client: pg.Client, text: string) {
  return (await client.query<{ make: string; drop: string }>(text)).rows
}

async function loadTable(client: pg.Client, target: string, path: string, expected: number): Promise<void> {
  const rows = await copyIn(client, target, path)
  if (rows !== expected)
    throw new BackupError(
      `De ${path} llegaron ${rows} filas y la copia dice ${expected}: no se restauró nada.`,
    )
}

/** Uses the queue's own function: its tables may have changed. Jobs that ran during the backup run again. */
async function loadJobs(client: pg.Client, folder: string, rows: number): Promise<void> {
  await client.query(`create temp table jobs_of_copy (identifier text, payload json, queue_name text,
    run_at timestamptz, max_attempts int, key text, priority int) on commit drop`)
  await loadTable(client, 'jobs_of_copy', jobsPath(folder), rows)
  await client.query(`
    select graphile_worker.add_job(identifier, payload => payload, queue_name => queue_name, run_at => run_at,
      max_attempts => max_attempts, job_key => key, priority => priority) from jobs_of_copy`)
}

/** Stores the files under their keys. The nightly cleanup removes files that no row names. */
async function loadFiles(config: Config, folder: string, files: readonly FileEntry[]): Promise<void> {
  const storage = createStorage(config.files)
  await mkdir(storage.incomingDir, { recursive: true, mode: PRIVATE_DIR_MODE })
  for (const { key, type, sha256 } of files) {
    const arrival = join(storage.incomingDir, randomUUID())
    const copy = await saveStream(arrival, createReadStream(filePath(folder, key)))
    if (copy.sha256 !== sha256) {
      await rm(arrival)
      throw new BackupError(`La copia está dañada: ${filePath(folder, key)} cambió mientras se leía.`)
    }
    await storage.save(arrival, key, type)
  }
}

const secretPath = ({ dataDir }: Config) => join(dataDir, 'session-secret')

/** The secret of local mode encrypts queued mail. @returns null when there is nothing to write */
async function secretToWrite(config: Config, folder: string, replace: boolean): Promise<Buffer | null> {
  if (config.sessionSecret) return null
  const secret = await readFile(join(folder, SECRET_FILE))
  const existing = await readFile(secretPath(config)).catch(() => null)
  if (existing?.equals(secret)) return null
  if (existing && !replace)
    throw new BackupError(`${config.dataDir} ya tiene un secreto propio: restaura en una carpeta vacía.`)
  return secret
}
