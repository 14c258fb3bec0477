import type { Readable } from 'node:stream'
import type { Bucket } from './buckets.ts'

/** Only the server's own user looks into our folders. */
export const PRIVATE = 0o700

/** An object that the storage holds, as a listing shows it. */
export interface StoredObject {
  key: string
  modified: Date
}

/** Where the bytes are: a folder of this machine, or a bucket of an S3-compatible server. */
export interface FileStorage {
  /** Folder of this machine where a file is written while it arrives. */
  arrivals: string
  /**
   * Puts a whole file of `arrivals` where its key says, in one step: nobody ever reads a part of it, and once this
   * returns a loss of power does not lose it. The file in `arrivals` is gone afterwards.
   */
  keep(path: string, key: string, type: string): Promise<void>
  /** @returns null when it is not there. @throws when the storage cannot be asked: what it has is not missing */
  open(key: string): Promise<Readable | null>
  exists(key: string): Promise<boolean>
  /** No fault when it is not there. */
  remove(key: string): Promise<void>
  /** Everything of one of our buckets, in parts that fit into memory. */
  list(bucket: Bucket): AsyncIterable<StoredObject[]>
}
