import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { ListObjectsV2Command, NoSuchKey, S3Client } from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'
import type { FilesPlace } from '../config/files-place.ts'
import type { FileStorage, StoredObject } from './storage.server.ts'

/** Objects of one page of a listing. */
const PAGE = 500

/**
 * Milliseconds until the answer to a question begins, or a file has been taken in (10 MB, 0.5 MB a second); and without a
 * byte in the middle of a file: longer than whoever reads it slowly may stop (`connectionTimeout` in src/server/http.ts).
 */
const PATIENCE = { answer: 20_000, silence: 75_000 }

/**
 * Files in a bucket of an S3-compatible server. An object is there whole or not at all: S3 promises that itself. What can
 * be asked again is, twice.
 */
export function s3Storage(place: Extract<FilesPlace, { kind: 's3' }>, patience = PATIENCE): FileStorage {
  const { bucket, region, endpoint, keys } = place
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    // What is newer than 2024 in the protocol is not known to every compatible server.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: patience.answer,
      // Without it the time is only remarked upon in the log.
      throwOnRequestTimeout: true,
      socketTimeout: patience.silence,
    },
  })
  // Access lists of objects are switched off in new buckets of Amazon's, and nothing here is public there anyway.
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })
  return {
    arrivals: place.arrivals,
    async keep(path, key, type) {
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
            MaxKeys: PAGE,
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
