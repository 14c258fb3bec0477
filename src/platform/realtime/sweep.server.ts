import { sql } from 'kysely'
import type { Db } from '../database/database.server.ts'
import type { Place } from './feed.server.ts'

/** Events removed by one statement. */
const BATCH = 1_000

/**
 * Removes events that no browser can resume from any more (kept 7 days, DESIGN.md §6); run by the nightly sweep. The
 * newest of them stays as the mark of how far the table has been emptied: whoever resumes before it has missed some.
 * Each batch is a transaction of its own, because live events wait for every older one that writes.
 */
export async function sweepEvents(db: Db): Promise<void> {
  const marks = await sql<Place>`
    select xid::text as xid, id::text as id from events
    where created_at < app_now() - interval '7 days' order by events.xid desc, events.id desc limit 1
  `.execute(db)
  const [mark] = marks.rows
  // Each batch begins where the one before ended: what is removed stays in the index until a vacuum.
  for (let last: Place | undefined = { xid: '0', id: '0' }; mark && last; ) {
    const removed: { rows: Place[] } = await sql<Place>`
      with batch as (
        select xid, id from events
        where (xid, id) > (${last.xid}::xid8, ${last.id}::int8) and (xid, id) < (${mark.xid}::xid8, ${mark.id}::int8)
        order by xid, id limit ${BATCH}
      ), removed as (
        delete from events using batch where events.xid = batch.xid and events.id = batch.id
      )
      select xid::text as xid, id::text as id from batch order by batch.xid desc, batch.id desc limit 1
    `.execute(db)
    last = removed.rows[0]
  }
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
