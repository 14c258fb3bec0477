import type { Result } from '../errors/refusal.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { LookAction, LookPurpose } from '../log/looks.ts'
import type { Context, SignedInContext } from '../rpc/context.server.ts'
import type { Bucket, FileType } from './buckets.ts'
import type { PictureOwner } from './picture-queue.server.ts'
import type { FileText } from './texts.ts'

/** A row of stored_files. */
export interface StoredFile {
  /** See `isFileKey`. */
  key: string
  bucket: Bucket
  /** null once that account is deleted. */
  ownerId: string | null
  contentType: string
  /** In clear, whether encrypted or not. */
  bytes: number
  /** The user's file name, cleaned for display; '' when unknown. Never used as a path. */
  fileName: string
  state: 'arriving' | 'uploaded' | 'used' | 'discarded'
  /** Id of the key that it is encrypted with; null: stored in clear. */
  encryptedWith: string | null
}

/** What files a bucket accepts, who may upload and who may read them; exported by the bucket's slice. */
export interface BucketPolicy {
  bucket: Bucket
  /** Largest file, bytes (LIM-02: MB of 1024 × 1024). */
  maxBytes: number
  types: readonly FileType[]
  tooLarge: FileText
  wrongType: FileText
  /** For photos in the format HEIC, which phones send; default: `wrongType`. */
  unopenedPhoto?: FileText
  /**
   * Called before the first byte is read; a refusal becomes the response.
   * @param resourceId id after the bucket in the URL, for buckets with `resourceFolder`; else ''
   */
  authorizeUpload(context: SignedInContext, resourceId: string): Promise<Result<unknown>>
  /**
   * For files that belong to a resource, not to a user: PUT /api/files/{bucket}/{resourceId} stores them as
   * {folder}/{uuid}-{name}. Without it PUT /api/files/{bucket} stores {bucket}/{user}/{uuid}.{extension}.
   */
  resourceFolder?(resourceId: string): string
  /**
   * For uploads without an account: the folder, a UUID, that the grant of the header `x-upload-grant` opens; null: none.
   * The file belongs to nobody, and a command claims it (`claimVisitorFile`).
   */
  visitorFolder?(context: Context, grant: string): Promise<string | null>
  /** Whether somebody whom the team suspended may upload (DAT-70): evidence for a request about one's data. */
  isOpenToSuspended?: true
  /** Upload rate limit per user or folder; default DEFAULT_UPLOAD_LIMIT. */
  uploadLimit?: RateLimit
  /** Converts an uploaded picture (`squareJpeg`); without it the file is stored as it was sent. */
  transform?: FileTransform
  /**
   * `everyone`: anyone with the URL, once the file is in use (before that, its owner). Otherwise users
   * allowed by `mayRead`, with their session and, unless `allowsUnsigned`, a link signed for them (`signLink`).
   */
  readers: 'everyone' | PrivateReaders
  /** Name in the setting FAULTS that makes uploads fail (ONP-44, ONP-45). */
  faultName?: string
}

export interface PrivateReaders {
  mayRead(context: SignedInContext, file: StoredFile): Promise<boolean>
  /** Whether the URL needs no signature, for files that users come back to; `mayRead` is always checked. */
  allowsUnsigned?: boolean
  /** Called when a user has been sent the file for the first or another time, but not for a prefetch. */
  recordRead?(context: SignedInContext, file: StoredFile): Promise<void>
  /** DAT-35: what is recorded when an administrator opens the file; null when its readers share it. */
  auditAs: { action: LookAction; purpose: LookPurpose } | null
}

/** Converts an uploaded file before it is stored. */
export interface FileTransform {
  /** Type of the result. */
  outputType: FileType
  /**
   * @param path of the uploaded file; its type is one of the bucket's types
   * @returns null when the file cannot be decoded
   * @throws FileRefused
   */
  apply(path: string, owner: PictureOwner): Promise<Buffer | null>
}
