import { sql } from 'kysely'
import type { TimeCursor } from '../../input/cursor.ts'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  exists,
  first,
  isAfter,
  type Row,
  rowOf,
  stampOf,
  t,
  unnestKeys,
} from '../../platform/database/queries.server.ts'
import type { Side } from '../cases/schema.ts'
import type { ChatParty } from './rules.ts'

const chat = {
  id: t.uuid,
  case_id: t.uuid.orNull,
  last_message: t.text.orNull,
  /** Time of the last message in microseconds: for the cursor, and cheaper to parse than a date. */
  stamp: t.int,
  unread: t.int,
  read_seq: t.int,
  last_seq: t.int,
  partner_id: t.uuid.orNull,
  partner_name: t.text.orNull,
  partner_avatar: t.text.orNull,
  is_anonymous: t.bool,
}
const chatRow = rowOf(chat)
export type ChatListRow = Row<typeof chatRow>

const columns = (own: Side, other: Side) => ({
  own: sql.ref(`c.${own}_id`),
  other: sql.ref(`c.${other}_id`),
  unread: sql.ref(`c.${own}_unread_count`),
  read: sql.ref(`c.${own}_read_seq`),
  otherRead: sql.ref(`c.${other}_read_seq`),
})
const sides = { client: columns('client', 'lawyer'), lawyer: columns('lawyer', 'client') }

/** H-05: whether the client of chat `c` is still anonymous to its lawyer. */
const IS_ANONYMOUS = sql`c.market_opened_at is not null and not c.client_answered and c.client_id is not null`

const chatColumns = (side: Side) => sql`
  c.id, (select k.id from cases k where k.id = c.case_id and ${sides[side].own} in (k.client_id, k.lawyer_id)) as case_id,
  c.last_message, ${stampOf('c.updated_at')} as stamp,
  ${sides[side].unread} as unread, ${sides[side].read} as read_seq, c.last_seq,
  p.id as partner_id, p.name as partner_name, p.avatar_url as partner_avatar,
  ${side === 'lawyer' ? IS_ANONYMOUS : sql`false`} as is_anonymous`

export interface ChatListPage {
  after?: TimeCursor | null
  limit: number
  name?: string | undefined
  /** Shown names of anonymous partners, by chat id. A search matches only these names. */
  anonymousNames?: { ids: readonly string[]; names: readonly string[] } | undefined
  deletedUserLabel: string
}

/** A page of somebody's chats, newest first; with `name`, of partners whose name contains it (OPEN-41). */
export function listChats(db: Db, userId: string, side: Side, page: ChatListPage): Promise<ChatListRow[]> {
  const { after = null, limit, name, anonymousNames, deletedUserLabel } = page
  const { own, other } = sides[side]
  const anonymousName = sql`case when ${IS_ANONYMOUS} then coalesce(
    (select s.name from unnest(${anonymousNames?.ids}::uuid[], ${anonymousNames?.names}::text[]) as s (id, name) where s.id = c.id), '') end`
  const shownName = sql`coalesce(${anonymousNames ? sql`${anonymousName}, ` : sql``}p.name, ${deletedUserLabel})`
  const nameMatches = sql`and position(folded(${name}) in folded(${shownName})) > 0`
  return chatRow`
    select ${chatColumns(side)}
    from chats c left join profiles p on p.id = ${other}
    where ${own} = ${userId} ${name ? nameMatches : sql``}
      and ${isAfter('c.updated_at', 'c.id', after)}
    order by c.updated_at desc, c.id desc limit ${limit}
  `.all(db)
}

const numberedChatRow = rowOf({ ...chat, ordinal: t.int })

/** CHA-04, CHA-05: the first page of the chats of each of several people of one side, in their order. */
export async function listFirstPages(db: Db, side: Side, people: readonly string[], limit: number) {
  const { own, other } = sides[side]
  // `offset 0` stops the planner from flattening the lateral join, which would read all profiles.
  const rows = await numberedChatRow`
    select a.ordinal::int, l.* from ${unnestKeys(people, 'uuid')} with ordinality as a (person, ordinal)
    cross join lateral (
      select ${chatColumns(side)} from (
        select * from chats c where ${own} = a.person order by c.updated_at desc, c.id desc limit ${limit}
      ) as c left join profiles p on p.id = ${other} offset 0
    ) as l
    order by a.ordinal, l.stamp desc, l.id desc
  `.all(db)
  const pages = Map.groupBy(rows, ({ ordinal }) => ordinal)
  return people.map((_, at) => pages.get(at + 1) ?? [])
}

const anonymousRow = rowOf({ id: t.uuid, name: t.text })

/** The chats of a lawyer with anonymous clients (H-05), with the names that `short` shows for them. */
export async function listAnonymousClients(db: Db, lawyerId: string, short: (name: string) => string) {
  const rows = await anonymousRow`
    select c.id, p.name from chats c join profiles p on p.id = c.client_id where c.lawyer_id = ${lawyerId} and ${IS_ANONYMOUS}
  `.all(db)
  return { ids: rows.map(({ id }) => id), names: rows.map(({ name }) => short(name)) }
}

/** One chat as the list shows it, or null. */
export const readChat = (db: Db, { chatId, side }: ChatParty) =>
  chatRow`
    select ${chatColumns(side)} from chats c left join profiles p on p.id = ${sides[side].other} where c.id = ${chatId}
  `.first(db)

const positionRow = rowOf({ seq: t.int, is_shown: t.bool })

/** SEG-72: up to where the other party of a chat has read, and whether both are there and show when they read. */
export function readPartnerPosition(db: Db, { chatId, userId, side }: ChatParty) {
  const { other, otherRead } = sides[side]
  return positionRow`
    select ${otherRead} as seq,
      ${other} is not null and not exists (
        select from hidden_readers where user_id in (${userId}, ${other})
      ) as is_shown
    from chats c where c.id = ${chatId}
  `.first(db)
}

const foundRow = rowOf({ id: t.uuid, seq: t.int, total: t.int })

/** SEG-73: the newest messages that people typed and that contain the text, and how many there are. */
export async function searchMessages(
  db: Db,
  { chatId }: ChatParty,
  { text, limit }: { text: string; limit: number },
) {
  const rows = await foundRow`
    select id, seq, count(*) over ()::int as total from messages
    where chat_id = ${chatId} and type = 'text' and not is_file and position(folded(${text}) in folded(content)) > 0
    order by seq desc limit ${limit}
  `.all(db)
  return { total: rows[0]?.total ?? 0, found: rows.map(({ id, seq }) => ({ id, seq })) }
}

const unreadRow = rowOf({ unread: t.int })

/** CAL-02: the sum of somebody's unread counters, by one index scan. */
export async function sumUnread(db: Db, userId: string, side: Side): Promise<number> {
  const { own, unread } = sides[side]
  const sum = unreadRow`select coalesce(sum(${unread}), 0)::bigint as unread from chats c where ${own} = ${userId}`
  return (await sum.value(db)) ?? 0
}

/** SEG-72: whether somebody shows when they read. */
export const setShowsReading = (db: Db, userId: string, shows: boolean) =>
  shows
    ? db.deleteFrom('hidden_readers').where('user_id', '=', userId).execute()
    : db
        .insertInto('hidden_readers')
        .values({ user_id: userId })
        .onConflict((conflict) => conflict.column('user_id').doNothing())
        .execute()

export const showsReading = async (db: Db, userId: string): Promise<boolean> =>
  !(await exists(db.selectFrom('hidden_readers').select('user_id').where('user_id', '=', userId)))

/** DAT-68: blocks or unblocks the other party; a repetition changes nothing. */
export const setBlock = (tx: Tx, { chatId, side }: ChatParty, blocks: boolean) =>
  sql`
    update chats set ${sql.ref(`${side}_blocked_at`)} =
      ${blocks ? sql`coalesce(${sql.ref(`${side}_blocked_at`)}, app_now())` : sql`null`}
    where id = ${chatId}
  `.execute(tx)

const reportedRow = rowOf({ seq: t.int, side: t.oneOf<Side>(), content: t.text, created_at: t.time })

/** Keeps a chat from being deleted until the transaction ends. */
export const keepChat = (tx: Tx, chatId: string) =>
  tx.selectFrom('chats').select('id').where('id', '=', chatId).forKeyShare().execute()

/** DAT-66: messages of a chat that people wrote, by their numbers. */
export const listWritten = (db: Db, { chatId }: ChatParty, seqs: readonly number[]) =>
  reportedRow`
    select seq, side, content, created_at from messages
    where chat_id = ${chatId} and type = 'text' and seq = any(${seqs}::int[]) order by seq
  `.all(db)

/** Where a message is: its chat and its number. */
export const findMessage = (db: Db, id: string) =>
  first(db.selectFrom('messages').select(['chat_id', 'seq', 'side']).where('id', '=', id))
