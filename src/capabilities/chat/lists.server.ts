import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.server.ts'
import { asRows } from '../../platform/database/together.server.ts'
import type { Side } from '../cases/schema.ts'
import type { ChatParty } from './rules.ts'

const firstOf = async <Row>(db: Db, query: RawBuilder<Row>) => (await query.execute(db)).rows[0] ?? null

export interface ListedChat {
  id: string
  case_id: string | null
  last_message: string | null
  /** updated_at in microseconds, exact (a double holds them): the keyset's, and cheaper to read than a date. */
  stamp: number
  unread: number
  read_seq: number
  last_seq: number
  partner_id: string | null
  partner_name: string | null
  partner_avatar: string | null
  /** H-05 */
  is_anonymous: boolean
}

const columns = (own: Side, other: Side) => ({
  own: sql.ref(`c.${own}_id`),
  other: sql.ref(`c.${other}_id`),
  unread: sql.ref(`c.${own}_unread_count`),
  read: sql.ref(`c.${own}_read_seq`),
})
const sides = { client: columns('client', 'lawyer'), lawyer: columns('lawyer', 'client') }

/** H-05: whether the lawyer of chat `c` may not know its client yet. */
const IS_ANONYMOUS = sql`c.market_opened_at is not null and not c.client_answered and c.client_id is not null`

const listed = (side: Side) => sql`
  c.id, (select k.id from cases k where k.id = c.case_id and ${sides[side].own} in (k.client_id, k.lawyer_id)) as case_id,
  c.last_message, round(date_part('epoch', c.updated_at) * 1000000)::bigint as stamp,
  ${sides[side].unread} as unread, ${sides[side].read} as read_seq, c.last_seq,
  p.id as partner_id, p.name as partner_name, p.avatar_url as partner_avatar,
  ${side === 'lawyer' ? IS_ANONYMOUS : sql`false`} as is_anonymous`

/** A page of a list: after which chat; `gone` is the name of a partner who left. */
export interface ListPage {
  after?: { stamp: number; id: string } | undefined
  limit: number
  name?: string | undefined
  /** What anonymous partners are called, by chat: they are searched by that alone. */
  shown?: { ids: readonly string[]; names: readonly string[] } | undefined
  gone: string
}
const FIRST = { stamp: 9_000_000_000_000_000, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** Somebody's chats in the same order; with a name those whose partner's holds it, accents and capitals aside (OPEN-41). */
export async function listChats(db: Db, userId: string, side: Side, page: ListPage): Promise<ListedChat[]> {
  const { after = FIRST, limit, name, shown, gone } = page
  const { own, other } = sides[side]
  const hidden = sql`case when ${IS_ANONYMOUS} then coalesce(
    (select s.name from unnest(${shown?.ids}::uuid[], ${shown?.names}::text[]) as s (id, name) where s.id = c.id), '') end`
  const called = sql`coalesce(${shown ? sql`${hidden}, ` : sql``}p.name, ${gone})`
  const named = sql`and position(folded(${name}) in folded(${called})) > 0`
  const { rows } = await sql<ListedChat>`
    select ${listed(side)}
    from chats c left join profiles p on p.id = ${other}
    where ${own} = ${userId} ${name ? named : sql``}
      and (c.updated_at, c.id) < (timestamptz 'epoch' + ${after.stamp} * interval '1 microsecond', ${after.id}::uuid)
    order by c.updated_at desc, c.id desc limit ${limit}
  `.execute(db)
  return rows
}

type Columns = { [K in keyof ListedChat]: ListedChat[K][] }
const LISTED =
  'id case_id last_message stamp unread read_seq last_seq partner_id partner_name partner_avatar is_anonymous'.split(
    ' ',
  )

/**
 * The first page of the lists of several people of one side, asked in one statement: each their own chats, the one with
 * the newest message first (CHA-04, CHA-05), each chat with its partner.
 * @returns a page for each of them, in their order
 */
export async function firstChats(db: Db, side: Side, people: readonly string[], limit: number) {
  const [one = '', another] = people
  if (!another) return [await listChats(db, one, side, { limit, gone: '' })]
  const { own, other } = sides[side]
  // A column of a page is one JSON value: cheaper to read than 50 rows of ten; for one alone, dearer to write (decision 0004).
  // `offset 0`: each list is read by itself. Joined in one go, every profile there is would be read for a few.
  const { rows } = await sql<Columns & { asker: number }>`
    select a.asker::int, l.* from ${asRows(people, 'uuid')} with ordinality as a (person, asker)
    cross join lateral (
      select ${sql.join(LISTED.map((name) => sql`json_agg(${sql.ref(name)}) as ${sql.ref(name)}`))}
      from (
        select ${listed(side)} from (
          select * from chats c where ${own} = a.person order by c.updated_at desc, c.id desc limit ${limit}
        ) as c left join profiles p on p.id = ${other} offset 0
      ) as chat having count(*) > 0
    ) as l
  `.execute(db)
  const pages: ListedChat[][] = people.map(() => [])
  // They come in this order already; it is only not promised, and promised there it costs a tenth of the statement.
  for (const { asker, ...page } of rows) pages[asker - 1] = toChats(page).sort(byNewest)
  return pages
}

/** Written out: in a loop over the names it takes five times as long. */
const toChats = (page: Columns): ListedChat[] =>
  page.id.map((id, at) => ({
    id,
    case_id: page.case_id[at] ?? null,
    last_message: page.last_message[at] ?? null,
    stamp: page.stamp[at] ?? 0,
    unread: page.unread[at] ?? 0,
    read_seq: page.read_seq[at] ?? 0,
    last_seq: page.last_seq[at] ?? 0,
    partner_id: page.partner_id[at] ?? null,
    partner_name: page.partner_name[at] ?? null,
    partner_avatar: page.partner_avatar[at] ?? null,
    is_anonymous: page.is_anonymous[at] ?? true,
  }))

const byNewest = (a: ListedChat, b: ListedChat) => b.stamp - a.stamp || (a.id < b.id ? 1 : -1)

/** The chats of a lawyer whose clients are anonymous (H-05). @param short what a client of this name is called */
export async function listAnonymous(db: Db, lawyerId: string, short: (name: string) => string) {
  const { rows } = await sql<{ id: string; name: string }>`
    select c.id, p.name from chats c join profiles p on p.id = c.client_id where c.lawyer_id = ${lawyerId} and ${IS_ANONYMOUS}
  `.execute(db)
  return { ids: rows.map(({ id }) => id), names: rows.map(({ name }) => short(name)) }
}

/** One chat as its list shows it. */
export const readChat = (db: Db, { chatId, side }: ChatParty) =>
  firstOf(
    db,
    sql<ListedChat>`
      select ${listed(side)} from chats c left join profiles p on p.id = ${sides[side].other} where c.id = ${chatId}`,
  )

/** CAL-02: the sum of somebody's counters, in one read of the index of their chats. */
export async function sumUnread(db: Db, userId: string, side: Side): Promise<number> {
  const { own, unread } = sides[side]
  const query = sql<{ unread: number }>`
    select coalesce(sum(${unread}), 0)::bigint as unread from chats c where ${own} = ${userId}`
  return (await firstOf(db, query))?.unread ?? 0
}
