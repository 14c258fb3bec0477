import { sql } from 'kysely'
import type { Tx } from '../database/database.server.ts'
import { type EventCursor, readLastPosition, readOldestEvent } from './feed.server.ts'

/** A batch of events for a background task. */
export interface FollowedEvents {
  events: { kind: string; ref: string | null }[]
  /** Events may be missing before these: the task must recount what it derives from them. */
  hasGap: boolean
  /** Whether more events are ready. */
  hasMore: boolean
}

interface Row extends EventCursor {
  kind: string
  ref: string | null
}

/**
 * Reads the next events for a background task, and moves its stored position past them in the caller's transaction. The first
 * call begins at the end. There is a gap after a restore (another epoch), and when the nightly sweep has deleted events after
 * the position.
 * @param name of the position
 * @param minAgeSeconds events that are younger are read later
 * @returns null when another process has locked the position
 */
export async function followEvents(
  tx: Tx,
  name: string,
  { limit, minAgeSeconds }: { limit: number; minAgeSeconds: number },
): Promise<FollowedEvents | null> {
  const last = await readLastPosition(tx)
  const store = async (to: EventCursor) =>
    void (await sql`
      update event_cursors set epoch = ${last.epoch}, xid = ${to.xid}::xid8, id = ${to.id}::int8 where name = ${name}
    `.execute(tx))
  const { numAffectedRows: isFirst } = await sql`
    insert into event_cursors (name, epoch, xid, id) values (${name}, ${last.epoch}, ${last.xid}::xid8, ${last.id}::int8)
    on conflict (name) do nothing
  `.execute(tx)
  if (isFirst) return { events: [], hasGap: false, hasMore: false }
  const { rows: cursors } = await sql<EventCursor & { epoch: string }>`
    select epoch, xid::text as xid, id::text as id from event_cursors where name = ${name} for update skip locked
  `.execute(tx)
  const [cursor] = cursors
  if (!cursor) return null
  const oldest = await readOldestEvent(tx)
  const isSwept = oldest?.swept && isBefore(cursor, oldest)
  if (cursor.epoch !== last.epoch || isSwept) {
    await store(last)
    return { events: [], hasGap: true, hasMore: false }
  }
  const { rows } = await sql<Row & { is_ready: boolean }>`
    select xid::text as xid, id::text as id, kind, ref, created_at <= now() - make_interval(secs => ${minAgeSeconds}) as is_ready
    from events
    where (xid, id) > (${cursor.xid}::xid8, ${cursor.id}::int8) and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by events.xid, events.id limit ${limit}
  `.execute(tx)
  const young = rows.findIndex(({ is_ready }) => !is_ready)
  const events = young < 0 ? rows : rows.slice(0, young)
  const end = events.at(-1)
  if (end) await store(end)
  return { events, hasGap: false, hasMore: young < 0 && rows.length === limit }
}

const isBefore = (a: EventCursor, b: EventCursor) =>
  BigInt(a.xid) < BigInt(b.xid) || (a.xid === b.xid && BigInt(a.id) < BigInt(b.id))
