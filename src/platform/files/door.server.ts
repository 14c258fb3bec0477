import type { Result } from '../errors/refusal.ts'
import type { Limit } from '../http/limits.ts'
import type { SignedIn } from '../rpc/context.server.ts'
import type { Bucket, FileType } from './buckets.ts'
import type { Sender } from './picture-queue.server.ts'
import type { FileText } from './texts.ts'

/** A row of stored_files. */
export interface StoredFile {
  /** See `isFileKey`. */
  key: string
  bucket: Bucket
  /** null once that account is gone. */
  ownerId: string | null
  contentType: string
  bytes: number
  /** As the person named it, cleaned for showing; '' when unknown. Never part of a path. */
  fileName: string
  state: 'arriving' | 'uploaded' | 'used' | 'discarded'
}

/** What may come in, who may bring it and who may look at it: one a bucket, exported by its slice. */
export interface FileDoor {
  bucket: Bucket
  /** Largest file that is taken, bytes (LIM-02: MB of 1024 × 1024). */
  maxBytes: number
  types: readonly FileType[]
  tooLarge: FileText
  wrongType: FileText
  /**
   * Asked before the first byte is read; a refusal's message and code are the answer.
   * @param thing what the address names beside the bucket, where the door has `folderOf`; '' elsewhere
   */
  mayUpload(context: SignedIn, thing: string): Promise<Result<unknown>>
  /**
   * For files that belong to a thing and not to a person: PUT /api/files/{bucket}/{thing} puts them under
   * {folder}/{uuid}-{name}. Without it: /api/files/{bucket}, {bucket}/{user}/{uuid}.{extension}.
   */
  folderOf?(thing: string): string
  /** Uploads of one person; see UPLOADS. */
  uploads?: Limit
  /** Makes what is stored of a picture that was sent; without it the file is stored as sent. See `squareJpeg`. */
  transform?: Transform
  /**
   * `everyone`: anybody who has the address, once a row of another slice points at the file (until then its owner).
   * Otherwise: who may open it with their own session and, unless the session is enough, a link signed for them
   * (`signLink`).
   */
  readers: 'everyone' | PrivateReaders
  /** Name in the setting FAULTS that makes this upload fail (ONP-44, ONP-45). */
  fault?: string
}

export interface PrivateReaders {
  mayRead(context: SignedIn, file: StoredFile): Promise<boolean>
  /**
   * Whether the address needs no signature: for files that people keep open and come back to. Who asks is looked at
   * each time all the same.
   */
  bySession?: boolean
  /** Written to the audit log each time somebody other than the owner opens the file; null where they share it. */
  auditAs: string | null
}

/** Makes what is stored of what was sent. */
export interface Transform {
  /** Of what it makes. */
  type: FileType
  /**
   * @param path of the file as it came; already known to be of one of the door's types
   * @returns null when it cannot be read
   * @throws FileRefused
   */
  make(path: string, sender: Sender): Promise<Buffer | null>
}
