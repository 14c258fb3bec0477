import { rmSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { Config } from '../../platform/config/config.ts'
import { createStorage } from '../../platform/files/place.server.ts'
import type { FileStorage } from '../../platform/files/storage.server.ts'
import { syncFolder, syncNames } from '../embedded/sync.ts'
import { connectFor } from './connection.ts'
import { copyOut } from './copy.ts'
import {
  BackupError,
  digestOf,
  FILE_LIST,
  type FileLine,
  filePath,
  jobsPath,
  keepStream,
  type Manifest,
  rowsPath,
  SECRET_COPY,
  writeManifest,
} from './manifest.ts'

/**
 * Tables whose rows no backup holds: which migrations there are stands in the manifest, events of before a restore are
 * never read again (newEpoch), and a session that was ended later must not come back to life.
 */
const WITHOUT_ROWS = ['migrations', 'migrations_lock', 'events', 'session']
/** PostgreSQL's code for a table that is not there. */
const UNDEFINED_TABLE = '42P01'
/** Files copied at the same time: over a network each one waits. */
const AT_ONCE = 4

/** Jobs as graphile_worker.add_job takes them, so that a later version of the queue can. Given-up ones stay behind. */
const JOBS = `
  select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  where j.attempts < j.max_attempts order by j.id`

export interface Backup {
  folder: string
  manifest: Manifest
  /** Stored files that are in use and could not be copied whole. */
  lost: string[]
}

/**
 * Copies everything, while Amparo runs or not: the database as one snapshot, then the stored files that it names. Files
 * never change, so that those copied later are those of the snapshot; one that was deleted meanwhile is not there.
 * @param into folder in which the copy's own folder is made
 * @returns the copy, whose folder has its name only once everything in it is on the disk
 */
export async function makeBackup(config: Config, databaseUrl: string, into: string): Promise<Backup> {
  const made = new Date()
  const name = `amparo-${made.toISOString().replace(/[-:]|\.\d+/g, '')}`
  await mkdir(into, { recursive: true, mode: 0o700 })
  const folder = resolve(into, name)
  await removeLeftovers(into)
  const half = resolve(into, `.${name}-${hostname()}-${process.pid}`)
  await mkdir(half, { mode: 0o700 })
  // A process that is told to end meanwhile leaves nothing either; a write under way may put a name back.
  const abandon = () => rmSync(half, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', abandon)
  try {
    await mkdir(join(half, 'database'), { mode: 0o700 })
    const database = await copyDatabase(databaseUrl, half)
    const { files, absent } = await copyFiles(createStorage(config.files), half, database.wanted)
    const list = files.map((file) => `${JSON.stringify(file)}\n`).join('')
    await writeFile(join(half, FILE_LIST), list, { flag: 'wx', mode: 0o600, flush: true })
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
        sha256: digestOf(list),
      },
      absent,
      secret: config.sessionSecret ? null : await copySecret(config.dataDir, half),
    }
    await writeManifest(half, manifest)
    syncFolder(half)
    await rename(half, folder)
    syncNames(resolve(into))
    return { folder, manifest, lost: await stillInUse(databaseUrl, absent) }
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === UNDEFINED_TABLE)
      throw new BackupError('La base de datos no es de Amparo, o está vacía: no hay nada que copiar.')
    if (code === 'ENOSPC') throw new BackupError(`No queda espacio en ${into}: no se guardó ninguna copia.`)
    throw error
  } finally {
    process.off('exit', abandon)
  }
}

/** `.amparo-20261124T120000Z-host-1234`: a copy that a process of that machine is making. */
const HALF = /^\.amparo-\d{8}T\d{6}Z-(?:(.+)-)?(\d+)$/
/** After which one is given up whose process cannot be asked: of another machine, or of a container that is gone. */
const GIVEN_UP_MS = 7 * 86_400_000

/** Removes unfinished copies whose process is gone: they hold people's data, and nobody would look for them. */
async function removeLeftovers(into: string): Promise<void> {
  for (const name of await readdir(into)) {
    const [whole, host = hostname(), pid] = HALF.exec(name) ?? []
    if (!whole) continue
    const path = join(into, name)
    const isGone = host === hostname() && !isRunning(Number(pid))
    if (isGone || Date.now() - (await stat(path)).mtimeMs > GIVEN_UP_MS)
      await rm(path, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  // Nothing of ours is begun yet: a copy under our own number is of one that had it before.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

interface Wanted {
  key: string
  type: string
  bytes: number
}

/** Everything from one snapshot: whatever is committed meanwhile is wholly in it or not at all. */
async function copyDatabase(url: string, half: string) {
  const client = await connectFor(url)
  try {
    // Reads only, and so holds up neither writers nor live events.
    await client.query('begin isolation level repeatable read read only')
    const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows
    const [server] = await ask<{ version: string }>(`select current_setting('server_version') as version`)
    const migrations = await ask<{ name: string }>('select name from migrations order by name')
    const tables = await ask<{ name: string; columns: string[] }>(
      `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
       group by c.relname order by c.relname`,
      [WITHOUT_ROWS],
    )
    const copied: Manifest['tables'] = []
    for (const { name, columns } of tables) {
      const text = `copy ${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')}) to stdout`
      copied.push({ name, columns, ...(await copyOut(client, text, rowsPath(half, name))) })
    }
    const jobs = await copyOut(client, `copy (${JOBS}) to stdout`, jobsPath(half))
    const wanted = await ask<Wanted>(
      `select key, content_type as type, bytes::int as bytes from stored_files where state <> 'arriving' order by key`,
    )
    await client.query('commit')
    // Sequences are of no transaction: read last, none is behind the rows.
    const sequences = await ask<{ name: string; value: string }>(
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

async function copyFiles(storage: FileStorage, half: string, wanted: readonly Wanted[]) {
  const files: FileLine[] = []
  const absent: string[] = []
  const queue = [...wanted].reverse()
  const work = async () => {
    for (let one = queue.pop(); one; one = queue.pop()) {
      const { key, type, bytes } = one
      const body = await storage.open(key)
      if (!body) {
        absent.push(key)
        continue
      }
      const path = filePath(half, key)
      await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
      const copy = await keepStream(path, body)
      if (copy.bytes === bytes) files.push({ key, type, ...copy })
      else {
        // Not what was stored: rather none than half a document.
        await rm(path)
        absent.push(key)
      }
    }
  }
  await mkdir(join(half, 'files'), { mode: 0o700 })
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { files: files.sort((a, b) => (a.key < b.key ? -1 : 1)), absent: absent.sort() }
}

/** Of these keys those that somebody still counts on: the others were deleted while the copy was made. */
async function stillInUse(url: string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const client = await connectFor(url)
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

/** The secret of local mode, without which mail that waits in the queue cannot be read. @returns its digest */
async function copySecret(dataDir: string, half: string): Promise<string | null> {
  const secret = await readFile(join(dataDir, 'session-secret')).catch(() => null)
  if (!secret) return null
  const file = await open(join(half, SECRET_COPY), 'wx', 0o600)
  try {
    await file.writeFile(secret)
    await file.sync()
  } finally {
    await file.close()
  }
  return digestOf(secret)
}
