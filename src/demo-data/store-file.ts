import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bucket, FileType } from '../platform/files/buckets.ts'
import { saveFile } from '../platform/files/encrypted-files.server.ts'
import { PRIVATE_DIR_MODE } from '../platform/files/storage.server.ts'
import type { Platform } from '../platform/rpc/context.server.ts'

/** A row for stored_files. */
export interface UploadedFile {
  key: string
  bucket: Bucket
  owner_id: string
  content_type: FileType
  file_name: string
  bytes: number
  state: 'uploaded'
  sealed_with: string | null
}

/** Stores a file as an upload would. @returns the row that the caller must insert */
export async function storeFile(
  platform: Pick<Platform, 'db' | 'files' | 'keys'>,
  file: Omit<UploadedFile, 'bytes' | 'state' | 'sealed_with'>,
  content: Buffer,
): Promise<UploadedFile> {
  const { files } = platform
  const path = join(files.incomingDir, randomUUID())
  await mkdir(files.incomingDir, { recursive: true, mode: PRIVATE_DIR_MODE })
  await writeFile(path, content)
  const { key, bucket, content_type: contentType } = file
  const sealed_with = await saveFile(platform, path, { key, bucket, contentType })
  return { ...file, bytes: content.length, state: 'uploaded', sealed_with }
}
