import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { isIn, isOneOf, rowOf, t } from '../../platform/database/queries.server.ts'
import type { Side } from '../cases/schema.ts'

const dueRow = rowOf({
  chat_id: t.uuid,
  side: t.oneOf<Side>(),
  first_seq: t.int,
  notices: t.int,
  is_unread: t.bool,
  person: t.uuid.orNull,
  partner: t.uuid.orNull,
})

/** Both sides of a chat `c`: what each has not read of the other's. */
const SIDES = sql`lateral (values
  ('client', c.client_id, c.client_read_seq, c.client_unread_count),
  ('lawyer', c.lawyer_id, c.lawyer_read_seq, c.lawyer_unread_count)) as s (side, person, read_seq, unread)`

/** The first message of the other side that side `s` has not read. A proposal has a notice of its own. */
const FIRST_UNREAD = sql`lateral (
  select m.seq, m.created_at from messages m
  where m.chat_id = c.id and m.seq > s.read_seq and m.side <> s.side and m.type = 'text'
  order by m.seq limit 1) as m`

/** A wait that began after the last one was read replaces that one. */
const upsertWaits = (seconds: number, chats: ReturnType<typeof sql>) => sql`
  insert into chat_waits (chat_id, side, first_seq, first_at, due_at)
  select c.id, s.side, m.seq, m.created_at, m.created_at + make_interval(secs => ${seconds})
  from chats c, ${SIDES}, ${FIRST_UNREAD}
  where s.unread > 0 and s.person is not null and ${chats}
  on conflict (chat_id, side) do update
    set first_seq = excluded.first_seq, first_at = excluded.first_at, due_at = excluded.due_at, notices = 0
    where chat_waits.first_seq < excluded.first_seq`

/** Records who has not read the chats of these messages. @param seconds from the first unread message until a notice */
export const recordWaits = (tx: Tx, messageIds: readonly string[], seconds: number) =>
  upsertWaits(
    seconds,
    sql`c.id in (select chat_id from messages where id = any(${messageIds}::uuid[]))`,
  ).execute(tx)

/** Records who has not read chats with a message of the last days. */
export const recountWaits = (tx: Tx, days: number, seconds: number) =>
  upsertWaits(
    seconds,
    sql`c.updated_at > app_now() - make_interval(days => ${days}) and m.created_at > app_now() - make_interval(days => ${days})`,
  ).execute(tx)

/** Locks waits of which a notice is due, with the person who waits for it. */
export const lockDueWaits = (tx: Tx, limit: number) =>
  dueRow`
    select w.chat_id, w.side, w.first_seq, w.notices, s.read_seq < w.first_seq as is_unread, s.person,
      case when w.side = 'client' then c.lawyer_id else c.client_id end as partner
    from chat_waits w join chats c on c.id = w.chat_id, ${SIDES}
    where s.side = w.side and w.due_at <= app_now()
    order by w.due_at limit ${limit} for update of w skip locked
  `.all(tx)

export const deleteWaits = (tx: Tx, waits: readonly { chat_id: string; side: Side }[]) =>
  sql`
    delete from chat_waits w using ${unnestWaits(waits)} as read (chat_id, side)
    where w.chat_id = read.chat_id and w.side = read.side
  `.execute(tx)

/** Counts the notice that was just written; after the first, another is due later. */
export const countNotices = (
  tx: Tx,
  waits: readonly { chat_id: string; side: Side }[],
  secondsToNext: number,
) =>
  sql`
    update chat_waits w set notices = notices + 1,
      due_at = case when notices = 0 then app_now() + make_interval(secs => ${secondsToNext}) end
    from ${unnestWaits(waits)} as told (chat_id, side)
    where w.chat_id = told.chat_id and w.side = told.side
  `.execute(tx)

const unnestWaits = (waits: readonly { chat_id: string; side: Side }[]) =>
  sql`unnest(${waits.map(({ chat_id }) => chat_id)}::uuid[], ${waits.map(({ side }) => side)}::text[])`

/** The facts of notices about chats, for a party of them. */
export const listNoticeFacts = (db: Db, userId: string, chatIds: readonly string[]) =>
  db
    .selectFrom('chats as c')
    .leftJoin('profiles as client', 'client.id', 'c.client_id')
    .leftJoin('profiles as lawyer', 'lawyer.id', 'c.lawyer_id')
    .select([
      'c.id',
      'c.client_id',
      'c.lawyer_id',
      'client.name as client_name',
      'lawyer.name as lawyer_name',
    ])
    .select([
      sql<boolean>`c.market_opened_at is not null and not c.client_answered and c.client_id is not null`.as(
        'is_anonymous',
      ),
      sql<boolean>`case when c.client_id = ${userId} then c.client_unread_count else c.lawyer_unread_count end > 0`.as(
        'is_unread',
      ),
      sql<boolean>`case when c.client_id = ${userId} then c.client_read_seq else c.lawyer_read_seq end < c.last_seq`.as(
        'has_news',
      ),
    ])
    .where(isOneOf('c.id', chatIds))
    .where(isIn(userId, 'c.client_id', 'c.lawyer_id'))
    .execute()
