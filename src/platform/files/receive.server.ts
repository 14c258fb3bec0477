import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Platform } from '../rpc/context.server.ts'
import { EXTENSIONS, type FileType, isFileKey } from './buckets.ts'
import { HEAD, isWhole, typeOf } from './content.server.ts'
import type { FileDoor } from './door.server.ts'
import { beginFile, endFile, forgetFile } from './files.server.ts'
import { keyName, trueName } from './names.ts'
import { officeGuess } from './office.server.ts'
import { FileRefused, TryLater } from './refusals.server.ts'
import { openScan, type Scan } from './scanner.server.ts'
import { PRIVATE } from './storage.server.ts'
import { FILE_TEXTS } from './texts.ts'

export interface Arrival {
  door: FileDoor
  ownerId: string
  /** What the address names beside the bucket; '' where the door has no `folderOf`. */
  thing: string
  body: Readable
  /** Cleaned. */
  fileName: string
}

/**
 * Takes one file in as it streams: never more of it in memory than a few parts. Its type is known from the first
 * bytes, before anything is written; then the row (`arriving`), the file under a temporary name, the look inside, the
 * file under its key, the row (`uploaded`). Whatever fails on the way leaves neither row nor file; a process that is
 * killed leaves what the sweep finds (sweep.server.ts).
 * @returns its key
 * @throws FileRefused with what a person reads
 */
export async function receiveFile(platform: Platform, arrival: Arrival): Promise<string> {
  const { door, ownerId, body } = arrival
  const { head, type } = await readHead(arrival)
  const stored = door.transform?.type ?? type
  const key = keyOf(arrival, stored)
  const fileName = door.folderOf ? trueName(arrival.fileName, stored) : arrival.fileName
  const path = join(platform.files.arrivals, randomUUID())
  const scan = await openScan(platform.config.clamdSocket)
  let begun = false
  try {
    await beginFile(platform.db, { key, bucket: door.bucket, ownerId, contentType: stored, fileName })
    begun = true
    let bytes = await writeDown(platform.files.arrivals, path, head, body, door, scan)
    await scan.verdict()
    const sender = { bucket: door.bucket, ownerId }
    if (door.transform) bytes = await replace(path, await door.transform.make(path, sender))
    else if (!(await isWhole(path, type, sender))) throw new FileRefused(422, FILE_TEXTS.unreadable)
    await storing(() => platform.files.keep(path, key, stored))
    // The account was deleted meanwhile: nobody is left to whom the file could belong.
    if (!(await endFile(platform.db, { key, ownerId, bytes })))
      throw new FileRefused(404, FILE_TEXTS.unreadable)
    return key
  } catch (error) {
    await undo(platform, path, begun ? key : null)
    throw error
  } finally {
    scan.drop()
  }
}

function keyOf({ door, ownerId, thing, fileName }: Arrival, type: FileType): string {
  const id = randomUUID()
  if (!door.folderOf) return `${door.bucket}/${ownerId}/${id}.${EXTENSIONS[type]}`
  const key = `${door.folderOf(thing)}/${id}-${keyName(fileName, type)}`
  if (!isFileKey(key)) throw new Error(`no key: ${key}`)
  return key
}

/** Reads as much as tells the type; the rest stays in the stream. */
async function readHead({ body, door, fileName }: Arrival): Promise<{ head: Buffer[]; type: FileType }> {
  const head: Buffer[] = []
  let length = 0
  for await (const chunk of partsOf(body)) {
    head.push(chunk)
    length += chunk.length
    if (length >= HEAD) break
  }
  if (length === 0) throw new FileRefused(422, FILE_TEXTS.unreadable)
  const start = Buffer.concat(head).subarray(0, HEAD)
  const type = (await typeOf(start)) ?? officeGuess(start, fileName)
  if (!type || !door.types.includes(type)) throw new FileRefused(415, door.wrongType)
  return { head, type }
}

/** Leaves the stream open where the loop is left: the answer still goes out on its connection. */
const partsOf = (body: Readable): AsyncIterable<Buffer> => body.iterator({ destroyOnReturn: false })

/** @returns how many bytes were written, all of them on the disk */
async function writeDown(
  folder: string,
  path: string,
  head: Buffer[],
  body: Readable,
  door: FileDoor,
  scan: Scan,
): Promise<number> {
  const file = await storing(() => create(folder, path))
  try {
    let bytes = 0
    const take = async (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > door.maxBytes) throw new FileRefused(413, door.tooLarge)
      await storing(() => writeAll(file, chunk))
      await scan.write(chunk)
    }
    for (const chunk of head) await take(chunk)
    for await (const chunk of partsOf(body)) await take(chunk)
    await storing(() => file.sync())
    return bytes
  } finally {
    await file.close()
  }
}

async function create(folder: string, path: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: PRIVATE })
  return open(path, 'wx', 0o600)
}

async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let done = 0; done < chunk.length; ) done += (await file.write(chunk, done)).bytesWritten
}

async function replace(path: string, made: Buffer | null): Promise<number> {
  if (!made) throw new FileRefused(422, FILE_TEXTS.unreadable)
  await storing(() => writeFile(path, made, { flush: true }))
  return made.length
}

/** A full disk or a storage that does not answer is ours, not the file's. */
async function storing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw Object.assign(new TryLater(FILE_TEXTS.notStored, 60), { cause: error })
  }
}

async function undo(platform: Platform, path: string, key: string | null): Promise<void> {
  const left = (error: unknown) =>
    platform.log.warn({ err: error, key }, 'left over from an upload, for the sweep')
  await rm(path, { force: true }).catch(left)
  if (!key) return
  try {
    // The row goes last: as long as something may be stored it says so.
    await platform.files.remove(key)
    await forgetFile(platform.db, key)
  } catch (error) {
    left(error)
  }
}
