import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Task } from '../jobs/jobs.server.ts'
import type { Platform } from '../rpc/context.server.ts'
import { BUCKETS } from './buckets.ts'
import { DELETE_TASK, deleteJob } from './files.server.ts'
import type { StoredObject } from './storage.server.ts'

const SWEEP_TASK = 'files:sweep'
/** Rows whose file is looked for at once. */
const PAGE = 500
/** Of these at the same time. */
const AT_ONCE = 8

/** Every night, when few are about. */
export const filesCron = [`37 7 * * * ${SWEEP_TASK}`]

export const filesTasks = (platform: Platform): Record<string, Task> => ({
  [DELETE_TASK]: (payload) => deleteFile(platform, (payload as { key: string }).key),
  [SWEEP_TASK]: () => sweepFiles(platform),
})

/** The file first, then its row: if either fails the job is tried again and finds both. */
async function deleteFile({ db, files }: Platform, key: string): Promise<void> {
  const row = await db.selectFrom('stored_files').select('state').where('key', '=', key).executeTakeFirst()
  if (row?.state !== 'discarded') return
  await files.remove(key)
  await db.deleteFrom('stored_files').where('key', '=', key).where('state', '=', 'discarded').execute()
}

/**
 * Neither rows nor files stay alone for longer than a day: gives up what was never used, deletes files without a row,
 * and says of which rows the file is missing. Those rows are never touched: somebody has to know.
 */
async function sweepFiles(platform: Platform): Promise<void> {
  const { rows } = await sql<{ before: Date }>`
    with stale as (
      update stored_files set state = 'discarded'
      where state <> 'used' and created_at < app_now() - interval '1 day'
        -- A picture or card whose account is gone belongs to nobody (the deletion has discarded it, unless it failed).
        or owner_id is null and bucket in ('avatars', 'identidad')
      returning key
    ), jobs as (select ${deleteJob} from stale)
    select app_now() - interval '1 day' as before, (select count(*) from jobs) as given_up
  `.execute(platform.db)
  const before = rows[0]?.before
  if (!before) throw new Error('no time')
  await clearArrivals(platform, before)
  for (const bucket of BUCKETS) {
    for await (const page of platform.files.list(bucket)) await deleteUnknown(platform, page, before)
  }
  await reportMissing(platform)
}

async function deleteUnknown(platform: Platform, page: StoredObject[], before: Date): Promise<void> {
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

async function reportMissing({ db, files, log }: Platform): Promise<void> {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('stored_files')
      .select('key')
      .where('state', '=', 'used')
      .where('key', '>', after)
      .orderBy('key')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.key
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const part = rows.slice(at, at + AT_ONCE)
      const there = await Promise.all(part.map(({ key }) => files.exists(key)))
      for (const [index, { key }] of part.entries())
        if (!there[index]) log.error({ key }, 'stored file is missing')
    }
  }
}

/** Removes what uploads left that were cut off by the end of a process. */
async function clearArrivals({ files, log }: Platform, before: Date): Promise<void> {
  const names = await readdir(files.arrivals).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const path = join(files.arrivals, name)
    const found = await stat(path).catch(() => null)
    if (!found?.isFile() || found.mtime >= before) continue
    await rm(path, { force: true })
    log.info({ name }, 'broken upload removed')
  }
}
