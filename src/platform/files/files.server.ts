import { once } from 'node:events'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.server.ts'
import { faultAsked } from '../errors/faults.ts'
import { enqueue } from '../jobs/jobs.server.ts'
import type { Platform } from '../rpc/context.server.ts'
import { type Bucket, isFileKey } from './buckets.ts'
import type { StoredFile } from './door.server.ts'

const columns = [
  'key',
  'bucket',
  'owner_id as ownerId',
  'content_type as contentType',
  'bytes',
  'file_name as fileName',
  'state',
] as const

/** The task that deletes a discarded file, then its row. */
export const DELETE_TASK = 'files:delete'

/** The deletion of the row named `key`, queued by the statement that discards it. Once per file, however often asked. */
export const deleteJob = sql`graphile_worker.add_job(${sql.lit(DELETE_TASK)}, payload => json_build_object('key', key),
  job_key => ${sql.lit(`${DELETE_TASK}:`)} || key, max_attempts => 25)`

/** One stored file, whatever its state. */
export async function findFile(db: Db | Tx, key: string): Promise<StoredFile | null> {
  // A name of a browser's making may hold what the database does not take.
  if (!isFileKey(key)) return null
  const row = await db.selectFrom('stored_files').select(columns).where('key', '=', key).executeTakeFirst()
  return (row as StoredFile | undefined) ?? null
}

/** The row of a file that is about to be written. */
export async function beginFile(
  db: Db,
  file: Pick<StoredFile, 'key' | 'bucket' | 'contentType' | 'fileName'> & { ownerId: string },
): Promise<void> {
  await db
    .insertInto('stored_files')
    .values({
      key: file.key,
      bucket: file.bucket,
      owner_id: file.ownerId,
      content_type: file.contentType,
      bytes: 0,
      file_name: file.fileName,
    })
    .execute()
}

/** Files of one person and bucket that may wait to be used; the oldest goes when another comes. */
const WAITING = 5

/**
 * The file is whole: arriving → uploaded. What the same person sent before and never used is given up, beyond the
 * newest few: otherwise one account could fill the disk in a day.
 * @returns false when the account is gone
 */
export async function endFile(
  db: Db,
  { key, ownerId, bytes }: { key: string; ownerId: string; bytes: number },
): Promise<boolean> {
  const { rows } = await sql<{ whole: boolean }>`
    with whole as (
      update stored_files set state = 'uploaded', bytes = ${bytes}
      where key = ${key} and owner_id = ${ownerId} and state = 'arriving' returning key, bucket
    ), surplus as (
      update stored_files set state = 'discarded' where state = 'uploaded' and key in (
        select old.key from stored_files old join whole on old.bucket = whole.bucket
        where old.owner_id = ${ownerId} and old.state = 'uploaded'
        order by old.created_at desc offset ${WAITING - 1}
      ) returning key
    ), jobs as (select ${deleteJob} from surplus)
    select exists (select from whole) as whole, (select count(*) from jobs) as dropped
  `.execute(db)
  return rows[0]?.whole === true
}

/** Removes the row of a file that never became whole. */
export async function forgetFile(db: Db, key: string): Promise<void> {
  await db.deleteFrom('stored_files').where('key', '=', key).where('state', '=', 'arriving').execute()
}

/**
 * Takes an uploaded file into use, in the transaction that writes its key elsewhere: uploaded → used. Of two that
 * claim the same file one gets it.
 * @returns null when it is not this owner's, not of this bucket, not there or in use already
 */
export async function claimFile(
  tx: Tx,
  { key, bucket, ownerId }: { key: string; bucket: Bucket; ownerId: string },
): Promise<StoredFile | null> {
  if (!isFileKey(key)) return null
  const row = await tx
    .updateTable('stored_files')
    .set({ state: 'used' })
    .where('key', '=', key)
    .where('bucket', '=', bucket)
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'uploaded')
    .returning(columns)
    .executeTakeFirst()
  return (row as StoredFile | undefined) ?? null
}

/** Gives a file up, in the transaction that no longer points at it; a job deletes it after the commit. */
export async function discardFile(tx: Tx, key: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('stored_files')
    .set({ state: 'discarded' })
    .where('key', '=', key)
    .where('state', '<>', 'discarded')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await enqueue(tx, DELETE_TASK, { key }, { key: `${DELETE_TASK}:${key}` })
}

/** The same for everything that somebody has in these buckets, for the deletion of their account (OPEN-58). */
export async function discardFilesOf(tx: Tx, ownerId: string, buckets: readonly Bucket[]): Promise<void> {
  await sql`
    with given as (
      update stored_files set state = 'discarded'
      where owner_id = ${ownerId} and bucket = any(${buckets}::text[]) and state <> 'discarded'
      returning key
    )
    select ${deleteJob} from given
  `.execute(tx)
}

/** The same for what was uploaded into these folders and never used: whoever could have used it is gone. */
export async function discardUnused(tx: Tx, folders: readonly string[]): Promise<void> {
  await sql`
    with given as (
      update stored_files set state = 'discarded'
      where state = 'uploaded' and substring(key from '^(.*)/') = any(${folders}::text[])
      returning key
    )
    select ${deleteJob} from given
  `.execute(tx)
}

/** ONP-46: whether the stored file opens; what could not be opened now could not be shown to anyone later. */
export async function canOpen(
  platform: Pick<Platform, 'config' | 'files' | 'log'>,
  key: string,
): Promise<boolean> {
  if (faultAsked(platform.config, 'signed-url')) return false
  try {
    const stream = await platform.files.open(key)
    if (!stream) throw new Error('it is not there')
    try {
      // The first bytes, not only the name: a folder entry may outlive what it stood for.
      await Promise.race([once(stream, 'readable'), once(stream, 'end')])
      return true
    } finally {
      stream.destroy()
    }
  } catch (error) {
    platform.log.error({ err: error, key }, 'stored file does not open')
    return false
  }
}
