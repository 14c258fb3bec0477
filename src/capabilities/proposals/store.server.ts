import { type ExpressionBuilder, sql } from 'kysely'
import type { TimeCursor } from '../../input/cursor.ts'
import { countPerDay } from '../../platform/database/count-per-day.server.ts'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  changes,
  exists,
  type Found,
  first,
  isAfter,
  isIn,
  isOneOf,
  now,
  secondsFromNow,
  shownCaseTitle,
  stampOf,
} from '../../platform/database/queries.server.ts'
import type { DB } from '../../platform/database/types.ts'
import type { Admin } from '../../platform/session/admin.ts'
import type { CaseParty } from '../cases/rules.ts'
import type { ChatParty } from '../chat/rules.ts'
import type { ProposalContent } from './schema.ts'

/** A literal in the statements, so that plans for any parameters can use the indexes of pending proposals. */
const PENDING = sql.lit('pending' as const)
const UNDECIDED = [PENDING, sql.lit('edited' as const)]

/** The columns of the content: those of `proposalContent`. */
const CONTENT = ['p.summary', 'p.fee', 'p.deadline', 'p.conditions'] as const
const CHAT = ['h.client_id as chat_client', 'h.lawyer_id as chat_lawyer', 'h.case_id as chat_case'] as const

/** Whether the client of chat `h` is still anonymous to the lawyer (H-05). */
const isAnonymous = (eb: ExpressionBuilder<{ h: DB['chats'] }, 'h'>) =>
  eb.and([eb('h.market_opened_at', 'is not', null), eb.not('h.client_answered')]).$castTo<boolean>()

/** Proposals with the parties of their chat. They do not authorize reading: `chatParty` does. */
const selectProposals = (db: Db) =>
  db
    .selectFrom('proposals as p')
    .innerJoin('chats as h', 'h.id', 'p.chat_id')
    .select(['p.id', 'p.chat_id', 'p.case_id', 'p.creator_id', 'p.status', 'p.version'])
    .select(['p.created_at', 'p.decided_at', ...CONTENT, ...CHAT])

/**
 * Proposals with the title of their case, and with the columns that decide whether the reader gets the full
 * title.
 */
const selectWithCase = (db: Db, userId: string) =>
  selectProposals(db)
    .leftJoin('cases as c', 'c.id', 'p.case_id')
    .leftJoin('profiles as u', 'u.id', 'c.client_id')
    .select(['c.client_id as case_client', 'c.lawyer_id as case_lawyer'])
    .select(shownCaseTitle(userId).$castTo<string | null>().as('case_title'))
    .select('u.name as case_client_name')

export interface NewProposal {
  /** Created by the browser, so that a resend is the same proposal. */
  id: string
  caseId: string | null
  content: ProposalContent
  /** Rate limit for each creator: at most so many proposals per time window. */
  limit: { max: number; windowSeconds: number }
}

/**
 * The open case that a new proposal in this chat is for (OPEN-35, docs/decisions/0022): the one whose
 * «Iniciar Chat» the lawyer pressed last, else the chat's own. Null when neither is open.
 */
export const findTargetCase = (db: Db, { chatId }: ChatParty) =>
  first(
    db
      .selectFrom('chats as h')
      .innerJoin('cases as k', (join) =>
        join
          .on((eb) => eb('k.id', 'in', [eb.ref('h.sought_case_id'), eb.ref('h.case_id')]))
          .onRef('k.client_id', '=', 'h.client_id')
          .on('k.status', '=', sql.lit('ingresado')),
      )
      .innerJoin('profiles as u', 'u.id', 'k.client_id')
      .select(['k.id', 'k.title', 'u.name as client_name'])
      .where('h.id', '=', chatId)
      .orderBy((eb) => eb('k.id', '=', eb.ref('h.sought_case_id')), 'desc')
      .limit(1),
  )

/**
 * Inserts a proposal unless its creator has reached the rate limit. The limit counts messages, because they
 * stay when a proposal is withdrawn.
 * @returns false when the limit is reached or the id exists
 */
export function insertProposal(tx: Tx, creator: ChatParty, proposal: NewProposal): Promise<boolean> {
  const { id, caseId: case_id, content, limit } = proposal
  const { chatId: chat_id, userId: creator_id } = creator
  const row = { id, chat_id, case_id, creator_id, ...content }
  const columns = Object.keys(row) as (keyof typeof row)[]
  const recent = tx
    .selectFrom('messages')
    .select('id')
    .where('sender_id', '=', creator_id)
    .where('type', '=', sql.lit('proposal'))
    .where('created_at', '>', secondsFromNow(-limit.windowSeconds))
    .limit(limit.max)
  const count = tx.selectFrom(recent.as('recent')).select(({ fn }) => fn.countAll<number>().as('count'))
  return changes(
    tx
      .insertInto('proposals')
      .columns(columns)
      .expression(
        tx
          .selectNoFrom((eb) => columns.map((name) => eb.val(row[name]).as(name)))
          .where(count, '<', limit.max),
      )
      .onConflict((conflict) => conflict.column('id').doNothing()),
  )
}

/** Proposals in a chat since the client last wrote or answered, withdrawn ones included. */
export async function countConsecutive(tx: Tx, { chatId }: ChatParty): Promise<number> {
  const messages = tx.selectFrom('messages').where('chat_id', '=', chatId)
  const answered = messages
    .select(({ fn }) => fn.coalesce(fn.max('seq'), sql.lit(0)).as('seq'))
    .where('side', '=', 'client')
  const { count } = await messages
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('type', '=', 'proposal')
    .where('seq', '>', answered)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether a day (YYYY-MM-DD) is before today in Chile, by the database clock. */
export async function isPastDay(tx: Tx, day: string): Promise<boolean> {
  const past = sql`select where ${day}::date < (app_now() at time zone 'America/Santiago')::date`
  return (await past.execute(tx)).rows.length > 0
}

/** Whether this system message of the client is unread by the lawyer of a chat. */
export const hasUnreadMessage = (tx: Tx, { chatId }: ChatParty, content: string): Promise<boolean> =>
  exists(
    tx
      .selectFrom('messages as m')
      .innerJoin('chats as h', 'h.id', 'm.chat_id')
      .select('m.id')
      .where('h.id', '=', chatId)
      .whereRef('m.seq', '>', 'h.lawyer_read_seq')
      .where('m.type', '=', 'system')
      .where('m.content', '=', content)
      .limit(1),
  )

/** @param userId who is answered: the title of the case is as they see it */
export const findProposal = (db: Db, id: string, userId: string) =>
  first(selectWithCase(db, userId).where('p.id', '=', id))
export type ProposalWithCase = Omit<Found<typeof findProposal>, `chat_${'client' | 'lawyer' | 'case'}`>

/**
 * Like `findProposal` but locks the row until the transaction ends, so that concurrent answers run in turn.
 */
export const lockProposal = (tx: Tx, id: string) =>
  first(selectProposals(tx).where('p.id', '=', id).forUpdate('p'))
export type ProposalWithChat = Found<typeof lockProposal>

/** The proposals with these ids that are in chats of this user. */
export const findProposalsOfUser = (db: Db, userId: string, ids: readonly string[]) =>
  selectWithCase(db, userId)
    .where(isOneOf('p.id', ids))
    .where(isIn(userId, 'h.client_id', 'h.lawyer_id'))
    .execute()

/** The same with the names of both parties, and whether the client is still anonymous to the lawyer (H-05). */
export const listNoticeFacts = (db: Db, userId: string, ids: readonly string[]) =>
  selectWithCase(db, userId)
    .leftJoin('profiles as vc', 'vc.id', 'h.client_id')
    .leftJoin('profiles as vl', 'vl.id', 'h.lawyer_id')
    .select(['vc.name as client_name', 'vl.name as lawyer_name'])
    .select((eb) => isAnonymous(eb).as('is_anonymous'))
    .where(isOneOf('p.id', ids))
    .where(isIn(userId, 'h.client_id', 'h.lawyer_id'))
    .execute()

/** The accepted proposal that began a case. */
export const findAcceptedProposal = (db: Db, { caseId, userId }: CaseParty) =>
  first(
    selectWithCase(db, userId).where('p.case_id', '=', caseId).where('p.status', '=', sql.lit('accepted')),
  )

/** Accepts or rejects a proposal if it is still pending. @returns whether it was */
export const answerIfPending = (
  tx: Tx,
  id: string,
  status: 'accepted' | 'rejected',
  caseId: string | null,
): Promise<boolean> =>
  changes(
    tx
      .updateTable('proposals')
      .set({ status, decided_at: now, ...(caseId !== null && { case_id: caseId }) })
      .where('id', '=', id)
      .where('status', '=', PENDING),
  )

/** Rejects the pending proposals for a case. @returns them, with their chats */
export const rejectPendingOfCase = (tx: Tx, caseId: string) =>
  tx
    .updateTable('proposals as p')
    .from('chats as h')
    .set({ status: 'rejected', decided_at: now })
    .whereRef('h.id', '=', 'p.chat_id')
    .where('p.case_id', '=', caseId)
    .where('p.status', '=', PENDING)
    .returning(['p.id', 'p.chat_id', ...CHAT])
    .execute()

/** Deletes a proposal of this creator if it is still pending. @returns whether it was */
export const deleteIfPending = (tx: Tx, { userId }: ChatParty, id: string): Promise<boolean> =>
  changes(
    tx
      .deleteFrom('proposals')
      .where('id', '=', id)
      .where('creator_id', '=', userId)
      .where('status', '=', PENDING),
  )

const deletePending = (tx: Tx) =>
  tx
    .deleteFrom('proposals as p')
    .using('chats as h')
    .whereRef('h.id', '=', 'p.chat_id')
    .where('p.status', 'in', UNDECIDED)
    .returning(['p.id', 'h.client_id as clientId', 'h.lawyer_id as lawyerId'])

/** Deletes the pending proposals of and to an account. @returns each with the parties of its chat */
export const deletePendingOfAccount = (tx: Tx, userId: string) =>
  deletePending(tx)
    .where(isIn(userId, 'h.client_id', 'h.lawyer_id'))
    .execute()

/** Deletes the pending proposals for a case. @returns each with the parties of its chat */
export const deletePendingOfCase = (tx: Tx, caseId: string) =>
  deletePending(tx).where('p.case_id', '=', caseId).execute()

/** For each side: the column of the user, and that of the other party. */
const SIDE_COLUMNS = {
  lawyer: { own: 'p.creator_id', other: 'h.client_id' },
  client: { own: 'h.client_id', other: 'h.lawyer_id' },
} as const

/**
 * Pending proposals that a lawyer sent (DAL-05) or a client received, newest first, each with the other party
 * of its chat and with the length of the whole list.
 */
export function listPending(
  db: Db,
  side: 'lawyer' | 'client',
  userId: string,
  { after, limit }: { after: TimeCursor | null; limit: number },
) {
  const { own, other } = SIDE_COLUMNS[side]
  const total = db
    .selectFrom('proposals as p')
    .innerJoin('chats as h', 'h.id', 'p.chat_id')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(own, '=', userId)
    .where('p.status', '=', PENDING)
  return selectWithCase(db, userId)
    .leftJoin('profiles as v', 'v.id', other)
    .select((eb) => [
      stampOf('p.created_at').as('stamp'),
      eb.ref(other).as('other_id'),
      'v.name as other_name',
      'v.avatar_url as other_avatar',
      isAnonymous(eb).as('is_anonymous'),
      total.as('total'),
    ])
    .where(own, '=', userId)
    .where('p.status', '=', PENDING)
    .where(isAfter('p.created_at', 'p.id', after))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute()
}
export type PendingRow = Found<typeof listPending>

export const countProposals = (db: Db, _admin: Admin, days: number) =>
  countPerDay(db, sql`select created_at from proposals`, days)
