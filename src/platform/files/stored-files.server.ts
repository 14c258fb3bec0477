import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.server.ts'
import { shouldInjectFault } from '../errors/fault-injection.ts'
import { enqueue } from '../jobs/jobs.server.ts'
import type { Platform } from '../rpc/context.server.ts'
import type { StoredFile } from './bucket-policy.server.ts'
import { type Bucket, isFileKey } from './buckets.ts'
import { openFile, untilReadable } from './encrypted-files.server.ts'

const fileColumns = [
  'key',
  'bucket',
  'owner_id as ownerId',
  'content_type as contentType',
  'bytes',
  'file_name as fileName',
  'state',
  'sealed_with as encryptedWith',
] as const

/** Job task that deletes a discarded file, then its row. */
export const DELETE_TASK = 'files:delete'

/** SQL that queues the deletion of `key`, in the statement that discards it. Idempotent per file. */
export const deleteJobSql = sql`graphile_worker.add_job(${sql.lit(DELETE_TASK)}, payload => json_build_object('key', key),
  job_key => ${sql.lit(`${DELETE_TASK}:`)} || key, max_attempts => 25)`

/** Finds a stored file in any state. */
export async function findFile(db: Db | Tx, key: string): Promise<StoredFile | null> {
  // A key from the browser may have characters that the database rejects.
  if (!isFileKey(key)) return null
  const row = await db
    .selectFrom('stored_files')
    .select(fileColumns)
    .where('key', '=', key)
    .executeTakeFirst()
  return (row as StoredFile | undefined) ?? null
}

/** Inserts the row of a file before it is written, with state `arriving`. */
export async function insertFileRow(
  db: Db,
  file: Pick<StoredFile, 'key' | 'bucket' | 'contentType' | 'fileName' | 'ownerId'>,
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

/** Unused files per user, or visitor's folder, and bucket; another one discards the oldest. */
const MAX_UNUSED = 5

/**
 * Marks a completely written file: arriving → uploaded. Discards the unused files of the user, or of the visitor's
 * folder, beyond the newest few, because otherwise one of them could fill the disk in a day.
 * @returns false when the account was deleted
 */
export async function markUploaded(
  db: Db,
  { key, ownerId, bytes, encryptedWith }: Pick<StoredFile, 'key' | 'bytes' | 'encryptedWith' | 'ownerId'>,
): Promise<boolean> {
  const { rows } = await sql<{ completed: boolean }>`
    with completed as (
      update stored_files set state = 'uploaded', bytes = ${bytes}, sealed_with = ${encryptedWith}
      where key = ${key} and owner_id is not distinct from ${ownerId}::uuid and state = 'arriving' returning key, bucket
    ), surplus as (
      update stored_files set state = 'discarded' where state = 'uploaded' and key in (
        select old.key from stored_files old join completed on old.bucket = completed.bucket
        where old.state = 'uploaded' and (old.owner_id = ${ownerId}::uuid or ${ownerId}::uuid is null
          and old.owner_id is null and substring(old.key from '^(.*)/') = substring(completed.key from '^(.*)/'))
        order by old.created_at desc offset ${MAX_UNUSED - 1}
      ) returning key
    ), jobs as (select ${deleteJobSql} from surplus)
    select exists (select from completed) as completed, (select count(*) from jobs) as dropped
  `.execute(db)
  return rows[0]?.completed === true
}

/** Deletes the row of a failed upload. */
export async function deleteFileRow(db: Db, key: string): Promise<void> {
  await db.deleteFrom('stored_files').where('key', '=', key).where('state', '=', 'arriving').execute()
}

/**
 * Marks an uploaded file as used, in the transaction that stores its key elsewhere: uploaded → used. Of
 * concurrent claims one succeeds.
 * @returns null when the file is not this owner's, not of this bucket, missing or already used
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
    .returning(fileColumns)
    .executeTakeFirst()
  return (row as StoredFile | undefined) ?? null
}

/**
 * `claimFile` for a file that somebody without an account uploaded (`visitorFolder`). The caller checks that its folder is
 * theirs.
 */
export async function claimVisitorFile(tx: Tx, key: string): Promise<boolean> {
  if (!isFileKey(key)) return false
  const { numUpdatedRows } = await tx
    .updateTable('stored_files')
    .set({ state: 'used' })
    .where('key', '=', key)
    .where('owner_id', 'is', null)
    .where('state', '=', 'uploaded')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Discards a file, in the transaction that removes its last reference; a job deletes it after the commit. */
export async function discardFile(tx: Tx, key: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('stored_files')
    .set({ state: 'discarded' })
    .where('key', '=', key)
    .where('state', '<>', 'discarded')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await enqueue(tx, DELETE_TASK, { key }, `${DELETE_TASK}:${key}`)
}

/** Discards all files of a user in these buckets, for account deletion (OPEN-58). */
export async function discardFilesOf(tx: Tx, ownerId: string, buckets: readonly Bucket[]): Promise<void> {
  await sql`
    with discarded as (
      update stored_files set state = 'discarded'
      where owner_id = ${ownerId} and bucket = any(${buckets}::text[]) and state <> 'discarded'
      returning key
    )
    select ${deleteJobSql} from discarded
  `.execute(tx)
}

/** Discards the unused uploads in these folders, once nobody can use them any more. */
export async function discardUnused(tx: Tx, folders: readonly string[]): Promise<void> {
  await sql`
    with discarded as (
      update stored_files set state = 'discarded'
      where state = 'uploaded' and substring(key from '^(.*)/') = any(${folders}::text[])
      returning key
    )
    select ${deleteJobSql} from discarded
  `.execute(tx)
}

/** Opens the file of a key. @returns null when there is none. @throws when it does not open */
export async function openStoredFile(
  platform: Pick<Platform, 'db' | 'files' | 'keys'>,
  key: string,
): Promise<Readable | null> {
  const file = await findFile(platform.db, key)
  return file && openFile(platform, file)
}

/** Whether the stored file can be opened, so that it can be shown later (ONP-46). */
export async function canOpen(
  platform: Pick<Platform, 'config' | 'db' | 'files' | 'keys' | 'log'>,
  key: string,
): Promise<boolean> {
  if (shouldInjectFault(platform.config, 'signed-url')) return false
  try {
    const stream = await openStoredFile(platform, key)
    if (!stream) throw new Error('it is not there')
    try {
      // Read the first bytes: a directory entry may exist although its content is lost.
      await untilReadable(stream)
      return true
    } finally {
      stream.destroy()
    }
  } catch (error) {
    platform.log.error({ err: error, key }, 'stored file does not open')
    return false
  }
}
