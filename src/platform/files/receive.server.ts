import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Platform } from '../rpc/context.server.ts'
import type { BucketPolicy } from './bucket-policy.server.ts'
import { EXTENSIONS, type FileType, isFileKey } from './buckets.ts'
import { detectType, HEAD_BYTES, isComplete, isHeic } from './content.server.ts'
import { saveFile } from './encrypted-files.server.ts'
import { nameInKey, withRealExtension } from './file-names.ts'
import { guessOfficeType } from './office.server.ts'
import { FileRefused, TryLater } from './refusals.server.ts'
import { openScan, type Scan } from './scanner.server.ts'
import { PRIVATE_DIR_MODE } from './storage.server.ts'
import { deleteFileRow, insertFileRow, markUploaded } from './stored-files.server.ts'
import { FILE_TEXTS } from './texts.ts'

export interface IncomingFile {
  policy: BucketPolicy
  /** Null: it belongs to nobody. */
  ownerId: string | null
  /** Folder in the bucket, a UUID, for buckets without `resourceFolder`: of the owner, or that of a grant. */
  folder: string
  /** Id after the bucket in the URL; '' for buckets without `resourceFolder`. */
  resourceId: string
  body: Readable
  /** Cleaned by `displayName`. */
  fileName: string
}

/**
 * Receives one file as a stream, with only a few chunks in memory. The type is detected from the first bytes
 * before anything is written. Then: the row (`arriving`), the file under a temporary name, the content check,
 * the file under its key, encrypted where the bucket is, the row (`uploaded`). A failure at any step leaves neither row nor file; after a
 * crash the sweep removes the rest (sweep.server.ts).
 * @returns the file's key
 * @throws FileRefused with a text for the user
 */
export async function receiveFile(platform: Platform, arrival: IncomingFile): Promise<string> {
  const { policy, ownerId, folder, body } = arrival
  const { head, type } = await readHead(arrival)
  const storedType = policy.transform?.outputType ?? type
  const key = keyOf(arrival, storedType)
  const fileName = policy.resourceFolder ? withRealExtension(arrival.fileName, storedType) : arrival.fileName
  const path = join(platform.files.incomingDir, randomUUID())
  const scan = await openScan(platform.config.clamdSocket)
  let hasRow = false
  try {
    await insertFileRow(platform.db, {
      key,
      bucket: policy.bucket,
      ownerId,
      contentType: storedType,
      fileName,
    })
    hasRow = true
    let bytes = await writeUpload(platform.files.incomingDir, path, head, body, policy, scan)
    await scan.verdict()
    const owner = { bucket: policy.bucket, ownerId: ownerId ?? folder }
    if (policy.transform) bytes = await replace(path, await policy.transform.apply(path, owner))
    else if (!(await isComplete(path, type, owner))) throw new FileRefused(422, FILE_TEXTS.unreadable)
    const stored = { key, bucket: policy.bucket, contentType: storedType }
    const encryptedWith = await asStorageError(() => saveFile(platform, path, stored))
    // The account was deleted during the upload.
    if (!(await markUploaded(platform.db, { key, ownerId, bytes, encryptedWith })))
      throw new FileRefused(404, FILE_TEXTS.unreadable)
    return key
  } catch (error) {
    await cleanUp(platform, path, hasRow ? key : null)
    throw error
  } finally {
    scan.cancel()
  }
}

function keyOf({ policy, folder, resourceId, fileName }: IncomingFile, type: FileType): string {
  const id = randomUUID()
  if (!policy.resourceFolder) return `${policy.bucket}/${folder}/${id}.${EXTENSIONS[type]}`
  const key = `${policy.resourceFolder(resourceId)}/${id}-${nameInKey(fileName, type)}`
  if (!isFileKey(key)) throw new Error(`no key: ${key}`)
  return key
}

/** Reads as many bytes as the type detection needs; the rest stays in the stream. */
async function readHead({
  body,
  policy,
  fileName,
}: IncomingFile): Promise<{ head: Buffer[]; type: FileType }> {
  const head: Buffer[] = []
  let length = 0
  for await (const chunk of chunksOf(body)) {
    head.push(chunk)
    length += chunk.length
    if (length >= HEAD_BYTES) break
  }
  if (length === 0) throw new FileRefused(422, FILE_TEXTS.unreadable)
  const start = Buffer.concat(head).subarray(0, HEAD_BYTES)
  const type = (await detectType(start)) ?? guessOfficeType(start, fileName)
  if (!type || !policy.types.includes(type))
    throw new FileRefused(415, (isHeic(start) && policy.unopenedPhoto) || policy.wrongType)
  return { head, type }
}

/** Keeps the stream open after an early exit: the response still uses its connection. */
const chunksOf = (body: Readable): AsyncIterable<Buffer> => body.iterator({ destroyOnReturn: false })

/** Writes the upload to `path` and the scanner. @returns bytes written and synced */
async function writeUpload(
  folder: string,
  path: string,
  head: Buffer[],
  body: Readable,
  policy: BucketPolicy,
  scan: Scan,
): Promise<number> {
  await using file = await asStorageError(() => create(folder, path))
  let bytes = 0
  const write = async (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > policy.maxBytes) throw new FileRefused(413, policy.tooLarge)
    await asStorageError(() => file.writeFile(chunk))
    await scan.write(chunk)
  }
  for (const chunk of head) await write(chunk)
  for await (const chunk of chunksOf(body)) await write(chunk)
  await asStorageError(() => file.sync())
  return bytes
}

async function create(folder: string, path: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_DIR_MODE })
  return open(path, 'wx', 0o600)
}

async function replace(path: string, made: Buffer | null): Promise<number> {
  if (!made) throw new FileRefused(422, FILE_TEXTS.unreadable)
  await asStorageError(() => writeFile(path, made, { flush: true }))
  return made.length
}

/** Turns a storage error, such as a full disk, into a 503: the file itself is fine. */
async function asStorageError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw Object.assign(new TryLater(FILE_TEXTS.notStored, 60), { cause: error })
  }
}

async function cleanUp(platform: Platform, path: string, key: string | null): Promise<void> {
  const onLeftover = (error: unknown) =>
    platform.log.warn({ err: error, key }, 'left over from an upload, for the sweep')
  await rm(path, { force: true }).catch(onLeftover)
  if (!key) return
  try {
    // The row last: it must exist as long as a stored file may.
    await platform.files.remove(key)
    await deleteFileRow(platform.db, key)
  } catch (error) {
    onLeftover(error)
  }
}
