import { type RawBuilder, sql } from 'kysely'
import { unnestKeys } from '../../platform/database/batch.server.ts'
import type { Db } from '../../platform/database/database.server.ts'
import type { Side } from '../cases/schema.ts'
import type { ChatParty } from './rules.ts'

const firstRow = async <Row>(db: Db, query: RawBuilder<Row>) => (await query.execute(db)).rows[0] ?? null

export interface ChatListRow {
  id: string
  case_id: string | null
  last_message: string | null
  /**
   * updated_at in microseconds since 1970, exact in a double: for the keyset, and cheaper to parse than a
   * date.
   */
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

/** H-05: whether the client of chat `c` is still anonymous to its lawyer. */
const IS_ANONYMOUS = sql`c.market_opened_at is not null and not c.client_answered and c.client_id is not null`

const chatColumns = (side: Side) => sql`
  c.id, (select k.id from cases k where k.id = c.case_id and ${sides[side].own} in (k.client_id, k.lawyer_id)) as case_id,
  c.last_message, round(date_part('epoch', c.updated_at) * 1000000)::bigint as stamp,
  ${sides[side].unread} as unread, ${sides[side].read} as read_seq, c.last_seq,
  p.id as partner_id, p.name as partner_name, p.avatar_url as partner_avatar,
  ${side === 'lawyer' ? IS_ANONYMOUS : sql`false`} as is_anonymous`

/** Which page of the list to read: the chats after `after`, or the first page. */
export interface ChatListPage {
  after?: { stamp: number; id: string } | undefined
  limit: number
  name?: string | undefined
  /** Shown names of anonymous partners, by chat id. A search matches only these names. */
  anonymousNames?: { ids: readonly string[]; names: readonly string[] } | undefined
  /** The name of a deleted partner. */
  deletedUserLabel: string
}
const FIRST_PAGE_CURSOR = { stamp: 9_000_000_000_000_000, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/**
 * A page of somebody's chats, newest first. With `name`: those whose partner's name contains it, ignoring
 * case and accents (OPEN-41).
 */
export async function listChats(
  db: Db,
  userId: string,
  side: Side,
  page: ChatListPage,
): Promise<ChatListRow[]> {
  const { after = FIRST_PAGE_CURSOR, limit, name, anonymousNames, deletedUserLabel } = page
  const { own, other } = sides[side]
  const anonymousName = sql`case when ${IS_ANONYMOUS} then coalesce(
    (select s.name from unnest(${anonymousNames?.ids}::uuid[], ${anonymousNames?.names}::text[]) as s (id, name) where s.id = c.id), '') end`
  const shownName = sql`coalesce(${anonymousNames ? sql`${anonymousName}, ` : sql``}p.name, ${deletedUserLabel})`
  const nameMatches = sql`and position(folded(${name}) in folded(${shownName})) > 0`
  const { rows } = await sql<ChatListRow>`
    select ${chatColumns(side)}
    from chats c left join profiles p on p.id = ${other}
    where ${own} = ${userId} ${name ? nameMatches : sql``}
      and (c.updated_at, c.id) < (timestamptz 'epoch' + ${after.stamp} * interval '1 microsecond', ${after.id}::uuid)
    order by c.updated_at desc, c.id desc limit ${limit}
  `.execute(db)
  return rows
}

type PageColumns = { [K in keyof ChatListRow]: ChatListRow[K][] }
const CHAT_FIELDS =
  'id case_id last_message stamp unread read_seq last_seq partner_id partner_name partner_avatar is_anonymous'.split(
    ' ',
  )

/**
 * The first page of the chat lists of several people of one side, in one statement, newest message first
 * (CHA-04, CHA-05).
 * @returns one page per person, in the given order
 */
export async function listFirstPages(db: Db, side: Side, people: readonly string[], limit: number) {
  const [one = '', another] = people
  if (!another) return [await listChats(db, one, side, { limit, deletedUserLabel: '' })]
  const { own, other } = sides[side]
  // Each column of a page is one JSON value, cheaper to parse than 50 rows (docs/decisions/0004). For one
  // person alone the aggregation costs more than it saves. `offset 0` stops the planner from flattening the
  // lateral join, which would read all profiles.
  const { rows } = await sql<PageColumns & { ordinal: number }>`
    select a.ordinal::int, l.* from ${unnestKeys(people, 'uuid')} with ordinality as a (person, ordinal)
    cross join lateral (
      select ${sql.join(CHAT_FIELDS.map((name) => sql`json_agg(${sql.ref(name)}) as ${sql.ref(name)}`))}
      from (
        select ${chatColumns(side)} from (
          select * from chats c where ${own} = a.person order by c.updated_at desc, c.id desc limit ${limit}
        ) as c left join profiles p on p.id = ${other} offset 0
      ) as chat having count(*) > 0
    ) as l
  `.execute(db)
  const pages: ChatListRow[][] = people.map(() => [])
  // The rows arrive sorted, but SQL does not guarantee it for json_agg, and sorting there is slower.
  for (const { ordinal, ...page } of rows) pages[ordinal - 1] = toChats(page).sort(newestFirst)
  return pages
}

/** Written out field by field: a loop over the names is much slower. */
const toChats = (page: PageColumns): ChatListRow[] =>
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

const newestFirst = (a: ChatListRow, b: ChatListRow) => b.stamp - a.stamp || (a.id < b.id ? 1 : -1)

/**
 * The chats of a lawyer whose clients are anonymous (H-05).
 * @param short gives the name shown instead of a full name
 */
export async function listAnonymousClients(db: Db, lawyerId: string, short: (name: string) => string) {
  const { rows } = await sql<{ id: string; name: string }>`
    select c.id, p.name from chats c join profiles p on p.id = c.client_id where c.lawyer_id = ${lawyerId} and ${IS_ANONYMOUS}
  `.execute(db)
  return { ids: rows.map(({ id }) => id), names: rows.map(({ name }) => short(name)) }
}

/** One chat as the list shows it, or null. */
export const readChat = (db: Db, { chatId, side }: ChatParty) =>
  firstRow(
    db,
    sql<ChatListRow>`
      select ${chatColumns(side)} from chats c left join profiles p on p.id = ${sides[side].other} where c.id = ${chatId}`,
  )

/** CAL-02: the sum of somebody's unread counters, by one index scan. */
export async function sumUnread(db: Db, userId: string, side: Side): Promise<number> {
  const { own, unread } = sides[side]
  const query = sql<{ unread: number }>`
    select coalesce(sum(${unread}), 0)::bigint as unread from chats c where ${own} = ${userId}`
  return (await firstRow(db, query))?.unread ?? 0
}
