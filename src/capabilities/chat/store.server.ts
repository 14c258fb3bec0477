import { sql } from 'kysely'
import { countPerDay } from '../../platform/database/count-per-day.server.ts'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { first, isIn, type Row, rowOf, t, unnestKeys } from '../../platform/database/queries.server.ts'
import type { Admin } from '../../platform/session/admin.ts'
import type { Side } from '../cases/schema.ts'
import type { ChatParty, SystemSender } from './rules.ts'
import type { Message } from './schema.ts'

const message = {
  id: t.uuid,
  chat_id: t.uuid,
  seq: t.int,
  sender_id: t.uuid.orNull,
  side: t.oneOf<Side>(),
  type: t.oneOf<Message['type']>(),
  content: t.text,
  proposal_id: t.uuid.orNull,
  created_at: t.time,
}
const messageRow = rowOf(message)
type MessageRow = Row<typeof messageRow>

const COLUMNS_WITHOUT_CONTENT = sql`m.id, m.chat_id, m.seq, m.sender_id, m.side,
  case when m.is_file then 'file' else m.type end as type, m.proposal_id, m.created_at`
const MESSAGE_COLUMNS = sql`${COLUMNS_WITHOUT_CONTENT}, m.content`
/** For `shownMessage`: only system messages that begin with a space have a sender to be named. */
const DISPLAY_COLUMNS = sql`${MESSAGE_COLUMNS},
  case when m.type = 'system' and m.content ~ '^ ' then (
    select json_build_object('name', p.name, 'is_anonymous',
      m.side = 'client' and c.market_opened_at is not null and not c.client_answered)
    from chats c left join profiles p on p.id = m.sender_id where c.id = m.chat_id
  ) end as named_sender`
const displayed = { ...message, named_sender: t.json<SystemSender>().orNull }
const displayedRow = rowOf(displayed)
const toReadMessage = ({ named_sender, ...row }: Row<typeof displayedRow>) => ({
  message: toMessage(row),
  sender: named_sender,
})
const insertFailure = rowOf({
  ...message,
  /** Null: no message has this id. */
  id: t.uuid.orNull,
  partner_left: t.bool,
  is_blocked: t.bool,
  awaits_answer: t.bool,
  is_same: t.bool.orNull,
})
const marketChatRow = rowOf({ client_id: t.uuid, opened: t.uuid.orNull })
const pageRow = rowOf({ ...displayed, more: t.bool })
const unreadRow = rowOf({ unread: t.int })
const userChatRow = rowOf({ id: t.uuid, partner: t.uuid.orNull, unread: t.bool.orNull })
const paidChatRow = rowOf({ chatId: t.uuid, lawyerId: t.uuid })
const idRow = rowOf({ id: t.uuid })
const countRow = rowOf({ count: t.int })
const toMessage = (row: MessageRow): Message => ({ ...row, created_at: row.created_at.toISOString() })

/** A message to insert. The statement itself checks that `userId` is a party of the chat. */
export interface NewMessage {
  id: string
  chatId: string
  userId: string
  content: string
  preview: string
  /** Maximum messages of a chat whose other side has not answered. */
  maxUnanswered: number
  /** Maximum messages of one person in a sliding window of `windowSeconds`. */
  limit: { max: number; windowSeconds: number }
  /** SEG-71: whether it stands for a file. */
  isFile?: boolean
}

/**
 * Inserts a message of type text or file: seq, message, last message, counter and events in one statement
 * (docs/design.md §4). Both parties must still be in the chat. `created_at` never decreases as `seq` grows.
 * @returns the stored message, or null when nothing was written (`findInsertFailure` tells why)
 */
export async function insertMessage(db: Db, input: NewMessage): Promise<Message | null> {
  const { id, chatId, userId, content, preview, maxUnanswered, limit, isFile = false } = input
  const row = await messageRow`
    with updated as (
      update chats set last_seq = last_seq + 1, last_message = ${preview},
        updated_at = greatest(updated_at, app_now()),
        client_unread_count = client_unread_count + (lawyer_id = ${userId})::int,
        lawyer_unread_count = lawyer_unread_count + (client_id = ${userId})::int,
        client_answered = client_answered or client_id = ${userId},
        lawyer_answered = lawyer_answered or lawyer_id = ${userId}
      where id = ${chatId} and ${userId} in (client_id, lawyer_id) and num_nulls(client_id, lawyer_id) = 0
        and num_nulls(client_blocked_at, lawyer_blocked_at) = 2
        and (last_seq < ${maxUnanswered} or case when client_id = ${userId} then lawyer_answered else client_answered end)
        and not exists (select 1 from messages where id = ${id})
        and (select count(*) from (
          select 1 from messages
          where sender_id = ${userId} and created_at > app_now() - make_interval(secs => ${limit.windowSeconds})
          limit ${limit.max}) as recent) < ${limit.max}
      returning id, last_seq, updated_at, client_id, lawyer_id
    ), m as (
      insert into messages (id, chat_id, seq, sender_id, side, type, is_file, content, created_at)
      select ${id}, id, last_seq, ${userId}, case when client_id = ${userId} then 'client' else 'lawyer' end, 'text',
        ${sql.lit(isFile)}, ${content}, updated_at
      from updated
      returning id, chat_id, seq, sender_id, side, type, is_file, content, proposal_id, created_at
    ), notified as (
      insert into events (user_id, kind, ref)
      select person, 'message', ${id} from updated, unnest(array[client_id, lawyer_id]) as person
    )
    select ${MESSAGE_COLUMNS} from m
  `.first(db)
  return row && toMessage(row)
}

/**
 * Why `insertMessage` wrote nothing.
 * @returns null when the sender is not in the chat; else whether the partner has left, whether one blocked the other,
 * whether the chat awaits an answer, the existing message with this id, and whether that one is the same message (a retry)
 */
export async function findInsertFailure(db: Db, input: NewMessage) {
  const { id, chatId, userId, content, maxUnanswered, isFile = false } = input
  const row = await insertFailure`
    select ${MESSAGE_COLUMNS}, num_nulls(c.client_id, c.lawyer_id) > 0 as partner_left,
      num_nulls(c.client_blocked_at, c.lawyer_blocked_at) < 2 as is_blocked,
      c.last_seq >= ${maxUnanswered}
        and not case when c.client_id = ${userId} then c.lawyer_answered else c.client_answered end as awaits_answer,
      m.chat_id = c.id and m.sender_id = ${userId} and m.type = 'text'
        and m.is_file = ${sql.lit(isFile)} and m.content = ${content} as is_same
    from chats c left join messages m on m.id = ${id}
    where c.id = ${chatId} and ${userId} in (c.client_id, c.lawyer_id)
  `.first(db)
  if (!row) return null
  const {
    partner_left: partnerLeft,
    is_blocked: isBlocked,
    awaits_answer: awaitsAnswer,
    is_same: isSame,
    ...found
  } = row
  const existing = found.id === null ? null : toMessage({ ...found, id: found.id })
  return { partnerLeft, isBlocked, awaitsAnswer, existing, isRetry: isSame ?? false }
}

/** A message that the application writes in a party's name: types system and proposal. */
export interface GeneratedMessage {
  type: 'system' | 'proposal'
  content: string
  proposalId: string | null
  /** Text for the chat list; null keeps the current one (TRAP-29). */
  preview: string | null
}

/**
 * Inserts a system or proposal message with its events. A proposal is the lawyer's answer (B2); its message
 * has the proposal's id and survives a withdrawal, so that a repeated request is recognized.
 */
export async function postMessage(tx: Tx, by: ChatParty, posting: GeneratedMessage): Promise<void> {
  const { type, content, proposalId, preview } = posting
  // OPEN-40: a system message never counts as unread.
  const raisesUnread = type === 'proposal'
  await sql`
    with updated as (
      update chats set last_seq = last_seq + 1, last_message = coalesce(${preview}, last_message),
        updated_at = greatest(updated_at, app_now()),
        client_unread_count = client_unread_count + ${Number(raisesUnread && by.side === 'lawyer')},
        lawyer_unread_count = lawyer_unread_count + ${Number(raisesUnread && by.side === 'client')},
        lawyer_answered = lawyer_answered or ${type === 'proposal'}
      where id = ${by.chatId}
      returning id, last_seq, updated_at, client_id, lawyer_id
    ), added as (
      insert into messages (id, chat_id, seq, sender_id, side, type, content, proposal_id, created_at)
      select coalesce(${proposalId}::uuid, uuidv7()), id, last_seq, ${by.userId}, ${by.side}, ${type}, ${content},
        ${proposalId}, updated_at from updated
      returning id, chat_id
    )
    insert into events (user_id, kind, ref)
    select person, 'message', added.id
    from added join updated on updated.id = added.chat_id, unnest(array[client_id, lawyer_id]) as person
    where person is not null
  `.execute(tx)
}

/** SQL: an event for each remaining party of the chats that a CTE returns. */
const notifyPartiesOf = (cte: string) => sql`
  insert into events (user_id, kind, ref) select person, 'chat', id
  from ${sql.ref(cte)}, unnest(array[client_id, lawyer_id]) as person where person is not null`

const selectChat = (db: Db) =>
  db
    .selectFrom('chats')
    .select(['id', 'client_id', 'lawyer_id', 'case_id', 'client_blocked_at', 'lawyer_blocked_at'])

/** The parties of a chat, or null. This authorizes nothing: `chatParty` does. */
export const findChat = (db: Db, chatId: string) => first(selectChat(db).where('id', '=', chatId))

export const findChatBetween = (db: Db, clientId: string, lawyerId: string) =>
  first(selectChat(db).where('client_id', '=', clientId).where('lawyer_id', '=', lawyerId))

/**
 * The chat between the client and the lawyer of a started case, if the user is one of them. When the other
 * one deleted the account, the chat must be linked to this case. Chats of other lawyers may be linked to it
 * too: they talked with the client before it was assigned.
 */
export const findChatOfCase = (db: Db, caseId: string, userId: string): Promise<string | null> =>
  idRow`
    select h.id from cases c join chats h on h.client_id is not distinct from c.client_id
      and h.lawyer_id is not distinct from c.lawyer_id
      and (num_nulls(c.client_id, c.lawyer_id) = 0 or h.case_id = c.id)
    where c.id = ${caseId} and c.status not in ('ingresado', 'retirado') and ${userId} in (h.client_id, h.lawyer_id) limit 1
  `.value(db)

/** Opens a chat and notifies both. @returns its id; null: it exists, or there is no such verified lawyer */
export const insertChat = (db: Db, clientId: string, lawyerId: string): Promise<string | null> =>
  idRow`
    with locked as (
      -- Waits for a concurrent account deletion of either one; the row is not found then.
      select l.id as lawyer_id, c.id as client_id from lawyer_profiles l, client_profiles c
      where l.id = ${lawyerId} and l.is_verified and l.profile_blocked_at is null and c.id = ${clientId}
      for share of l, c
    ), opened as (
      insert into chats (client_id, lawyer_id)
      select client_id, lawyer_id from locked on conflict (client_id, lawyer_id) do nothing
      returning id, client_id, lawyer_id
    ), notified as (${notifyPartiesOf('opened')})
    select id from opened
  `.value(db)

/**
 * Opens a lawyer's chat with the client of an open case; locks the case until the transaction ends.
 * @returns the client, and the chat's id if this call created it; null when the case is not open in the market
 */
export const insertMarketChat = (tx: Tx, caseId: string, lawyerId: string) =>
  marketChatRow`
    with found as (
      select id, client_id from cases where id = ${caseId} and status = 'ingresado' and in_market
        and not exists (select from paused_cases p where p.case_id = cases.id)
        and not exists (select from chats h where h.client_id = cases.client_id and h.lawyer_id = ${lawyerId}
          and num_nulls(h.client_blocked_at, h.lawyer_blocked_at) < 2) for share
    ), opened as (
      insert into chats (client_id, lawyer_id, case_id, market_opened_at)
      select client_id, ${lawyerId}, id, app_now() from found where client_id <> ${lawyerId}
      on conflict (client_id, lawyer_id) do nothing returning id
    )
    select found.client_id, opened.id as opened from found left join opened on true
  `.first(tx)

/** H-05: market chats of a locked lawyer that wait for the client's first answer while the case is open. */
export async function countUnansweredMarketChats(tx: Tx, lawyerId: string): Promise<number> {
  const unanswered = countRow`
    select count(*)::int as count from chats h
    where h.lawyer_id = ${lawyerId} and h.market_opened_at is not null and not h.client_answered and exists (
      select from cases k where k.id in (h.case_id, h.sought_case_id) and k.client_id = h.client_id and k.status = 'ingresado')
  `
  return (await unanswered.value(tx)) ?? 0
}

/**
 * H-05: deletes a chat without messages that its lawyer opened from the market at most `seconds` ago, and
 * notifies both. @returns whether a chat was deleted
 */
export async function deleteEmptyMarketChat(tx: Tx, by: ChatParty, seconds: number): Promise<boolean> {
  const deleted = idRow`
    with deleted as (
      delete from chats where id = ${by.chatId} and lawyer_id = ${by.userId} and last_seq = 0
        and market_opened_at > app_now() - make_interval(secs => ${seconds})
      returning id, client_id, lawyer_id
    ), notified as (${notifyPartiesOf('deleted')})
    select id from deleted
  `
  return (await deleted.value(tx)) !== null
}

/** Records the case for which the lawyer opened the chat. A chat without one is linked, and both notified. */
export const setSoughtCase = (tx: Tx, chatId: string, caseId: string) =>
  sql`
    with adopted as (
      update chats set sought_case_id = ${caseId}, case_id = coalesce(case_id, ${caseId})
      where id = ${chatId} and (sought_case_id is distinct from ${caseId} or case_id is null)
      returning id, client_id, lawyer_id, old.case_id as before
    )
    ${notifyPartiesOf('adopted')} and before is null
  `.execute(tx)

/** @returns null: one party blocked the other (DAT-68) */
export const setChatCase = (tx: Tx, { chatId }: ChatParty, caseId: string) =>
  idRow`
    update chats set case_id = ${caseId}, client_answered = true
    where id = ${chatId} and num_nulls(client_blocked_at, lawyer_blocked_at) = 2 returning id
  `.value(tx)

/**
 * One page of a conversation, oldest first, and whether another page follows in the same direction.
 * @param page before or after this seq, or the newest; `bytes`: maximum text per page, unless its first
 * message alone is larger
 */
export async function readMessages(
  db: Db,
  { chatId }: ChatParty,
  page: {
    before?: number | undefined
    after?: number | undefined
    limit: number
    bytes: number
  },
) {
  const { before = 2_147_483_647, after, limit, bytes } = page
  const order = after === undefined ? sql`desc` : sql`asc`
  const position = after === undefined ? sql`m.seq < ${before}` : sql`m.seq > ${after}`
  const rows = await pageRow`
    select ${DISPLAY_COLUMNS}, m.fetched > count(*) over () as more from (
      select m.*, count(*) over () as fetched, row_number() over page as nth, sum(octet_length(content)) over page as bytes
      from (select * from messages m where m.chat_id = ${chatId} and ${position} order by m.seq ${order} limit ${limit + 1}) as m
      window page as (order by m.seq ${order})
    ) as m where m.nth = 1 or (m.nth <= ${limit} and m.bytes <= ${bytes}) order by m.seq
  `.all(db)
  return { messages: rows.map(({ more: _, ...row }) => toReadMessage(row)), more: rows[0]?.more ?? false }
}

/** Messages by id, not authorized. Over `maxBytes` of text in total the longest are left out. */
export async function readMessagesById(db: Db, ids: readonly string[], maxBytes?: number) {
  const requested = sql`${unnestKeys(ids, 'uuid')} as requested (id) join messages m on m.id = requested.id`
  const smallest = sql`(select * from (
    select m.*, sum(octet_length(m.content)) over (order by octet_length(m.content), m.id) as bytes from ${requested}
  ) as m where m.bytes <= ${maxBytes}) as m`
  const statement = displayedRow`select ${DISPLAY_COLUMNS} from ${maxBytes ? smallest : requested}`
  return (await statement.all(db)).map(toReadMessage)
}

/**
 * Marks a chat as read up to a seq, in one statement. It subtracts only the messages between the old and the
 * new position, so a message that arrives concurrently stays counted. The user's other tabs are notified, and the
 * other party unless one of both hides when they read (SEG-72).
 * @returns the new counter, or null when the position did not move
 */
export function markRead(db: Db, { chatId, userId, side }: ChatParty, upTo: number): Promise<number | null> {
  const [counter, position] = [sql.ref(`${side}_unread_count`), sql.ref(`${side}_read_seq`)]
  const partner = sql.ref(side === 'client' ? 'lawyer_id' : 'client_id')
  return unreadRow`
    with seen as (
      select least(${upTo}::int, last_seq) as seq from chats where id = ${chatId}
    ), marked as (
      update chats c set ${position} = seen.seq, ${counter} = c.${counter} - (
        select count(*) from messages m
        where m.chat_id = c.id and m.seq > c.${position} and m.seq <= seen.seq and m.side <> ${side}
          and m.type <> 'system')
      from seen where c.id = ${chatId} and c.${position} < seen.seq
      returning c.id, c.${counter} as unread, c.${partner} as partner
    ), notified as (
      insert into events (user_id, kind, ref)
      select ${userId}, 'chat', id from marked
      union all
      select partner, 'read', id from marked
      where partner is not null and not exists (select from hidden_readers where user_id in (${userId}, partner))
    )
    select unread from marked
  `.value(db)
}

/** H-06: whether a leaving client neither read nor answered the chat, so that its credit is refunded. */
const IS_UNREAD = sql`market_opened_at is not null and not client_answered and client_read_seq = 0`

/**
 * Locks the chats of a user whose account is being deleted, so that a concurrent deletion of a partner waits.
 * @returns each chat with its partner, and those whose credit must be refunded
 */
export async function lockChatsOfUser(tx: Tx, userId: string) {
  const chats = await userChatRow`
    select id, case when client_id = ${userId} then lawyer_id else client_id end as partner,
      client_id = ${userId} and ${IS_UNREAD} as unread
    from chats where ${userId} in (client_id, lawyer_id) order by id for update
  `.all(tx)
  const unread = chats.flatMap((row) =>
    row.unread && row.partner ? [{ chatId: row.id, lawyerId: row.partner }] : [],
  )
  return { chats, unread }
}

export const lockChat = (tx: Tx, chatId: string) =>
  tx.selectFrom('chats').select('id').where('id', '=', chatId).forUpdate().execute()

/** Locks the chats of a case that is deleted, and notifies. @returns those whose credit is refunded */
export const lockChatsOfCase = (tx: Tx, caseId: string) =>
  paidChatRow`
    with locked as (
      select * from chats where case_id = ${caseId} order by id for update
    ), notified as (${notifyPartiesOf('locked')})
    select id as "chatId", lawyer_id as "lawyerId" from locked where ${IS_UNREAD} and lawyer_id is not null
  `.all(tx)

/** Deletes the user's chats whose other party has already deleted the account. */
export const deleteAbandonedChats = (tx: Tx, userId: string) =>
  tx
    .deleteFrom('chats')
    .where(isIn(userId, 'client_id', 'lawyer_id'))
    .where((eb) => eb.or([eb('client_id', 'is', null), eb('lawyer_id', 'is', null)]))
    .execute()

export const countMessages = (db: Db, _admin: Admin, days: number) =>
  countPerDay(db, sql`select created_at from messages where type <> 'system'`, days)
