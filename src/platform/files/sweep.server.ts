import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Task } from '../jobs/jobs.server.ts'
import type { Platform } from '../rpc/context.server.ts'
import { BUCKETS } from './buckets.ts'
import { ENCRYPTION_TASK, encryptTask } from './encryption-job.server.ts'
import { withoutFileName } from './file-names.ts'
import type { StoredObject } from './storage.server.ts'
import { DELETE_TASK, deleteJobSql } from './stored-files.server.ts'

const SWEEP_TASK = 'files:sweep'
/** Rows read per query. */
const PAGE_SIZE = 500
/** Files checked concurrently. */
const CONCURRENCY = 8

/** Nightly, at a time with few users. */
export const filesCron = [`37 7 * * * ${SWEEP_TASK}`, `52 7 * * * ${ENCRYPTION_TASK}`]

export const filesTasks = (platform: Platform): Record<string, Task> => ({
  [DELETE_TASK]: (payload) => deleteFile(platform, (payload as { key: string }).key),
  [SWEEP_TASK]: () => sweepFiles(platform),
  [ENCRYPTION_TASK]: (payload) => encryptTask(platform, (payload as { after?: string }).after ?? ''),
})

/** Deletes the file before its row, so that a retry after a failure can do both. */
async function deleteFile({ db, files }: Platform, key: string): Promise<void> {
  const row = await db.selectFrom('stored_files').select('state').where('key', '=', key).executeTakeFirst()
  if (row?.state !== 'discarded') return
  await files.remove(key)
  await db.deleteFrom('stored_files').where('key', '=', key).where('state', '=', 'discarded').execute()
}

/**
 * Removes orphans older than a day: discards files that were never used, deletes files without a row, and
 * logs rows whose file is missing. It never deletes those rows, because someone has to investigate.
 */
async function sweepFiles(platform: Platform): Promise<void> {
  const { rows } = await sql<{ before: Date }>`
    with stale as (
      update stored_files set state = 'discarded'
      where state <> 'used' and created_at < app_now() - interval '1 day'
        -- A photo, ID card or copy of a deleted account. The account deletion discards it, unless it failed.
        or owner_id is null and bucket in ('avatars', 'identidad', 'copias')
      returning key
    ), jobs as (select ${deleteJobSql} from stale)
    select app_now() - interval '1 day' as before, (select count(*) from jobs) as discarded
  `.execute(platform.db)
  const before = rows[0]?.before
  if (!before) throw new Error('no time')
  await deletePartialUploads(platform, before)
  for (const bucket of BUCKETS) {
    for await (const page of platform.files.list(bucket)) await deleteFilesWithoutRow(platform, page, before)
  }
  await logRowsWithoutFile(platform)
}

async function deleteFilesWithoutRow(platform: Platform, page: StoredObject[], before: Date): Promise<void> {
  const old = page.filter(({ modified }) => modified < before).map(({ key }) => key)
  if (old.length === 0) return
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${old}::text[]) as found (key)
    where not exists (select from stored_files where stored_files.key = found.key)
  `.execute(platform.db)
  for (const { key } of rows) {
    platform.log.warn({ key }, 'file without a row deleted')
    await platform.files.remove(key)
  }
}

async function logRowsWithoutFile({ db, files, log }: Platform): Promise<void> {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('stored_files')
      .select('key')
      .where('state', '=', 'used')
      .where('key', '>', after)
      .orderBy('key')
      .limit(PAGE_SIZE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.key
    await pLimit(CONCURRENCY).map(rows, async ({ key }) => {
      if (!(await files.exists(key))) log.error({ key: withoutFileName(key) }, 'stored file is missing')
    })
  }
}

/** Removes partial uploads that a crashed process left behind. */
async function deletePartialUploads({ files, log }: Platform, before: Date): Promise<void> {
  const names = await readdir(files.incomingDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const path = join(files.incomingDir, name)
    const found = await stat(path).catch(() => null)
    if (!found?.isFile() || found.mtime >= before) continue
    await rm(path, { force: true })
    log.info({ name }, 'broken upload removed')
  }
}
