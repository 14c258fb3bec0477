import { sql } from 'kysely'
import type { Db } from '../database/database.server.ts'

/**
 * Removes events that no browser can resume from any more (kept 7 days, DESIGN.md §6); run by the nightly sweep. The
 * newest of them stays as the mark of how far the table has been emptied: whoever resumes before it has missed some.
 */
export async function sweepEvents(db: Db): Promise<void> {
  await sql`
    delete from events where (xid, id) < (
      select xid, id from events where created_at < app_now() - interval '7 days' order by xid desc, id desc limit 1)
  `.execute(db)
}

/**
 * Begins a new epoch: every browser that resumes from before starts afresh. Part of every restore, because the restored
 * database has counted its transactions otherwise.
 */
export async function newEpoch(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from events`.execute(tx)
    await sql`update installation set epoch = gen_random_uuid()`.execute(tx)
  })
}
