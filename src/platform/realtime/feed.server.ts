import { sql } from 'kysely'
import { createDatabase, createPool, type Db } from '../database/database.server.ts'
import { SOCKET_TIMEOUT_MS } from '../database/socket-timeout.server.ts'
import type { Log } from '../log/log.server.ts'
import type { Position } from './position.ts'

/** A stored event, for one user or for an audience. */
export interface StoredEvent {
  xid: string
  id: string
  user_id: string | null
  audience: string | null
  kind: string
  ref: string | null
}

export type EventCursor = Omit<Position, 'epoch'>

interface Batch {
  epoch: string
  /** Oldest transaction that may still be open: events of earlier ones are in `events` or already read. */
  frontier: string
  /** Whether newer events wait for a transaction that is still open. */
  blocked: boolean
  events: StoredEvent[]
}

/** The database connection from which a hub reads. */
export interface Feed {
  db: Db
  close(): Promise<void>
}

/**
 * Opens the hub's own connection: it runs one query at a time, and not behind requests. Sequential scans are
 * off, because a plan made while `events` was nearly empty would read the whole table until the next ANALYZE
 * (docs/decisions/0013).
 * @param url database URL
 */
export function openFeed(url: string, log: Log): Feed {
  const pool = createPool(url, log, 1, { enable_seqscan: 'off' }, SOCKET_TIMEOUT_MS)
  return { db: createDatabase(pool), close: () => pool.end() }
}

/**
 * Reads events after a cursor, in order, of transactions older than every open one. With ids alone, an event
 * would be lost whose transaction took its id early and committed late (docs/design.md §6).
 *
 * `blocked` looks at the newest event only: for a condition on all events the planner, until the next
 * ANALYZE, expects a third of them to match and reads them all (docs/decisions/0013).
 */
export async function readEventsAfter(db: Db, cursor: EventCursor, limit: number): Promise<Batch> {
  const { rows } = await sql<{ epoch: string; frontier: string; blocked: boolean } & Nullable<StoredEvent>>`
    select now_at.epoch, now_at.frontier::text as frontier, now_at.blocked,
      e.xid::text as xid, e.id::text as id, e.user_id, e.audience, e.kind, e.ref
    from (
      select installation.epoch, pg_snapshot_xmin(pg_current_snapshot()) as frontier,
        coalesce((select xid from events order by xid desc, id desc limit 1)
          >= pg_snapshot_xmin(pg_current_snapshot()), false) as blocked
      from installation
    ) now_at
    left join lateral (
      select * from events
      where (xid, id) > (${cursor.xid}::xid8, ${cursor.id}::int8) and xid < now_at.frontier
      order by xid, id limit ${limit}
    ) e on true
    order by e.xid, e.id
  `.execute(db)
  const [first] = rows
  if (!first) throw new Error('installation has no row')
  const events = rows.filter((row) => row.id !== null) as unknown as StoredEvent[]
  return { epoch: first.epoch, frontier: first.frontier, blocked: first.blocked, events }
}

/** Position of the last event of transactions older than every open one; `0, 0` when there is none. */
export async function readLastPosition(db: Db): Promise<Position> {
  const { rows } = await sql<Position>`
    select installation.epoch, coalesce(e.xid::text, '0') as xid, coalesce(e.id::text, '0') as id
    from installation
    left join lateral (
      select xid, id from events where xid < pg_snapshot_xmin(pg_current_snapshot())
      order by xid desc, id desc limit 1
    ) e on true
  `.execute(db)
  const [end] = rows
  if (!end) throw new Error('installation has no row')
  return end
}

type Nullable<T> = { [Key in keyof T]: T[Key] | null }

/** A stream that resumes. */
export interface ResumeRequest {
  userId: string
  after: EventCursor
  audiences: readonly string[]
}

/** Reads the events that each stream missed up to a cursor, in order, with the index of their request. */
export async function readMissed(
  db: Db,
  requests: readonly ResumeRequest[],
  until: EventCursor,
  limit: number,
): Promise<(StoredEvent & { request_no: number })[]> {
  const each = requests.map(({ userId, after, audiences }, index) => ({
    request_no: index,
    user_id: userId,
    xid: after.xid,
    id: after.id,
    audiences,
  }))
  const { rows } = await sql<StoredEvent & { request_no: number }>`
    select p.request_no, e.xid::text as xid, e.id::text as id, e.user_id, e.audience, e.kind, e.ref
    from jsonb_to_recordset(${JSON.stringify(each)}::jsonb)
      as p (request_no int, user_id uuid, xid text, id int8, audiences jsonb)
    cross join lateral (
      select * from (
        (select * from events
          where user_id = p.user_id and (xid, id) > (p.xid::xid8, p.id) and (xid, id) <= (${until.xid}::xid8, ${until.id}::int8)
          order by xid, id limit ${limit})
        union all
        (select * from events
          where user_id is null and p.audiences ? audience
            and (xid, id) > (p.xid::xid8, p.id) and (xid, id) <= (${until.xid}::xid8, ${until.id}::int8)
          order by xid, id limit ${limit})
      ) missed order by missed.xid, missed.id limit ${limit}
    ) e
    order by p.request_no, e.xid, e.id
  `.execute(db)
  return rows
}

/** The oldest stored event, and whether it is only the sweep's marker; null when none was ever removed. */
export async function readOldestEvent(db: Db): Promise<(EventCursor & { swept: boolean }) | null> {
  const { rows } = await sql<EventCursor & { swept: boolean }>`
    select xid::text as xid, id::text as id, created_at < app_now() - interval '7 days' as swept
    from events order by events.xid, events.id limit 1
  `.execute(db)
  return rows[0] ?? null
}
