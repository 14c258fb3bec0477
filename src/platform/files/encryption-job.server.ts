import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../database/database.server.ts'
import { enqueue } from '../jobs/jobs.server.ts'
import type { Platform } from '../rpc/context.server.ts'
import type { StoredFile } from './bucket-policy.server.ts'
import { ENCRYPTED_BUCKETS } from './buckets.ts'
import { openFile, saveEncrypted } from './encrypted-files.server.ts'
import { withoutFileName } from './file-names.ts'
import { PRIVATE_DIR_MODE } from './storage.server.ts'

/** Job task that encrypts what is in clear, or encrypted with another key than the current one. */
export const ENCRYPTION_TASK = 'files:encrypt'

/** Files per job, so that a killed one repeats little. */
const BATCH = 50

/** DAT-57: queues the encryption of all files that need it; at every start, because the current key may be new. */
export const queueEncryption = (db: Db): Promise<void> => enqueue(db, ENCRYPTION_TASK, {}, ENCRYPTION_TASK)

type Candidate = Pick<StoredFile, 'key' | 'bucket' | 'bytes' | 'contentType' | 'encryptedWith'>

/** DAT-57: encrypts the next files, and queues the rest. */
export async function encryptTask(platform: Platform, after: string): Promise<void> {
  const next = await encryptBatch(platform, after)
  if (next !== null) await enqueue(platform.db, ENCRYPTION_TASK, { after: next }, ENCRYPTION_TASK)
}

/**
 * Encrypts the next files with the current key. Both forms open meanwhile: a file is
 * replaced at once, before its row. A file that does not open stays as it is, for somebody to investigate.
 * @returns the key after which the rest begins; null when there is none
 */
export async function encryptBatch(platform: Platform, after: string): Promise<string | null> {
  const { db, keys, log } = platform
  const { rows } = await sql<Candidate>`
    select key, bucket, bytes::int as bytes, content_type as "contentType", sealed_with as "encryptedWith"
    from stored_files
    where bucket = any(${ENCRYPTED_BUCKETS}::text[]) and state in ('uploaded', 'used') and key > ${after}
      and sealed_with is distinct from ${keys.current}
    order by key limit ${BATCH}
  `.execute(db)
  for (const file of rows) {
    try {
      await encryptFile(platform, file)
    } catch (err) {
      log.error({ err, key: withoutFileName(file.key) }, 'stored file not encrypted')
    }
  }
  return rows.length === BATCH ? (rows.at(-1)?.key ?? null) : null
}

async function encryptFile(platform: Platform, file: Candidate): Promise<void> {
  const { db, files } = platform
  const content = await openFile(platform, file)
  if (!content) throw new Error('it is not there')
  await mkdir(files.incomingDir, { recursive: true, mode: PRIVATE_DIR_MODE })
  const temporary = join(files.incomingDir, randomUUID())
  const encryptedWith = await saveEncrypted(platform, content, file, temporary)
  const { numUpdatedRows } = await db
    .updateTable('stored_files')
    .set({ sealed_with: encryptedWith })
    .where('key', '=', file.key)
    .where('state', 'in', ['uploaded', 'used'])
    .executeTakeFirst()
  // It was discarded, and perhaps deleted, in the meantime.
  if (numUpdatedRows === 0n) await files.remove(file.key)
}
