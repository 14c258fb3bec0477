import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { countPerDay } from '../../platform/database/per-day.server.ts'
import { asRows } from '../../platform/database/together.server.ts'
import type { Admin } from '../verification/rules.ts'
import type { ChatParty } from './rules.ts'
import type { Message, MessagesPage } from './schema.ts'

type MessageRow = Omit<Message, 'created_at'> & { created_at: Date }

const BUT_ITS_TEXT = sql`m.id, m.chat_id, m.seq, m.sender_id, m.side, m.type, m.proposal_id, m.created_at`
const MESSAGE = sql`${BUT_ITS_TEXT}, m.content`
/** A line of the house that begins with a space names its sender as called now, in «…» and never first (H-03); `gone`: who left. */
const readMessage = (gone: string) => sql`${BUT_ITS_TEXT}, case when m.type <> 'system' or m.content !~ '^ '
  then m.content else 'Aviso: «' || coalesce((select name from profiles where id = m.sender_id), ${gone}) || '»' || m.content end as content`
const firstOf = async <Row>(db: Db, query: RawBuilder<Row>) => (await query.execute(db)).rows[0] ?? null
const toMessage = (row: MessageRow): Message => ({ ...row, created_at: row.created_at.toISOString() })

/** A message on its way in: whoever sends it has only said so, the statement proves it. */
export interface Sending {
  id: string
  chatId: string
  userId: string
  content: string
  /** What the list of chats shows of it. */
  preview: string
  /** Most messages of a conversation whose other side has not answered. */
  unanswered: number
  /** Most messages of one person in so many seconds. */
  limit: { most: number; seconds: number }
}

/**
 * Sends a message of type text: number, message, last message, counter and events in one statement (DESIGN §4). Sender
 * and recipient must both be in the chat. The time never runs against the numbers.
 * @returns the stored message; null when nothing was written (`findSending` says why)
 */
export async function insertMessage(db: Db, sending: Sending): Promise<Message | null> {
  const { id, chatId, userId, content, preview, unanswered, limit } = sending
  const { rows } = await sql<MessageRow>`
    with moved as (
      update chats set last_seq = last_seq + 1, last_message = ${preview},
        updated_at = greatest(updated_at, app_now()),
        client_unread_count = client_unread_count + (lawyer_id = ${userId})::int,
        lawyer_unread_count = lawyer_unread_count + (client_id = ${userId})::int,
        client_answered = client_answered or client_id = ${userId},
        lawyer_answered = lawyer_answered or lawyer_id = ${userId}
      where id = ${chatId} and ${userId} in (client_id, lawyer_id) and num_nulls(client_id, lawyer_id) = 0
        and (last_seq < ${unanswered} or case when client_id = ${userId} then lawyer_answered else client_answered end)
        and not exists (select 1 from messages where id = ${id})
        and (select count(*) from (
          select 1 from messages
          where sender_id = ${userId} and created_at > app_now() - make_interval(secs => ${limit.seconds})
          limit ${limit.most}) as lately) < ${limit.most}
      returning id, last_seq, updated_at, client_id, lawyer_id
    ), m as (
      insert into messages (id, chat_id, seq, sender_id, side, type, content, created_at)
      select ${id}, id, last_seq, ${userId}, case when client_id = ${userId} then 'client' else 'lawyer' end, 'text',
        ${content}, updated_at
      from moved
      returning id, chat_id, seq, sender_id, side, type, content, proposal_id, created_at
    ), told as (
      insert into events (user_id, kind, ref)
      select person, 'message', ${id} from moved, unnest(array[client_id, lawyer_id]) as person
    )
    select ${MESSAGE} from m
  `.execute(db)
  return rows[0] ? toMessage(rows[0]) : null
}

/** Why `insertMessage` wrote nothing: null when the sender is not in the chat. */
export async function findSending(db: Db, { id, chatId, userId, content, unanswered }: Sending) {
  const query = sql<MessageRow & { alone: boolean; silent: boolean; same: boolean | null }>`
    select ${MESSAGE}, num_nulls(c.client_id, c.lawyer_id) > 0 as alone,
      c.last_seq >= ${unanswered}
        and not case when c.client_id = ${userId} then c.lawyer_answered else c.client_answered end as silent,
      m.chat_id = c.id and m.sender_id = ${userId} and m.type = 'text' and m.content = ${content} as same
    from chats c left join messages m on m.id = ${id}
    where c.id = ${chatId} and ${userId} in (c.client_id, c.lawyer_id)`
  const row = await firstOf(db, query)
  if (!row) return null
  const { alone, silent, same, ...message } = row
  return { alone, silent, known: message.id === null ? null : toMessage(message), same: same ?? false }
}

/** A message that the house writes in somebody's name: types system and proposal. */
export interface Posting {
  type: 'system' | 'proposal'
  content: string
  proposalId: string | null
  /** What the list of chats shows; null leaves what it showed (TRAP-29). */
  preview: string | null
  /** Whether it raises the other side's counter. */
  counts: boolean
}

/**
 * Writes a message of the house with its events. The caller wakes the hubs. That of a proposal is the lawyer's answer (B2) and has
 * the proposal's id: it stays when the proposal is withdrawn, so that the same one sent again is known.
 */
export async function postMessage(tx: Tx, by: ChatParty, posting: Posting): Promise<void> {
  const { type, content, proposalId, preview, counts } = posting
  await sql`
    with moved as (
      update chats set last_seq = last_seq + 1, last_message = coalesce(${preview}, last_message),
        updated_at = greatest(updated_at, app_now()),
        client_unread_count = client_unread_count + ${Number(counts && by.side === 'lawyer')},
        lawyer_unread_count = lawyer_unread_count + ${Number(counts && by.side === 'client')},
        lawyer_answered = lawyer_answered or ${type === 'proposal'}
      where id = ${by.chatId}
      returning id, last_seq, updated_at, client_id, lawyer_id
    ), added as (
      insert into messages (id, chat_id, seq, sender_id, side, type, content, proposal_id, created_at)
      select coalesce(${proposalId}::uuid, uuidv7()), id, last_seq, ${by.userId}, ${by.side}, ${type}, ${content},
        ${proposalId}, updated_at from moved
      returning id, chat_id
    )
    insert into events (user_id, kind, ref)
    select person, 'message', added.id
    from added join moved on moved.id = added.chat_id, unnest(array[client_id, lawyer_id]) as person
    where person is not null
  `.execute(tx)
}

export interface ChatRow {
  id: string
  client_id: string | null
  lawyer_id: string | null
  case_id: string | null
}

/** Who is in a chat, or null. Not yet a right to read it: `chatParty` decides. */
export const findChat = (db: Db, chatId: string) => oneChat(db, sql`id = ${chatId}`)

/** The chat of a client and a lawyer, or null. */
export const findChatOf = (db: Db, clientId: string, lawyerId: string) =>
  oneChat(db, sql`client_id = ${clientId} and lawyer_id = ${lawyerId}`)

const oneChat = (db: Db, which: RawBuilder<unknown>) =>
  firstOf(db, sql<ChatRow>`select id, client_id, lawyer_id, case_id from chats where ${which}`)

/**
 * The chat of a started case's client and lawyer, of whoever asks; also when the other has left, as long as the chat is
 * about that case. Other lawyers' chats may be about it too: they talked with the client before it was given away.
 */
export async function findChatOfCase(db: Db, caseId: string, userId: string): Promise<string | null> {
  const query = sql<{ id: string }>`
    select h.id from cases c join chats h on h.client_id is not distinct from c.client_id
      and h.lawyer_id is not distinct from c.lawyer_id
      and (num_nulls(c.client_id, c.lawyer_id) = 0 or h.case_id = c.id)
    where c.id = ${caseId} and c.status <> 'ingresado' and ${userId} in (h.client_id, h.lawyer_id) limit 1`
  return (await firstOf(db, query))?.id ?? null
}

/**
 * Opens the chat of a client with a verified lawyer, and tells both.
 * @returns its id, or null when there is one already or no such lawyer
 */
export async function insertChat(db: Db, clientId: string, lawyerId: string): Promise<string | null> {
  const query = sql<{ id: string }>`
    with held as (
      -- Whoever of the two is leaving has left first, and is not found then.
      select l.id as lawyer_id, c.id as client_id from lawyer_profiles l, client_profiles c
      where l.id = ${lawyerId} and l.is_verified and c.id = ${clientId}
      for share of l, c
    ), opened as (
      insert into chats (client_id, lawyer_id)
      select client_id, lawyer_id from held on conflict (client_id, lawyer_id) do nothing
      returning id, client_id, lawyer_id
    ), told as (
      insert into events (user_id, kind, ref)
      select person, 'chat', id from opened, unnest(array[client_id, lawyer_id]) as person
    )
    select id from opened`
  return (await firstOf(db, query))?.id ?? null
}

/**
 * Opens a lawyer's chat with the client of an open case, which stays open until the transaction ends.
 * @returns its client, and the chat's id when it was opened now; null: no open case
 */
export async function insertChatFor(tx: Tx, caseId: string, lawyerId: string) {
  const query = sql<{ client_id: string; opened: string | null }>`
    with found as (
      select id, client_id from cases where id = ${caseId} and status = 'ingresado'
        and not exists (select from paused_cases p where p.case_id = cases.id) for share
    ), opened as (
      insert into chats (client_id, lawyer_id, case_id, market_opened_at)
      select client_id, ${lawyerId}, id, app_now() from found where client_id <> ${lawyerId}
      on conflict (client_id, lawyer_id) do nothing returning id
    )
    select found.client_id, opened.id as opened from found left join opened on true`
  return firstOf(tx, query)
}

/** H-05: chats of a held lawyer from the market that wait for a client's first answer, while the case is open. */
export async function countWaiting(tx: Tx, lawyerId: string): Promise<number> {
  const query = sql<{ count: number }>`
    select count(*)::int as count from chats h
    where h.lawyer_id = ${lawyerId} and h.market_opened_at is not null and not h.client_answered and exists (
      select from cases k where k.id in (h.case_id, h.sought_case_id) and k.client_id = h.client_id and k.status = 'ingresado')`
  return (await firstOf(tx, query))?.count ?? 0
}

/**
 * H-05: removes a chat that its lawyer opened from the market in the last seconds and in which nothing was written; both are
 * told. @returns whether it was such a one
 */
export async function deleteUnwritten(tx: Tx, by: ChatParty, seconds: number): Promise<boolean> {
  const query = sql`
    with gone as (
      delete from chats where id = ${by.chatId} and lawyer_id = ${by.userId} and last_seq = 0
        and market_opened_at > app_now() - make_interval(secs => ${seconds})
      returning id, client_id, lawyer_id
    ), told as (
      insert into events (user_id, kind, ref)
      select person, 'chat', id from gone, unnest(array[client_id, lawyer_id]) as person where person is not null
    )
    select id from gone`
  return (await firstOf(tx, query)) !== null
}

/** The case sought last in a chat, which gets it when it has none; both are told then. */
export const adoptCase = (tx: Tx, chatId: string, caseId: string) =>
  sql`
    with adopted as (
      update chats set sought_case_id = ${caseId}, case_id = coalesce(case_id, ${caseId})
      where id = ${chatId} and (sought_case_id is distinct from ${caseId} or case_id is null)
      returning id, client_id, lawyer_id, old.case_id as before
    )
    insert into events (user_id, kind, ref) select person, 'chat', id
    from adopted, unnest(array[client_id, lawyer_id]) as person where person is not null and before is null`.execute(
    tx,
  )

/** The chat is about this case, whose client has accepted a proposal in it, from now on. */
export const setChatCase = (tx: Tx, { chatId }: ChatParty, caseId: string) =>
  sql`update chats set case_id = ${caseId}, client_answered = true where id = ${chatId}`.execute(tx)

/**
 * One page of a conversation, oldest first, and whether there is another in the same direction.
 * @param from before or after this number; null: the newest
 * @param bytes of text on the page, or one message; what is longer is not read
 */
export async function readMessages(
  db: Db,
  { chatId }: ChatParty,
  page: { from: { before: number } | { after: number } | null; limit: number; bytes: number; gone: string },
): Promise<MessagesPage> {
  const { from, limit, bytes, gone } = page
  const onwards = from !== null && 'after' in from
  const way = onwards ? sql`asc` : sql`desc`
  const place = onwards ? sql`m.seq > ${from.after}` : sql`m.seq < ${from?.before ?? 2_147_483_647}`
  const { rows } = await sql<MessageRow & { more: boolean }>`
    select ${readMessage(gone)}, m.among > count(*) over () as more from (
      select m.*, count(*) over () as among, row_number() over way as nth, sum(octet_length(content)) over way as bytes
      from (select * from messages m where m.chat_id = ${chatId} and ${place} order by m.seq ${way} limit ${limit + 1}) as m
      window way as (order by m.seq ${way})
    ) as m where m.nth = 1 or (m.nth <= ${limit} and m.bytes <= ${bytes}) order by m.seq
  `.execute(db)
  return { messages: rows.map(toMessage), more: rows[0]?.more ?? false }
}

/** Messages by id, for recipients proven when their event was written. @param most bytes of text: the longest are left out */
export async function readMessagesById(db: Db, ids: readonly string[], gone: string, most?: number) {
  const asked = sql`${asRows(ids, 'uuid')} as asked (id) join messages m on m.id = asked.id`
  const light = sql`(select * from (
    select m.*, sum(octet_length(m.content)) over (order by octet_length(m.content), m.id) as bytes from ${asked}
  ) as m where m.bytes <= ${most}) as m`
  const { rows } = await sql<MessageRow>`select ${readMessage(gone)} from ${most ? light : asked}`.execute(db)
  return rows.map(toMessage)
}

/**
 * Marks a chat as read up to a message, in one statement: what is subtracted is what lay between the old mark and the
 * new one, so a message that arrives meanwhile stays counted. The person's other tabs are told.
 * @returns the counter afterwards; null when the mark was there already
 */
export async function markRead(db: Db, party: ChatParty, upTo: number): Promise<number | null> {
  const { chatId, userId, side } = party
  const [counter, mark] = [sql.ref(`${side}_unread_count`), sql.ref(`${side}_read_seq`)]
  const query = sql<{ unread: number }>`
    with seen as (
      select least(${upTo}::int, last_seq) as seq from chats where id = ${chatId}
    ), marked as (
      update chats c set ${mark} = seen.seq, ${counter} = c.${counter} - (
        select count(*) from messages m
        where m.chat_id = c.id and m.seq > c.${mark} and m.seq <= seen.seq and m.side <> ${side}
          and m.type <> 'system')
      from seen where c.id = ${chatId} and c.${mark} < seen.seq
      returning c.id, c.${counter} as unread
    ), told as (
      insert into events (user_id, kind, ref) select ${userId}, 'chat', id from marked
    )
    select unread from marked`
  return (await firstOf(db, query))?.unread ?? null
}

/** H-06: whether the credit of a chat comes back when its client goes: they have neither read nor answered. */
const IS_UNREAD = sql`market_opened_at is not null and not client_answered and client_read_seq = 0`

/**
 * Holds the chats of somebody who leaves, so that whoever else of them leaves waits.
 * @returns each with its partner, and those that a client leaves unread
 */
export async function holdChatsOf(tx: Tx, userId: string) {
  const { rows: held } = await sql<{ id: string; partner: string | null; unread: boolean }>`
    select id, case when client_id = ${userId} then lawyer_id else client_id end as partner,
      client_id = ${userId} and ${IS_UNREAD} as unread
    from chats where ${userId} in (client_id, lawyer_id) order by id for update
  `.execute(tx)
  const unread = held.flatMap((row) =>
    row.unread && row.partner ? [{ chatId: row.id, lawyerId: row.partner }] : [],
  )
  return { held, unread }
}

/** Holds the chats that are about a case that goes, and tells their parties. @returns those that its client has not read */
export async function holdChatsOfCase(
  tx: Tx,
  caseId: string,
): Promise<{ chatId: string; lawyerId: string }[]> {
  const { rows } = await sql<{ chatId: string; lawyerId: string }>`
    with held as (
      select * from chats where case_id = ${caseId} order by id for update
    ), told as (
      insert into events (user_id, kind, ref)
      select person, 'chat', id from held, unnest(array[client_id, lawyer_id]) as person where person is not null
    )
    select id as "chatId", lawyer_id as "lawyerId" from held where ${IS_UNREAD} and lawyer_id is not null
  `.execute(tx)
  return rows
}

/** Removes the chats that nobody is left in once this person has gone. */
export const leaveChatsOf = (tx: Tx, userId: string) =>
  sql`delete from chats
    where ${userId} in (client_id, lawyer_id) and (client_id is null or lawyer_id is null)`.execute(tx)

/** Messages of people on each of the last days (OPEN-03). */
export const countMessages = (db: Db, _admin: Admin, days: number) =>
  countPerDay(db, sql`select created_at from messages where type <> 'system'`, days)
