import { sql } from 'kysely'
import type { TimeCursor } from '../../input/cursor.ts'
import { countPerDay } from '../../platform/database/count-per-day.server.ts'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { isAfter, stampOf } from '../../platform/database/keyset.server.ts'
import type { CaseParty } from '../cases/rules.ts'
import type { ChatParty } from '../chat/rules.ts'
import type { Admin } from '../verification/rules.ts'
import type { ProposalStatus } from './schema.ts'

export interface ProposalRow {
  id: string
  chat_id: string
  case_id: string | null
  creator_id: string | null
  summary: string
  fee: number
  /** YYYY-MM-DD. */
  deadline: string | null
  conditions: string[]
  status: ProposalStatus
  version: number
  created_at: Date
  decided_at: Date | null
}

/**
 * A proposal with the title of its case, and with the columns that decide whether the reader gets the full
 * title.
 */
export interface ProposalWithCase extends ProposalRow {
  case_title: string | null
  case_client: string | null
  case_client_name: string | null
  case_lawyer: string | null
}

/** A proposal with the parties of its chat. It does not authorize reading: `chatParty` does. */
export interface ProposalWithChat extends ProposalRow {
  chat: { id: string; client_id: string | null; lawyer_id: string | null; case_id: string | null }
}

type FlatRow<Row extends ProposalRow> = Row & {
  chat_client: string | null
  chat_lawyer: string | null
  chat_case: string | null
}

const PROPOSAL_COLUMNS = sql.raw(
  'p.id, p.chat_id, p.case_id, p.creator_id, p.summary, p.fee, p.deadline, p.conditions, p.status, p.version, p.created_at, p.decided_at',
)
const CASE_COLUMNS = sql.raw(
  'c.title as case_title, c.client_id as case_client, c.lawyer_id as case_lawyer, u.name as case_client_name',
)
const CASE_JOIN = sql.raw('left join cases c on c.id = p.case_id left join profiles u on u.id = c.client_id')
const CHAT_COLUMNS = sql.raw('h.client_id as chat_client, h.lawyer_id as chat_lawyer, h.case_id as chat_case')

function withChat<Row extends ProposalRow>(row: FlatRow<Row>): Row & ProposalWithChat {
  const { chat_id: id, chat_client: client_id, chat_lawyer: lawyer_id, chat_case: case_id } = row
  return { ...row, chat: { id, client_id, lawyer_id, case_id } }
}

export interface NewProposal {
  /** Created by the browser, so that a resend is the same proposal. */
  id: string
  caseId: string | null
  summary: string
  fee: number
  deadline: string | null
  conditions: readonly string[]
  /** Rate limit for each creator: at most so many proposals per time window. */
  limit: { max: number; windowSeconds: number }
}

interface TargetCase {
  id: string
  title: string
  client_name: string
}

/**
 * The open case that a new proposal in this chat is for (OPEN-35, docs/decisions/0022): the one whose
 * «Iniciar Chat» the lawyer pressed last, else the chat's own. Null when neither is open.
 */
export async function findTargetCase(db: Db, { chatId }: ChatParty): Promise<TargetCase | null> {
  const { rows } = await sql<TargetCase>`
    select k.id, k.title, u.name as client_name
    from chats h join cases k on k.id in (h.sought_case_id, h.case_id)
      and k.client_id = h.client_id and k.status = 'ingresado' join profiles u on u.id = k.client_id
    where h.id = ${chatId} order by k.id = h.sought_case_id desc limit 1
  `.execute(db)
  return rows[0] ?? null
}

/**
 * Inserts a proposal unless its creator has reached the rate limit. The limit counts messages, because they
 * stay when a proposal is withdrawn.
 * @returns false when the limit is reached or the id exists
 */
export async function insertProposal(tx: Tx, creator: ChatParty, input: NewProposal): Promise<boolean> {
  const { id, caseId, summary, fee, deadline, conditions, limit } = input
  const { numAffectedRows } = await sql`
    insert into proposals (id, chat_id, case_id, creator_id, summary, fee, deadline, conditions)
    select ${id}, ${creator.chatId}, ${caseId}, ${creator.userId}, ${summary}, ${fee}, ${deadline}::date, ${conditions}::text[]
    where (select count(*) from (
      select 1 from messages
      where sender_id = ${creator.userId} and type = 'proposal' and created_at > app_now() - make_interval(secs => ${limit.windowSeconds})
      limit ${limit.max}) as recent) < ${limit.max}
    on conflict (id) do nothing
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Proposals in a chat since the client last wrote or answered, withdrawn ones included. */
export async function countConsecutive(tx: Tx, { chatId }: ChatParty): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages
    where chat_id = ${chatId} and type = 'proposal'
      and seq > coalesce((select max(seq) from messages where chat_id = ${chatId} and side = 'client'), 0)
  `.execute(tx)
  return rows[0]?.count ?? 0
}

/** Whether a day (YYYY-MM-DD) is before today in Chile, by the database clock. */
export async function isPastDay(tx: Tx, day: string): Promise<boolean> {
  const { rows } = await sql<{ past: boolean }>`
    select ${day}::date < (app_now() at time zone 'America/Santiago')::date as past
  `.execute(tx)
  return rows.some((row) => row.past)
}

export async function findProposal(
  db: Db,
  id: string,
): Promise<(ProposalWithChat & ProposalWithCase) | null> {
  const { rows } = await sql<FlatRow<ProposalWithCase>>`
    select ${PROPOSAL_COLUMNS}, ${CHAT_COLUMNS}, ${CASE_COLUMNS} from proposals p join chats h on h.id = p.chat_id ${CASE_JOIN} where p.id = ${id}
  `.execute(db)
  return rows[0] ? withChat(rows[0]) : null
}

/**
 * Like `findProposal` but locks the row until the transaction ends, so that concurrent answers run in turn.
 */
export async function lockProposal(tx: Tx, id: string): Promise<ProposalWithChat | null> {
  const { rows } = await sql<FlatRow<ProposalRow>>`
    select ${PROPOSAL_COLUMNS}, ${CHAT_COLUMNS} from proposals p join chats h on h.id = p.chat_id where p.id = ${id} for update of p
  `.execute(tx)
  return rows[0] ? withChat(rows[0]) : null
}

/** The proposals with these ids that are in chats of this user. */
export async function findProposalsOfUser(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<ProposalWithCase[]> {
  const { rows } = await sql<ProposalWithCase>`
    select ${PROPOSAL_COLUMNS}, ${CASE_COLUMNS} from proposals p join chats h on h.id = p.chat_id ${CASE_JOIN}
    where p.id = any(${ids}::uuid[]) and ${userId} in (h.client_id, h.lawyer_id)
  `.execute(db)
  return rows
}

/** The accepted proposal that began a case. */
export async function findAcceptedProposal(db: Db, { caseId }: CaseParty): Promise<ProposalWithCase | null> {
  const { rows } = await sql<ProposalWithCase>`
    select ${PROPOSAL_COLUMNS}, ${CASE_COLUMNS} from proposals p ${CASE_JOIN} where p.case_id = ${caseId} and p.status = 'accepted'
  `.execute(db)
  return rows[0] ?? null
}

/** Accepts or rejects a proposal if it is still pending. @returns whether it was */
export async function answerIfPending(
  tx: Tx,
  id: string,
  status: 'accepted' | 'rejected',
  caseId: string | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update proposals set status = ${status}, case_id = coalesce(${caseId}::uuid, case_id), decided_at = app_now()
    where id = ${id} and status = 'pending'
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Rejects the other pending proposals for a case that has got its lawyer. @returns them, with their chats */
export async function rejectOtherPending(
  tx: Tx,
  caseId: string,
  accepted: string,
): Promise<ProposalWithChat[]> {
  const { rows } = await sql<FlatRow<ProposalRow>>`
    update proposals p set status = 'rejected', decided_at = app_now()
    from chats h
    where h.id = p.chat_id and p.case_id = ${caseId} and p.status = 'pending' and p.id <> ${accepted}
    returning ${PROPOSAL_COLUMNS}, ${CHAT_COLUMNS}
  `.execute(tx)
  return rows.map((row) => withChat(row))
}

/** Deletes a proposal of this creator if it is still pending. @returns whether it was */
export async function deleteIfPending(tx: Tx, creator: ChatParty, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from proposals where id = ${id} and creator_id = ${creator.userId} and status = 'pending'
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Deletes the pending proposals of and to an account. @returns each with the other party of its chat */
export async function deletePendingOfAccount(
  tx: Tx,
  userId: string,
): Promise<{ id: string; other: string | null }[]> {
  const { rows } = await sql<{ id: string; other: string | null }>`
    delete from proposals p using chats h
    where h.id = p.chat_id and ${userId} in (h.client_id, h.lawyer_id) and p.status in ('pending', 'edited')
    returning p.id, case when h.client_id = ${userId} then h.lawyer_id else h.client_id end as other
  `.execute(tx)
  return rows
}

/** Deletes the pending proposals for a case. @returns each with the parties of its chat */
export async function deletePendingOfCase(tx: Tx, caseId: string): Promise<ProposalWithChat[]> {
  const { rows } = await sql<FlatRow<ProposalRow>>`
    delete from proposals p using chats h
    where h.id = p.chat_id and p.case_id = ${caseId} and p.status in ('pending', 'edited')
    returning ${PROPOSAL_COLUMNS}, ${CHAT_COLUMNS}
  `.execute(tx)
  return rows.map((row) => withChat(row))
}

export interface PendingRow extends ProposalWithCase {
  stamp: number
  /** The other party of its chat. */
  other_id: string | null
  other_name: string | null
  other_avatar: string | null
  /** Whether the client is still anonymous to the lawyer (H-05). */
  is_anonymous: boolean
  /** Number of pending proposals on all pages. */
  total: number
}

/** For each side: the column of the user, and that of the other party. */
const SIDE_COLUMNS = {
  lawyer: { own: sql.raw('p.creator_id'), other: sql.raw('h.client_id') },
  client: { own: sql.raw('h.client_id'), other: sql.raw('h.lawyer_id') },
}

/** Pending proposals that a lawyer sent (DAL-05) or a client received, newest first. */
export async function listPending(
  db: Db,
  side: 'lawyer' | 'client',
  userId: string,
  { after, limit }: { after: TimeCursor | null; limit: number },
): Promise<PendingRow[]> {
  const { own, other } = SIDE_COLUMNS[side]
  const { rows } = await sql<PendingRow>`
    select ${PROPOSAL_COLUMNS}, ${stampOf('p.created_at')} as stamp, ${CASE_COLUMNS},
      ${other} as other_id, v.name as other_name, v.avatar_url as other_avatar,
      h.market_opened_at is not null and not h.client_answered as is_anonymous,
      (select count(*)::int from proposals p join chats h on h.id = p.chat_id
        where ${own} = ${userId} and p.status = 'pending') as total
    from proposals p join chats h on h.id = p.chat_id left join profiles v on v.id = ${other} ${CASE_JOIN}
    where ${own} = ${userId} and p.status = 'pending'
      and ${isAfter('p.created_at', 'p.id', after)}
    order by p.created_at desc, p.id desc limit ${limit}
  `.execute(db)
  return rows
}

/** Proposals sent per day over the last days. */
export const countProposals = (db: Db, _admin: Admin, days: number) =>
  countPerDay(db, sql`select created_at from proposals`, days)
