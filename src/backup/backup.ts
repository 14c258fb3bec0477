import { rmSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import type { Duplex, Readable } from 'node:stream'
import pLimit from 'p-limit'
import pg from 'pg'
import type { Config } from '../platform/config/config.ts'
import { type Bucket, isEncryptedBucket } from '../platform/files/buckets.ts'
import { createStorage } from '../platform/files/create-storage.server.ts'
import { storedBytes } from '../platform/files/encrypted-files.server.ts'
import { syncDirectory, syncFileSystem } from '../platform/files/fsync.server.ts'
import type { FileStorage } from '../platform/files/storage.server.ts'
import { connectForBackup } from './connection.ts'
import { copyOut } from './copy.ts'
import {
  BackupError,
  type BackupWriter,
  FILE_LIST,
  type FileEntry,
  filePath,
  jobsPath,
  type Manifest,
  plainWriter,
  rowsPath,
  SECRET_FILE,
  saveText,
  sha256Of,
  writeManifest,
} from './manifest.ts'

/**
 * Tables that are not backed up: the manifest lists the migrations, events from before a restore are never
 * read again (restore.ts starts a new epoch), and a session that ended after the backup must not become valid again.
 */
const EXCLUDED_TABLES = ['migrations', 'migrations_lock', 'events', 'session']
/** PostgreSQL's error code for a table that does not exist. */
const UNDEFINED_TABLE = '42P01'
/** Files are copied concurrently because each one waits for the network. */
const CONCURRENT_FILES = 4

/** Jobs as arguments of graphile_worker.add_job, which later versions accept; no jobs that were given up. */
const JOBS_SQL = `
  select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  where j.attempts < j.max_attempts order by j.id`

export interface Backup {
  folder: string
  manifest: Manifest
  /** Keys of stored files that are in use and could not be copied completely. */
  missingFiles: string[]
}

/**
 * Makes a backup, also while Amparo runs: one snapshot of the database, then the stored files that it names.
 * Files never change, so a file that is copied later is still the one of the snapshot. A file that is deleted
 * meanwhile is missing.
 * @param into folder in which the backup's folder is created
 * @returns the backup; its folder gets its final name when everything in it is on disk
 * @throws BackupError
 */
export async function makeBackup(config: Config, databaseUrl: string, into: string): Promise<Backup> {
  const made = new Date()
  const name = `amparo-${made.toISOString().replace(/[-:]|\.\d+/g, '')}`
  await mkdir(into, { recursive: true, mode: 0o700 })
  const folder = resolve(into, name)
  await removeAbandonedBackups(into)
  const temporary = resolve(into, `.${name}-${hostname()}-${process.pid}`)
  await mkdir(temporary, { mode: 0o700 })
  // Also clean up when the process exits. Retry, because a running write may create a file again.
  const removeTemporary = () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', removeTemporary)
  try {
    const { backupRecipient } = config
    const writer = backupRecipient
      ? (await import('./encryption.ts')).encryptingWriter(temporary, backupRecipient)
      : plainWriter(temporary)
    const database = await copyDatabase(databaseUrl, writer)
    const { files, absent } = await copyFiles(createStorage(config.files), writer, database.wanted)
    const list = files.map((file) => `${JSON.stringify(file)}\n`).join('')
    await saveText(writer, FILE_LIST, list)
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
    const { wanted: _wanted, ...rows } = database
    const manifest: Manifest = {
      format: 1,
      amparo: version,
      made: made.toISOString(),
      ...rows,
      files: {
        count: files.length,
        bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        sha256: sha256Of(list),
      },
      absent,
      secret: config.sessionSecret ? null : await copySecret(config.dataDir, writer),
    }
    await writeManifest(writer, manifest)
    await writer.finish()
    syncFileSystem(temporary)
    await rename(temporary, folder)
    syncDirectory(resolve(into))
    return { folder, manifest, missingFiles: await stillInUse(databaseUrl, absent) }
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === UNDEFINED_TABLE)
      throw new BackupError('La base de datos no es de Amparo, o está vacía: no hay nada que copiar.')
    if (code === 'ENOSPC') throw new BackupError(`No queda espacio en ${into}: no se guardó ninguna copia.`)
    throw error
  } finally {
    process.off('exit', removeTemporary)
  }
}

/** `.amparo-20261124T120000Z-host-1234`: an unfinished backup of that host and process id. */
const TEMPORARY_NAME = /^\.amparo-\d{8}T\d{6}Z-(?:(.+)-)?(\d+)$/
/** Age of an abandoned backup whose process cannot be checked (another machine, a removed container). */
const ABANDONED_AFTER_MS = 7 * 86_400_000

/** Removes unfinished backups whose process is gone: their personal data would be forgotten. */
async function removeAbandonedBackups(into: string): Promise<void> {
  for (const name of await readdir(into)) {
    const [match, host = hostname(), pid] = TEMPORARY_NAME.exec(name) ?? []
    if (!match) continue
    const path = join(into, name)
    const isGone = host === hostname() && !isRunning(Number(pid))
    if (isGone || Date.now() - (await stat(path)).mtimeMs > ABANDONED_AFTER_MS)
      await rm(path, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  // This process has not started its backup yet: one with its process id belongs to an earlier process.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

interface StoredFile {
  key: string
  bucket: Bucket
  type: string
  /** In clear; an encrypted file is copied as it is (DAT-57). */
  bytes: number
}

/** Copies all rows from one snapshot: a concurrent transaction is in it completely or not at all. */
async function copyDatabase(url: string, writer: BackupWriter) {
  const client = await connectForBackup(url)
  try {
    // Read-only, so it delays neither writers nor live events.
    await client.query('begin isolation level repeatable read read only')
    const select = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows
    const [server] = await select<{ version: string }>(`select current_setting('server_version') as version`)
    const migrations = await select<{ name: string }>('select name from migrations order by name')
    const tables = await select<{ name: string; columns: string[] }>(
      `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
       group by c.relname order by c.relname`,
      [EXCLUDED_TABLES],
    )
    const saveAs = (path: string) => (rows: Readable, gzip: Duplex) => writer.save(path, rows, gzip)
    const copied: Manifest['tables'] = []
    for (const { name, columns } of tables) {
      const text = `copy ${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')}) to stdout`
      copied.push({ name, columns, ...(await copyOut(client, text, saveAs(rowsPath('', name)))) })
    }
    const jobs = await copyOut(client, `copy (${JOBS_SQL}) to stdout`, saveAs(jobsPath('')))
    const wanted = await select<StoredFile>(
      `select key, bucket, content_type as type, bytes::int as bytes from stored_files where state <> 'arriving' order by key`,
    )
    await client.query('commit')
    // Sequences are not transactional: read last, so that none is behind the rows.
    const sequences = await select<{ name: string; value: string }>(
      `select sequencename as name, last_value::text as value from pg_sequences
       where schemaname = 'public' and last_value is not null order by 1`,
    )
    return {
      postgres: server?.version ?? '',
      migrations: migrations.map((row) => row.name),
      tables: copied,
      jobs,
      sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, Number(value)])),
      wanted,
    }
  } finally {
    await client.end()
  }
}

async function copyFiles(storage: FileStorage, writer: BackupWriter, wanted: readonly StoredFile[]) {
  const copies = await pLimit(CONCURRENT_FILES).map(wanted, (file) => copyFile(storage, writer, file))
  return {
    files: copies.filter((copy) => copy !== null),
    absent: wanted.filter((_, at) => copies[at] === null).map(({ key }) => key),
  }
}

/** @returns null when the file is missing, or not of its size: no file is better than half a document */
async function copyFile(
  storage: FileStorage,
  writer: BackupWriter,
  file: StoredFile,
): Promise<FileEntry | null> {
  const { key, type, bytes } = file
  const body = await storage.open(key)
  if (!body) return null
  const copy = await writer.save(filePath('', key), body)
  // The job that encrypts old files may do so during the backup.
  const isWhole = copy.bytes === bytes || (isEncryptedBucket(file.bucket) && copy.bytes === storedBytes(file))
  if (isWhole) return { key, type, ...copy }
  await writer.remove(filePath('', key))
  return null
}

/** Those of the keys that are still in use: the other files were deleted during the backup. */
async function stillInUse(url: string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const client = await connectForBackup(url)
  try {
    const { rows } = await client.query<{ key: string }>(
      `select key from stored_files where key = any($1) and state in ('uploaded', 'used') order by key`,
      [keys],
    )
    return rows.map(({ key }) => key)
  } finally {
    await client.end()
  }
}

/** Copies the secret of local mode, which decrypts queued mail. @returns its SHA-256, or null */
async function copySecret(dataDir: string, writer: BackupWriter): Promise<string | null> {
  const secret = await readFile(join(dataDir, 'session-secret')).catch(() => null)
  if (!secret) return null
  await saveText(writer, SECRET_FILE, secret)
  return sha256Of(secret)
}
