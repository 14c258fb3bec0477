import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { countPerDay } from '../../platform/database/per-day.server.ts'
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

/** With what its case is called, and what decides how much of that the asker may read. */
export interface TitledProposal extends ProposalRow {
  case_title: string | null
  case_client: string | null
  case_client_name: string | null
  case_lawyer: string | null
}

/** With who is in its chat. Not yet a right to see it: `chatParty` decides. */
export interface PlacedProposal extends ProposalRow {
  chat: { id: string; client_id: string | null; lawyer_id: string | null; case_id: string | null }
}

type Flat<Row extends ProposalRow> = Row & {
  chat_client: string | null
  chat_lawyer: string | null
  chat_case: string | null
}

const PROPOSAL = sql.raw(
  'p.id, p.chat_id, p.case_id, p.creator_id, p.summary, p.fee, p.deadline, p.conditions, p.status, p.version, p.created_at, p.decided_at',
)
const TITLE = sql.raw(
  'c.title as case_title, c.client_id as case_client, c.lawyer_id as case_lawyer, u.name as case_client_name',
)
const ITS_CASE = sql.raw('left join cases c on c.id = p.case_id left join profiles u on u.id = c.client_id')
const CHAT = sql.raw('h.client_id as chat_client, h.lawyer_id as chat_lawyer, h.case_id as chat_case')

function placed<Row extends ProposalRow>(row: Flat<Row>): Row & PlacedProposal {
  const { chat_id: id, chat_client: client_id, chat_lawyer: lawyer_id, chat_case: case_id } = row
  return { ...row, chat: { id, client_id, lawyer_id, case_id } }
}

export interface NewProposal {
  /** The browser's, so that sending it twice is one proposal. */
  id: string
  caseId: string | null
  summary: string
  fee: number
  deadline: string | null
  conditions: readonly string[]
  /** Most proposals of one person in so many seconds. */
  limit: { most: number; seconds: number }
}

interface SoughtCase {
  id: string
  title: string
  client_name: string
}

/**
 * The open case that a proposal of this chat is for now (OPEN-35): the one that its lawyer sought last in the market, else
 * the chat's own. null: neither is open.
 */
export async function findCaseSought(db: Db, { chatId }: ChatParty): Promise<SoughtCase | null> {
  const { rows } = await sql<SoughtCase>`
    select k.id, k.title, u.name as client_name
    from chats h join cases k on k.id in (h.sought_case_id, h.case_id)
      and k.client_id = h.client_id and k.status = 'ingresado' join profiles u on u.id = k.client_id
    where h.id = ${chatId} order by k.id = h.sought_case_id desc limit 1
  `.execute(db)
  return rows[0] ?? null
}

/**
 * Past the limit nothing is written: their messages are counted, which stay when a proposal is withdrawn.
 * @returns whether it was written: not when there is one of this id either
 */
export async function insertProposal(tx: Tx, by: ChatParty, sketch: NewProposal): Promise<boolean> {
  const { id, caseId, summary, fee, deadline, conditions, limit } = sketch
  const { numAffectedRows } = await sql`
    insert into proposals (id, chat_id, case_id, creator_id, summary, fee, deadline, conditions)
    select ${id}, ${by.chatId}, ${caseId}, ${by.userId}, ${summary}, ${fee}, ${deadline}::date, ${conditions}::text[]
    where (select count(*) from (
      select 1 from messages
      where sender_id = ${by.userId} and type = 'proposal' and created_at > app_now() - make_interval(secs => ${limit.seconds})
      limit ${limit.most}) as lately) < ${limit.most}
    on conflict (id) do nothing
  `.execute(tx)
  return numAffectedRows === 1n
}

/** How many proposals a chat has had, withdrawn ones too, since its client did anything in it. */
export async function countInARow(tx: Tx, { chatId }: ChatParty): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages
    where chat_id = ${chatId} and type = 'proposal'
      and seq > coalesce((select max(seq) from messages where chat_id = ${chatId} and side = 'client'), 0)
  `.execute(tx)
  return rows[0]?.count ?? 0
}

/** Whether a day is before today in Chile, by the database's clock. */
export async function isPast(tx: Tx, day: string): Promise<boolean> {
  const { rows } = await sql<{ past: boolean }>`
    select ${day}::date < (app_now() at time zone 'America/Santiago')::date as past
  `.execute(tx)
  return rows.some((row) => row.past)
}

export async function findProposal(db: Db, id: string): Promise<(PlacedProposal & TitledProposal) | null> {
  const { rows } = await sql<Flat<TitledProposal>>`
    select ${PROPOSAL}, ${CHAT}, ${TITLE} from proposals p join chats h on h.id = p.chat_id ${ITS_CASE} where p.id = ${id}
  `.execute(db)
  return rows[0] ? placed(rows[0]) : null
}

/** The same, held until the transaction ends: of several answers at once the later ones see the first. */
export async function holdProposal(tx: Tx, id: string): Promise<PlacedProposal | null> {
  const { rows } = await sql<Flat<ProposalRow>>`
    select ${PROPOSAL}, ${CHAT} from proposals p join chats h on h.id = p.chat_id where p.id = ${id} for update of p
  `.execute(tx)
  return rows[0] ? placed(rows[0]) : null
}

/** Those of the ids that are in chats of this person. */
export async function findOwnProposals(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<TitledProposal[]> {
  const { rows } = await sql<TitledProposal>`
    select ${PROPOSAL}, ${TITLE} from proposals p join chats h on h.id = p.chat_id ${ITS_CASE}
    where p.id = any(${ids}::uuid[]) and ${userId} in (h.client_id, h.lawyer_id)
  `.execute(db)
  return rows
}

/** The accepted proposal that began a case. */
export async function findAccepted(db: Db, { caseId }: CaseParty): Promise<TitledProposal | null> {
  const { rows } = await sql<TitledProposal>`
    select ${PROPOSAL}, ${TITLE} from proposals p ${ITS_CASE} where p.case_id = ${caseId} and p.status = 'accepted'
  `.execute(db)
  return rows[0] ?? null
}

/** Answers a pending proposal. @returns whether it still was pending */
export async function decide(
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

/** Rejects what else was pending for a case that has its lawyer now. @returns those, with their chats */
export async function rejectOthers(tx: Tx, caseId: string, accepted: string): Promise<PlacedProposal[]> {
  const { rows } = await sql<Flat<ProposalRow>>`
    update proposals p set status = 'rejected', decided_at = app_now()
    from chats h
    where h.id = p.chat_id and p.case_id = ${caseId} and p.status = 'pending' and p.id <> ${accepted}
    returning ${PROPOSAL}, ${CHAT}
  `.execute(tx)
  return rows.map((row) => placed(row))
}

/** Deletes a pending proposal. @returns whether it still was pending */
export async function deletePending(tx: Tx, by: ChatParty, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from proposals where id = ${id} and creator_id = ${by.userId} and status = 'pending'
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Deletes every pending proposal of, or to, somebody who leaves. @returns each with the other party of its chat */
export async function deletePendingOf(
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

/** Deletes every pending proposal for a case that goes. @returns each with the parties of its chat */
export async function deletePendingFor(tx: Tx, caseId: string): Promise<PlacedProposal[]> {
  const { rows } = await sql<Flat<ProposalRow>>`
    delete from proposals p using chats h
    where h.id = p.chat_id and p.case_id = ${caseId} and p.status in ('pending', 'edited')
    returning ${PROPOSAL}, ${CHAT}
  `.execute(tx)
  return rows.map((row) => placed(row))
}

export interface PendingRow extends TitledProposal {
  /** created_at in microseconds, exact: the keyset's. */
  stamp: number
  /** The other party of its chat. */
  other_id: string | null
  other_name: string | null
  other_avatar: string | null
  /** Whether the client of its chat still is anonymous to its lawyer (H-05). */
  is_anonymous: boolean
  /** How many wait in all. */
  total: number
}

/** Whose proposals wait, and who the other party is. */
const SIDES = {
  lawyer: { own: sql.raw('p.creator_id'), other: sql.raw('h.client_id') },
  client: { own: sql.raw('h.client_id'), other: sql.raw('h.lawyer_id') },
}

/** Pending proposals that a lawyer made (DAL-05) or a client received, newest first. */
export async function listPending(
  db: Db,
  side: 'lawyer' | 'client',
  userId: string,
  { after, limit }: { after: { stamp: number; id: string } | undefined; limit: number },
): Promise<PendingRow[]> {
  const { own, other } = SIDES[side]
  const { rows } = await sql<PendingRow>`
    select ${PROPOSAL}, (extract(epoch from p.created_at) * 1000000)::bigint as stamp, ${TITLE},
      ${other} as other_id, v.name as other_name, v.avatar_url as other_avatar,
      h.market_opened_at is not null and not h.client_answered as is_anonymous,
      (select count(*)::int from proposals p join chats h on h.id = p.chat_id
        where ${own} = ${userId} and p.status = 'pending') as total
    from proposals p join chats h on h.id = p.chat_id left join profiles v on v.id = ${other} ${ITS_CASE}
    where ${own} = ${userId} and p.status = 'pending'
      and (p.created_at, p.id) < (timestamptz 'epoch' + ${after?.stamp ?? 9_000_000_000_000_000} * interval '1 microsecond',
        ${after?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid)
    order by p.created_at desc, p.id desc limit ${limit}
  `.execute(db)
  return rows
}

/** Proposals sent on each of the last days. */
export const countProposals = (db: Db, _admin: Admin, days: number) =>
  countPerDay(db, sql`select created_at from proposals`, days)
