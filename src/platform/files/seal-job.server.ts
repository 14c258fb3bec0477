import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../database/database.server.ts'
import { enqueue } from '../jobs/jobs.server.ts'
import type { Platform } from '../rpc/context.server.ts'
import type { StoredFile } from './bucket-policy.server.ts'
import { SEALED_BUCKETS } from './buckets.ts'
import { withoutFileName } from './file-names.ts'
import { openFile, saveSealed } from './sealed-files.server.ts'
import { PRIVATE_DIR_MODE } from './storage.server.ts'

/** Job task that seals what is in clear, or sealed with another key than the current one. */
export const SEAL_TASK = 'files:seal'

/** Files per job, so that a killed one repeats little. */
const BATCH = 50

/** DAT-57: queues the sealing of all files that need it; at every start, because the current key may be new. */
export const queueSealing = (db: Db): Promise<void> => enqueue(db, SEAL_TASK, {}, SEAL_TASK)

type Candidate = Pick<StoredFile, 'key' | 'bucket' | 'bytes' | 'contentType' | 'sealedWith'>

/** DAT-57: seals the next files, and queues the rest. */
export async function sealTask(platform: Platform, after: string): Promise<void> {
  const next = await sealBatch(platform, after)
  if (next !== null) await enqueue(platform.db, SEAL_TASK, { after: next }, SEAL_TASK)
}

/**
 * Seals the next files with the current key. Both forms open meanwhile: a file is
 * replaced at once, before its row. A file that does not open stays as it is, for somebody to investigate.
 * @returns the key after which the rest begins; null when there is none
 */
export async function sealBatch(platform: Platform, after: string): Promise<string | null> {
  const { db, keys, log } = platform
  const { rows } = await sql<Candidate>`
    select key, bucket, bytes::int as bytes, content_type as "contentType", sealed_with as "sealedWith"
    from stored_files
    where bucket = any(${SEALED_BUCKETS}::text[]) and state in ('uploaded', 'used') and key > ${after}
      and sealed_with is distinct from ${keys.current}
    order by key limit ${BATCH}
  `.execute(db)
  for (const file of rows) {
    try {
      await sealFile(platform, file)
    } catch (err) {
      log.error({ err, key: withoutFileName(file.key) }, 'stored file not sealed')
    }
  }
  return rows.length === BATCH ? (rows.at(-1)?.key ?? null) : null
}

async function sealFile(platform: Platform, file: Candidate): Promise<void> {
  const { db, files } = platform
  const content = await openFile(platform, file)
  if (!content) throw new Error('it is not there')
  await mkdir(files.incomingDir, { recursive: true, mode: PRIVATE_DIR_MODE })
  const temporary = join(files.incomingDir, randomUUID())
  const sealedWith = await saveSealed(platform, content, file, temporary)
  const { numUpdatedRows } = await db
    .updateTable('stored_files')
    .set({ sealed_with: sealedWith })
    .where('key', '=', file.key)
    .where('state', 'in', ['uploaded', 'used'])
    .executeTakeFirst()
  // It was discarded, and perhaps deleted, in the meantime.
  if (numUpdatedRows === 0n) await files.remove(file.key)
}
