import { sql } from 'kysely'
import { createDatabase, createPool, type Db } from '../database/database.server.ts'
import { SILENCE } from '../database/silence.server.ts'
import type { Log } from '../log/log.server.ts'
import type { Position } from './position.ts'

/** An event as it is stored: for one person, or for an audience. */
export interface StoredEvent {
  xid: string
  id: string
  user_id: string | null
  audience: string | null
  kind: string
  ref: string | null
}

export type Place = Omit<Position, 'epoch'>

interface Batch {
  epoch: string
  /** Every transaction before it has ended: all their events have been read, or are in `events`. */
  frontier: string
  /** Events are waiting for an older transaction that is still open. */
  held: boolean
  events: StoredEvent[]
}

/** Where a hub reads. */
export interface Feed {
  db: Db
  close(): Promise<void>
}

/**
 * A connection of the hub's own: it looks once at a time, and not behind the requests. Everything it reads is found by a
 * key, which it is told: planned while there were next to no events, a look would read the whole table each time until
 * the next analysis (docs/decisions/0013).
 * @param url address of the database
 */
export function openFeed(url: string, log: Log): Feed {
  const pool = createPool(url, log, 1, { enable_seqscan: 'off' }, SILENCE)
  return { db: createDatabase(pool), close: () => pool.end() }
}

/**
 * Events after a place, in their order, of transactions that nobody can slip in front of any more. By ids alone an
 * event would be lost whose transaction took its id early and committed late (DESIGN.md §6, proven).
 *
 * Whether some are held is asked of the newest, not of «any as new as this»: until the table is analyzed again the planner
 * thinks that a third of them are, and reads them all, at each look (9 ms at 60,000, seen).
 */
export async function readAfter(db: Db, place: Place, most: number): Promise<Batch> {
  const { rows } = await sql<{ epoch: string; frontier: string; held: boolean } & Nullable<StoredEvent>>`
    select now_at.epoch, now_at.frontier::text as frontier, now_at.held,
      e.xid::text as xid, e.id::text as id, e.user_id, e.audience, e.kind, e.ref
    from (
      select installation.epoch, pg_snapshot_xmin(pg_current_snapshot()) as frontier,
        coalesce((select xid from events order by xid desc, id desc limit 1)
          >= pg_snapshot_xmin(pg_current_snapshot()), false) as held
      from installation
    ) now_at
    left join lateral (
      select * from events
      where (xid, id) > (${place.xid}::xid8, ${place.id}::int8) and xid < now_at.frontier
      order by xid, id limit ${most}
    ) e on true
    order by e.xid, e.id
  `.execute(db)
  const [first] = rows
  if (!first) throw new Error('installation has no row')
  const events = rows.filter((row) => row.id !== null) as unknown as StoredEvent[]
  return { epoch: first.epoch, frontier: first.frontier, held: first.held, events }
}

/** The last event of transactions that nobody can slip in front of any more; `0, 0` when there is none. */
export async function readEnd(db: Db): Promise<Position> {
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

/** Someone who resumes. */
export interface Resuming {
  userId: string
  after: Place
  audiences: readonly string[]
}

/**
 * What each of them missed up to a place, in order, at most `most` each.
 * @returns events with the index of who resumes
 */
export async function readMissed(
  db: Db,
  people: readonly Resuming[],
  until: Place,
  most: number,
): Promise<(StoredEvent & { who: number })[]> {
  const each = people.map(({ userId, after, audiences }, who) => ({
    who,
    user_id: userId,
    xid: after.xid,
    id: after.id,
    audiences,
  }))
  const { rows } = await sql<StoredEvent & { who: number }>`
    select p.who, e.xid::text as xid, e.id::text as id, e.user_id, e.audience, e.kind, e.ref
    from jsonb_to_recordset(${JSON.stringify(each)}::jsonb)
      as p (who int, user_id uuid, xid text, id int8, audiences jsonb)
    cross join lateral (
      select * from (
        (select * from events
          where user_id = p.user_id and (xid, id) > (p.xid::xid8, p.id) and (xid, id) <= (${until.xid}::xid8, ${until.id}::int8)
          order by xid, id limit ${most})
        union all
        (select * from events
          where user_id is null and p.audiences ? audience
            and (xid, id) > (p.xid::xid8, p.id) and (xid, id) <= (${until.xid}::xid8, ${until.id}::int8)
          order by xid, id limit ${most})
      ) missed order by missed.xid, missed.id limit ${most}
    ) e
    order by p.who, e.xid, e.id
  `.execute(db)
  return rows
}

/** The oldest event that is kept, and whether it is only there as the sweep's mark; null: none was ever removed. */
export async function readOldest(db: Db): Promise<(Place & { swept: boolean }) | null> {
  const { rows } = await sql<Place & { swept: boolean }>`
    select xid::text as xid, id::text as id, created_at < app_now() - interval '7 days' as swept
    from events order by events.xid, events.id limit 1
  `.execute(db)
  return rows[0] ?? null
}
