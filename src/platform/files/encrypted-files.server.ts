import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ENCRYPTED_FIRST_BYTE, encryptedBytes } from '../keys/keys.server.ts'
import { recordCurrentKey } from '../keys/keys-in-use.server.ts'
import type { Platform } from '../rpc/context.server.ts'
import type { StoredFile } from './bucket-policy.server.ts'
import { isEncryptedBucket } from './buckets.ts'
import { READ_BYTES } from './storage.server.ts'

type Storing = Pick<Platform, 'db' | 'files' | 'keys'>
type FileName = Pick<StoredFile, 'key' | 'bucket'>

const contextOf = ({ key, bucket }: FileName) => ({ bucket, key })

/** Size of a file in the storage while it is encrypted. */
export const storedBytes = (file: FileName & { bytes: number }): number =>
  encryptedBytes(file.bytes, contextOf(file))

/**
 * DAT-56: moves a complete file from `incomingDir` to its key, encrypted where its bucket is.
 * @returns the id of the key that it is encrypted with, for its row
 */
export async function saveFile(
  platform: Storing,
  path: string,
  file: FileName & { contentType: string },
): Promise<string | null> {
  const { files } = platform
  if (!isEncryptedBucket(file.bucket)) {
    await files.save(path, file.key, file.contentType)
    return null
  }
  const encryptedWith = await saveEncrypted(
    platform,
    createReadStream(path, { highWaterMark: READ_BYTES }),
    file,
    path,
  )
  await rm(path)
  return encryptedWith
}

/** DAT-56: encrypts what a stream delivers, and stores it under the file's key. @returns the id of the encryption key */
export async function saveEncrypted(
  { db, files, keys }: Storing,
  content: Readable,
  file: FileName & { contentType: string },
  temporary: string,
): Promise<string> {
  const encrypted = `${temporary}.encrypted`
  try {
    await recordCurrentKey(db, keys)
    const target = createWriteStream(encrypted, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(content, await keys.encryptor(contextOf(file)), target)
    await files.save(encrypted, file.key, file.contentType)
    return keys.current
  } catch (error) {
    content.destroy()
    await rm(encrypted, { force: true })
    throw error
  }
}

/**
 * DAT-56: opens a stored file, whether encrypted or not. Of an encrypted one nothing leaves the stream unchecked; it fails
 * where the file is altered, and at the end where it is cut or longer.
 * @returns null when there is no such file. @throws when its beginning does not open
 */
export async function openFile(
  { files, keys }: Pick<Platform, 'files' | 'keys'>,
  file: Pick<StoredFile, 'key' | 'bucket' | 'bytes' | 'encryptedWith'>,
): Promise<Readable | null> {
  const stored = await files.open(file.key)
  if (!stored || !isEncryptedBucket(file.bucket)) return stored
  try {
    const output = expectBytes(file.bytes)
    // The job that encrypts old files replaces the file before its row, so only its content tells.
    const isEncrypted = (await firstByteOf(stored)) === ENCRYPTED_FIRST_BYTE
    if (!isEncrypted && file.encryptedWith !== null) throw new Error('stored file is not encrypted')
    const through = isEncrypted ? [expectBytes(storedBytes(file)), await keys.decryptor(contextOf(file))] : []
    // A failure also destroys the output, with the same error.
    pipeline([stored, ...through, output]).catch(() => {})
    await untilReadable(output)
    return output
  } catch (error) {
    stored.destroy()
    throw error
  }
}

/** Waits for the first bytes of a stream, or its end. @throws its error */
export async function untilReadable(stream: Readable): Promise<void> {
  if (stream.readableLength > 0 || stream.readableEnded) return
  if (stream.errored) throw stream.errored
  const waiting = new AbortController()
  const { signal } = waiting
  try {
    await Promise.race([once(stream, 'readable', { signal }), once(stream, 'end', { signal })])
  } finally {
    waiting.abort()
  }
}

async function firstByteOf(stream: Readable): Promise<number | undefined> {
  await untilReadable(stream)
  const first = stream.read(1) as Buffer | null
  if (first) stream.unshift(first)
  return first?.[0]
}

/** Passes exactly so many bytes on, and fails at the end otherwise. */
function expectBytes(expected: number): Transform {
  let bytes = 0
  const check = (isDone: boolean) =>
    bytes > expected || (isDone && bytes < expected)
      ? new Error(`stored file has ${isDone ? '' : 'at least '}${bytes} bytes instead of ${expected}`)
      : null
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(check(false), chunk)
    },
    flush(done) {
      done(check(true))
    },
  })
}
