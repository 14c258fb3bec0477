import type { Readable } from 'node:stream'
import type { Bucket } from './buckets.ts'

/** Mode of our folders: only the server's user has access. */
export const PRIVATE_DIR_MODE = 0o700

/** Bytes that a file is read in: fewer, larger parts take less CPU time to encrypt and to open (bench `seal`). */
export const READ_BYTES = 256 * 1024

/** A stored object, as listed. */
export interface StoredObject {
  key: string
  modified: Date
}

/** Storage of file content: a local folder, or a bucket of an S3-compatible server. */
export interface FileStorage {
  /** Local folder for files that are being uploaded. */
  incomingDir: string
  /**
   * Moves a complete file from `incomingDir` to its key, atomically: nobody reads a partial file, and after this
   * returns a power failure does not lose it.
   */
  save(path: string, key: string, type: string): Promise<void>
  /** @returns null when there is no such file. @throws when the storage is unavailable */
  open(key: string): Promise<Readable | null>
  exists(key: string): Promise<boolean>
  /** Does nothing when there is no such file. */
  remove(key: string): Promise<void>
  /** Lists all objects of one of our buckets, in pages. */
  list(bucket: Bucket): AsyncIterable<StoredObject[]>
}
