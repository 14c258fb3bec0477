import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Duplex, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { isFileKey } from '../platform/files/buckets.ts'

/** An error of a backup or a restore, with a one-line message for the terminal. */
export class BackupError extends Error {}

const SHA256 = z.string().regex(/^[0-9a-f]{64}$/)
const SQL_NAME = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const rows = z.strictObject({ rows: z.int().min(0), sha256: SHA256 })

/** The content of a backup's manifest.json. */
const manifest = z.strictObject({
  format: z.literal(1),
  /** Version of Amparo that made the backup. */
  amparo: z.string(),
  made: z.iso.datetime(),
  postgres: z.string(),
  /** Applied migrations in order: the rows belong to the schema after the last one. */
  migrations: z.array(z.string().regex(/^\d{4}_[a-z0-9_]+$/)).min(1),
  tables: z.array(rows.extend({ name: SQL_NAME, columns: z.array(z.string()).min(1) })).min(1),
  jobs: rows,
  sequences: z.record(SQL_NAME, z.int()),
  files: z.strictObject({ count: z.int().min(0), bytes: z.int().min(0), sha256: SHA256 }),
  /** Keys of files that could not be copied completely; their rows are in the backup. */
  absent: z.array(z.string()),
  /** SHA-256 of the local secret; null when the operator has set SESSION_SECRET. */
  secret: SHA256.nullable(),
})

export type Manifest = z.infer<typeof manifest>

const fileLine = z.strictObject({
  key: z.string().refine(isFileKey),
  type: z.string(),
  bytes: z.int().min(0),
  sha256: SHA256,
})

/** A stored file of a backup: one line of files.ndjson. */
export type FileEntry = z.infer<typeof fileLine>

export const FILE_LIST = 'files.ndjson'
export const SECRET_FILE = 'session-secret'
const MANIFEST = 'manifest.json'
const MANIFEST_DIGEST = 'manifest.sha256'

/** Paths in a backup's folder: the rows of a table, the queued jobs, a stored file. */
export const rowsPath = (folder: string, name: string) => join(folder, 'database', `${name}.copy.gz`)
export const jobsPath = (folder: string) => join(folder, 'jobs.copy.gz')
export const filePath = (folder: string, key: string) => join(folder, 'files', key)

/** SHA-256, in hexadecimal. */
export const sha256Of = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** What was written, before any encryption. */
interface Saved {
  bytes: number
  sha256: string
}

/** Writes the files of a backup, by their path in it. */
export interface BackupWriter {
  save(path: string, from: Readable, ...through: Duplex[]): Promise<Saved>
  remove(path: string): Promise<void>
  /** Called after the last file. */
  finish(): Promise<void>
}

/** Writes the files into a folder as they are. */
export const plainWriter = (folder: string): BackupWriter => ({
  async save(path, from, ...through) {
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    return saveStream(join(folder, path), from, through)
  },
  remove: (path) => rm(join(folder, path)),
  finish: async () => {},
})

/** Writes a stream, through transforms, to a new file and flushes it to disk. */
export async function saveStream(
  path: string,
  from: Readable,
  through: readonly Duplex[] = [],
  encrypt?: (content: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): Promise<Saved> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const last = encrypt ? [measure, Duplex.from(encrypt)] : [measure]
  await pipeline([from, ...through, ...last, file])
  return { bytes, sha256: hash.digest('hex') }
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Writes the manifest. It is the last file of a backup: without it the backup is incomplete. */
export async function writeManifest(writer: BackupWriter, content: Manifest): Promise<void> {
  const text = `${JSON.stringify(content, null, 2)}\n`
  await saveText(writer, MANIFEST, text)
  await saveText(writer, MANIFEST_DIGEST, `${sha256Of(text)}  ${MANIFEST}\n`)
}

/** Writes a text, which may be empty. */
export const saveText = (writer: BackupWriter, path: string, text: string | Buffer): Promise<Saved> =>
  writer.save(path, Readable.from(text.length === 0 ? [] : [Buffer.from(text)]))

export async function readFileList(folder: string): Promise<FileEntry[]> {
  const text = await readFile(join(folder, FILE_LIST), 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => fileLine.parse(JSON.parse(line)))
}

/**
 * Reads a complete backup and verifies every checksum.
 * @returns its manifest and its list of files
 * @throws BackupError that names what is damaged
 */
export async function checkBackup(folder: string): Promise<{ manifest: Manifest; files: FileEntry[] }> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupError(`${folder} no es una copia de Amparo terminada: no tiene ${MANIFEST}.`)
  })
  const damaged = (what: string) => new BackupError(`La copia está dañada: ${what}. No se restauró nada.`)
  const expected = await readFile(join(folder, MANIFEST_DIGEST), 'utf8').catch(() => '')
  if (expected.slice(0, 64) !== sha256Of(text)) throw damaged(`${MANIFEST} no es el que se escribió`)
  const { format } = JSON.parse(text) as { format?: unknown }
  if (format !== 1)
    throw new BackupError(`Esta versión de Amparo no conoce el formato ${format} de la copia.`)
  const content = manifest.parse(JSON.parse(text))
  const verify = async (path: string, sha256: string) => {
    const found = await digestOfFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw damaged(`falta ${path}`)
      throw error
    })
    if (found !== sha256) throw damaged(`${path} no es el que se escribió`)
  }
  for (const { name, sha256 } of content.tables) await verify(rowsPath(folder, name), sha256)
  await verify(jobsPath(folder), content.jobs.sha256)
  await verify(join(folder, FILE_LIST), content.files.sha256)
  if (content.secret) await verify(join(folder, SECRET_FILE), content.secret)
  const files = await readFileList(folder)
  for (const { key, sha256 } of files) await verify(filePath(folder, key), sha256)
  return { manifest: content, files }
}
