import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../../platform/config/config.ts'
import { createDatabase, createPool } from '../../platform/database/database.server.ts'
import { knownMigrations, MIGRATIONS, migrate } from '../../platform/database/migrate.server.ts'
import { createStorage } from '../../platform/files/place.server.ts'
import { PRIVATE } from '../../platform/files/storage.server.ts'
import { migrateJobs } from '../../platform/jobs/jobs.server.ts'
import { createLog } from '../../platform/log/log.server.ts'
import { newEpoch } from '../../platform/realtime/sweep.server.ts'
import { dropDatabase, ensureDatabase, openDatabase } from '../embedded/database.ts'
import { connectFor } from './connection.ts'
import { copyIn } from './copy.ts'
import {
  BackupError,
  checkBackup,
  type FileLine,
  filePath,
  jobsPath,
  keepStream,
  type Manifest,
  rowsPath,
  SECRET_COPY,
} from './manifest.ts'

/** Where a copy is loaded beside the embedded database, which it takes the place of once it is whole. */
const BESIDE = 'amparo_restore'

/**
 * Brings a backup back: looks through all of it first, then loads files and database, and begins a new epoch, so that
 * every browser starts afresh. Sessions are not restored: everybody signs in again.
 * @param options.replace whether what is there may be lost
 * @throws BackupError with one line; an embedded database is then what it was, whatever went wrong
 */
export async function restoreBackup(
  config: Config,
  folder: string,
  options: { replace: boolean },
): Promise<Manifest> {
  const { manifest, files } = await checkBackup(folder)
  const known = await knownMigrations()
  const foreign = manifest.migrations.filter((name) => !known.includes(name))
  if (foreign.length > 0)
    throw new BackupError(
      `La copia es de una versión de Amparo (${manifest.amparo}) con migraciones que esta no tiene: ${foreign.join(', ')}.`,
    )
  // Refuses while Amparo runs on this folder.
  const database = await openDatabase(config, () => {})
  try {
    if (!options.replace) await expectEmpty(database.url, config)
    const secret = manifest.secret ? await secretToWrite(config, folder, options.replace) : null
    if (database.embedded) {
      const admin = database.url.replace(/\/[^/]*$/, '/postgres')
      const beside = database.url.replace(/\/[^/]*$/, `/${BESIDE}`)
      await dropDatabase(admin, BESIDE)
      await ensureDatabase(admin, BESIDE)
      await loadDatabase(beside, folder, manifest)
      await loadFiles(config, folder, files)
      await takePlace(admin)
    } else {
      await expectNobody(database.url)
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

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = await connectFor(url)
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function expectEmpty(url: string, config: Config): Promise<void> {
  const found = await ask(
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

/** Nobody may work in an external database meanwhile; the embedded one is ours alone. */
async function expectNobody(url: string): Promise<void> {
  const found = await ask(
    url,
    `select 1 from pg_stat_activity
     where datname = current_database() and application_name like 'amparo%' and pid <> pg_backend_pid() limit 1`,
  )
  if (found.length > 0)
    throw new BackupError('Amparo está en marcha sobre esta base de datos: detenlo antes de restaurar.')
}

async function emptyDatabase(url: string): Promise<void> {
  await ask(
    url,
    `begin; drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public; commit`,
  )
}

/** One moment: whoever opens the database finds the one before or the restored one. */
async function takePlace(admin: string): Promise<void> {
  const before = `amparo_before_${randomUUID().slice(0, 8)}`
  await ask(
    admin,
    `begin; alter database amparo rename to ${before}; alter database ${BESIDE} rename to amparo; commit`,
  )
  await dropDatabase(admin, before)
}

/** The tables as they were at the time of the copy, its rows, and then whatever this release has changed since. */
async function loadDatabase(url: string, folder: string, manifest: Manifest): Promise<void> {
  const log = createLog('silent')
  const pool = createPool(url, log, 2)
  try {
    await migrate(pool, MIGRATIONS, manifest.migrations.at(-1))
    await migrateJobs(pool, log)
    await loadRows(url, folder, manifest)
    await migrate(pool)
    await newEpoch(createDatabase(pool))
  } finally {
    await pool.end()
  }
}

/** In one transaction. Indexes and foreign keys are made after the rows: far faster, and whatever order the rows have. */
async function loadRows(url: string, folder: string, { tables, jobs, sequences }: Manifest): Promise<void> {
  const client = await connectFor(url)
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await client.query(statement)
  }
  try {
    await client.query(`begin; set local maintenance_work_mem = '128MB'`)
    const foreignKeys = await listed(
      client,
      `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make,
         format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by oid`,
    )
    const indexes = await listed(
      client,
      `select pg_get_indexdef(indexrelid) as make, format('drop index %s', indexrelid::regclass) as drop
       from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relnamespace = 'public'::regnamespace and not i.indisprimary
         and not exists (select from pg_constraint where conindid = i.indexrelid) order by indexrelid`,
    )
    const names = tables.map(({ name }) => pg.escapeIdentifier(name))
    await run(foreignKeys.map(({ drop }) => drop))
    await run(indexes.map(({ drop }) => drop))
    await run(names.map((name) => `alter table ${name} disable trigger user`))
    // What the migrations wrote is in the copy too.
    await client.query(`truncate ${names.join(', ')}`)
    for (const { name, columns, rows } of tables) {
      const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
      await load(client, `${pg.escapeIdentifier(name)} (${list})`, rowsPath(folder, name), rows)
    }
    await run(indexes.map(({ make }) => make))
    await run(foreignKeys.map(({ make }) => make))
    await run(names.map((name) => `alter table ${name} enable trigger user`))
    for (const [name, value] of Object.entries(sequences))
      await client.query('select setval(quote_ident($1)::regclass, $2)', [name, value])
    await loadJobs(client, folder, jobs.rows)
    await client.query('commit; analyze')
  } finally {
    await client.end()
  }
}

async function listed(client: pg.Client, text: string) {
  return (await client.query<{ make: string; drop: string }>(text)).rows
}

async function load(client: pg.Client, into: string, path: string, expected: number): Promise<void> {
  const rows = await copyIn(client, into, path)
  if (rows !== expected)
    throw new BackupError(
      `De ${path} llegaron ${rows} filas y la copia dice ${expected}: no se restauró nada.`,
    )
}

/** Through the queue's own function: its tables may be others by now. What was running then is done again. */
async function loadJobs(client: pg.Client, folder: string, rows: number): Promise<void> {
  await client.query(`create temp table jobs_of_copy (identifier text, payload json, queue_name text,
    run_at timestamptz, max_attempts int, key text, priority int) on commit drop`)
  await load(client, 'jobs_of_copy', jobsPath(folder), rows)
  await client.query(`
    select graphile_worker.add_job(identifier, payload => payload, queue_name => queue_name, run_at => run_at,
      max_attempts => max_attempts, job_key => key, priority => priority) from jobs_of_copy`)
}

/** Again under their own keys. Whatever else is there goes with the nightly sweep. */
async function loadFiles(config: Config, folder: string, files: readonly FileLine[]): Promise<void> {
  const storage = createStorage(config.files)
  await mkdir(storage.arrivals, { recursive: true, mode: PRIVATE })
  for (const { key, type, sha256 } of files) {
    const arrival = join(storage.arrivals, randomUUID())
    const copy = await keepStream(arrival, createReadStream(filePath(folder, key)))
    if (copy.sha256 !== sha256) {
      await rm(arrival)
      throw new BackupError(`La copia está dañada: ${filePath(folder, key)} cambió mientras se leía.`)
    }
    await storage.keep(arrival, key, type)
  }
}

const secretPath = ({ dataDir }: Config) => join(dataDir, 'session-secret')

/** Mail that waits in the queue is sealed with it. An operator who sets SESSION_SECRET sets it here too. */
async function secretToWrite(config: Config, folder: string, replace: boolean): Promise<Buffer | null> {
  if (config.sessionSecret) return null
  const secret = await readFile(join(folder, SECRET_COPY))
  const there = await readFile(secretPath(config)).catch(() => null)
  if (there?.equals(secret)) return null
  if (there && !replace)
    throw new BackupError(`${config.dataDir} ya tiene un secreto propio: restaura en una carpeta vacía.`)
  return secret
}
