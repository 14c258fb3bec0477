import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { ListObjectsV2Command, NoSuchKey, S3Client } from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'
import type { FileStorageConfig } from '../config/file-storage-config.ts'
import type { FileStorage, StoredObject } from './storage.server.ts'

/** Objects per page of a listing. */
const PAGE_SIZE = 500

/**
 * `requestMs`: until a response begins or an upload is complete (10 MB at 0.5 MB/s). `idleMs`: without a byte
 * during a download; longer than a slow client may pause (`connectionTimeout` in src/server/http.ts).
 */
const TIMEOUTS = { requestMs: 20_000, idleMs: 75_000 }

/**
 * Stores files in a bucket of an S3-compatible server. Writes are atomic: S3 guarantees that. Requests that
 * can be repeated are retried twice.
 */
export function s3Storage(
  place: Extract<FileStorageConfig, { kind: 's3' }>,
  timeouts = TIMEOUTS,
): FileStorage {
  const { bucket, region, endpoint, keys } = place
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    // Not every compatible server knows the checksums that the SDK sends since 2024.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: timeouts.requestMs,
      // Otherwise the SDK only logs a warning.
      throwOnRequestTimeout: true,
      socketTimeout: timeouts.idleMs,
    },
  })
  // New AWS buckets have object ACLs disabled, and no object here is public.
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })
  return {
    incomingDir: place.arrivals,
    async save(path, key, type) {
      const { size } = await stat(path)
      await driver.putStream(key, createReadStream(path), { contentType: type, contentLength: size })
      await rm(path)
    },
    async open(key) {
      try {
        return (await driver.getStream(key)) as Readable
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    exists: (key) => driver.exists(key),
    remove: (key) => driver.delete(key),
    async *list(prefix) {
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket: bucket,
            Prefix: `${prefix}/`,
            MaxKeys: PAGE_SIZE,
            ...(ContinuationToken && { ContinuationToken }),
          }),
        )
        const found: StoredObject[] = []
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified) found.push({ key: Key, modified: LastModified })
        }
        if (found.length > 0) yield found
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
  }
}
