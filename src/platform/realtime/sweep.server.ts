import { sql } from 'kysely'
import type { Db } from '../database/database.server.ts'
import type { EventCursor } from './feed.server.ts'

/** Events deleted by one statement. */
const BATCH_SIZE = 1_000

/**
 * Deletes events from which no browser can resume any more (kept 7 days, docs/design.md §6); run by the
 * nightly sweep. The newest of them stays as a marker of how far the table was emptied: a stream that resumes
 * before it has missed some. Each batch is its own transaction, because live events wait for every older
 * transaction that writes.
 */
export async function sweepEvents(db: Db): Promise<void> {
  const markers = await sql<EventCursor>`
    select xid::text as xid, id::text as id from events
    where created_at < app_now() - interval '7 days' order by events.xid desc, events.id desc limit 1
  `.execute(db)
  const [marker] = markers.rows
  // Each batch starts where the last one ended: deleted rows stay in the index until a vacuum.
  for (let last: EventCursor | undefined = { xid: '0', id: '0' }; marker && last; ) {
    const removed: { rows: EventCursor[] } = await sql<EventCursor>`
      with batch as (
        select xid, id from events
        where (xid, id) > (${last.xid}::xid8, ${last.id}::int8) and (xid, id) < (${marker.xid}::xid8, ${marker.id}::int8)
        order by xid, id limit ${BATCH_SIZE}
      ), removed as (
        delete from events using batch where events.xid = batch.xid and events.id = batch.id
      )
      select xid::text as xid, id::text as id from batch order by batch.xid desc, batch.id desc limit 1
    `.execute(db)
    last = removed.rows[0]
  }
}

/**
 * Begins a new epoch, so that browsers that resume from an older position get a reset. Part of every restore,
 * because the restored database numbers its transactions differently.
 */
export async function startNewEpoch(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from events`.execute(tx)
    await sql`update installation set epoch = gen_random_uuid()`.execute(tx)
  })
}
