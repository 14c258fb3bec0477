import { type ExpressionBuilder, sql } from 'kysely'
import type { TimeCursor } from '../../input/cursor.ts'
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
  rowOf,
  shownCaseTitle,
  stampOf,
  t,
  value,
} from '../../platform/database/queries.server.ts'
import type { DB } from '../../platform/database/types.ts'
import type { Admin } from '../../platform/session/admin.ts'
import type { CaseOwner, CaseParty, NewEntry } from './rules.ts'
import type { CaseStatus, LawyerStats, Visibility } from './schema.ts'

/** A literal in the statements, so that plans for any parameters can use the indexes of open cases. */
const OPEN = sql.lit('ingresado' as const)

export interface NewCase {
  id: string
  clientId: string
  title: string
  description: string
  specialty: string | null
  commune: string | null
  details: readonly { question: string; answer: string }[]
  /** PLZ-66 */
  in_market: boolean
}

const toColumns = ({ details, clientId: client_id, ...columns }: NewCase) => ({
  ...columns,
  client_id,
  details: JSON.stringify(details),
})

/** @returns whether it was inserted; false when the id already exists */
export const insertCase = (tx: Tx, newCase: NewCase): Promise<boolean> =>
  changes(
    tx
      .insertInto('cases')
      .values(toColumns(newCase))
      .onConflict((conflict) => conflict.column('id').doNothing()),
  )

/** @returns id of an identical case of the client: the one with this id, else an open one; null if none */
export function findIdenticalCase(tx: Tx, newCase: NewCase): Promise<string | null> {
  const { id, client_id, title, description, specialty, commune, details, in_market } = toColumns(newCase)
  return value(
    tx
      .selectFrom('cases')
      .select('id')
      .where('client_id', '=', client_id)
      .where((eb) => eb.or([eb('id', '=', id), eb('status', '=', OPEN)]))
      .where('title', '=', title)
      .where('description', '=', description)
      .where('specialty', 'is not distinct from', specialty)
      .where('commune', 'is not distinct from', commune)
      .where('details', '=', details)
      .where('in_market', '=', in_market)
      .orderBy((eb) => eb('id', '=', id), 'desc')
      .limit(1),
  )
}

/** Inserts a case that already has a lawyer and status «activo» (OPEN-35). @returns its id */
export async function insertStartedCase(
  tx: Tx,
  started: { clientId: string; lawyerId: string; title: string; description: string },
): Promise<string> {
  const { clientId: client_id, lawyerId: lawyer_id, title, description } = started
  const { id } = await tx
    .insertInto('cases')
    .values({ client_id, lawyer_id, title, description, status: 'activo', proposal_accepted_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Assigns the lawyer to an open case of the client. @returns whether it was in the market; null: it is no longer open */
export const startCase = (
  tx: Tx,
  { caseId, clientId, lawyerId }: { caseId: string; clientId: string; lawyerId: string },
): Promise<boolean | null> =>
  value(
    tx
      .updateTable('cases')
      .set({ status: 'activo', lawyer_id: lawyerId, proposal_accepted_at: now })
      .where('id', '=', caseId)
      .where('client_id', '=', clientId)
      .where('status', '=', OPEN)
      .returning('in_market'),
  )

/** The client's open cases in a specialty of the lawyer, at most two; `is_edited`: since this time. */
export const findMatchingOpenCases = (tx: Tx, clientId: string, lawyerId: string, since: Date) =>
  tx
    .selectFrom('cases as c')
    .innerJoin('lawyer_profiles as l', (join) => join.on('l.id', '=', lawyerId))
    .select('c.id')
    .select(
      sql<boolean>`exists (
      select from case_revisions r where r.case_id = c.id and r.replaced_at > ${since})`.as('is_edited'),
    )
    .where('c.client_id', '=', clientId)
    .where('c.status', '=', OPEN)
    .where((eb) => eb('c.specialty', '=', eb.fn.any('l.specialties')))
    .limit(2)
    .execute()

/** Locks a client: one transaction at a time chooses among their cases. @returns whether it exists */
export const lockClient = (tx: Tx, clientId: string): Promise<boolean> =>
  exists(tx.selectFrom('client_profiles').select('id').where('id', '=', clientId).forNoKeyUpdate())

/**
 * Shared locks on a lawyer's and a client's row, in the lock order of docs/design.md §4: account deletion and
 * acceptance of a proposal wait. @returns false when one of them no longer exists
 */
export async function lockParties(
  tx: Tx,
  { clientId, lawyerId }: { clientId: string | null; lawyerId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from lawyer_profiles l, client_profiles c where l.id = ${lawyerId} and c.id = ${clientId} for share of l, c
  `.execute(tx)
  return rows.length > 0
}

const selectCase = (db: Db, caseId: string) =>
  db
    .selectFrom('cases')
    .select(['id', 'client_id', 'lawyer_id', 'status', 'in_market'])
    .where('id', '=', caseId)

/** Parties and status of a case, or null. Does not grant access: that is decided by `caseParty`. */
export const findCase = (db: Db, caseId: string) => first(selectCase(db, caseId))

/** The same, locked against other changes of the case and of what belongs to it. */
export const lockCaseForChange = (tx: Tx, caseId: string) => first(selectCase(tx, caseId).forNoKeyUpdate())
export type LockedCase = Found<typeof lockCaseForChange>

/** The same, locked until the transaction ends, so that no chat about the case is opened meanwhile. */
export const lockCase = (tx: Tx, caseId: string) => first(selectCase(tx, caseId).forUpdate())

/** The end of the REPUBLISH_DAYS in which a withdrawn case may be published again; null when it has passed. */
const republishUntil = sql<Date | null>`case when withdrawn_at > app_now() - interval '180 days'
  then withdrawn_at + interval '180 days' end`

/** Whether a withdrawn case may still be published again. */
export const mayBeRepublished = (tx: Tx, caseId: string): Promise<boolean> =>
  exists(tx.selectFrom('cases').select('id').where('id', '=', caseId).where(republishUntil, 'is not', null))

const visibility = sql<Visibility>`case_visibility(c.id, c.status, c.specialty, c.in_market)`

export const readCase = (db: Db, { caseId, userId }: CaseParty) =>
  first(
    db
      .selectFrom('cases as c')
      .leftJoin('profiles as p', 'p.id', 'c.client_id')
      .leftJoin('profiles as l', 'l.id', 'c.lawyer_id')
      .select(['c.id', 'c.client_id', 'c.lawyer_id', 'c.status', 'c.description', 'c.specialty'])
      .select(['c.title as plain_title', shownCaseTitle(userId).as('title')])
      .select(['c.commune', 'c.urgency', 'c.proposal_accepted_at', 'c.created_at'])
      .select([republishUntil.as('republish_until'), visibility.as('visibility')])
      .select(['p.name as client_name', 'p.avatar_url as client_avatar'])
      .select(['l.name as lawyer_name', 'l.avatar_url as lawyer_avatar'])
      .where('c.id', '=', caseId),
  )

/** Title and parties' names of those of these cases in which the user is a party. */
export const listNoticeFacts = (db: Db, userId: string, caseIds: readonly string[]) =>
  db
    .selectFrom('cases as c')
    .leftJoin('profiles as p', 'p.id', 'c.client_id')
    .leftJoin('profiles as l', 'l.id', 'c.lawyer_id')
    .select(['c.id', 'c.status', 'c.in_market', 'c.client_id', shownCaseTitle(userId).as('title')])
    .select(['p.name as client_name', 'l.name as lawyer_name'])
    .where(isOneOf('c.id', caseIds))
    .where(isIn(userId, 'c.client_id', 'c.lawyer_id'))
    .execute()

const ownCaseRow = rowOf({
  id: t.uuid,
  title: t.text,
  status: t.oneOf<CaseStatus>(),
  since: t.time,
  stamp: t.int,
  other_id: t.uuid.orNull,
  other_name: t.text.orNull,
  other_avatar: t.text.orNull,
  chat_id: t.uuid.orNull,
  republish_until: t.time.orNull,
  visibility: t.oneOf<NonNullable<Visibility>>().orNull,
  /** Length of the whole list. */
  total: t.int,
})

const SIDE_COLUMNS = {
  client: { own: sql.raw('client_id'), other: sql.raw('lawyer_id') },
  lawyer: { own: sql.raw('lawyer_id'), other: sql.raw('client_id') },
}

/** A page of a user's own cases with these statuses, newest first, with the other party and the chat. */
export function listOwnCases(
  db: Db,
  { userId, side }: CaseOwner,
  page: { statuses: readonly CaseStatus[]; after: TimeCursor | null; limit: number },
) {
  const { own, other } = SIDE_COLUMNS[side]
  const mine = sql`from cases where ${own} = ${userId} and status = any(${page.statuses}::text[])`
  const since = sql`coalesce(proposal_accepted_at, withdrawn_at, created_at)`
  return ownCaseRow`
    select c.id, c.title, c.status, c.since, ${stampOf('c.since')} as stamp, c.republish_until,
      ${visibility} as visibility,
      c.other_id, p.name as other_name, p.avatar_url as other_avatar,
      -- If the other party was deleted, only the case still identifies the chat.
      coalesce(
        (select h.id from chats h where h.client_id = c.client_id and h.lawyer_id = c.lawyer_id),
        (select h.id from chats h where h.case_id = c.id and h.${own} = ${userId} limit 1)
      ) as chat_id,
      (select count(*)::int ${mine}) as total
    from (
      select id, ${shownCaseTitle(userId, 'cases')} as title, status, client_id, lawyer_id, ${other} as other_id, ${since} as since,
        ${republishUntil} as republish_until, specialty, in_market ${mine}
        and ${isAfter(since, 'id', page.after)}
      order by ${since} desc, id desc limit ${page.limit}
    ) as c
    left join profiles p on p.id = c.other_id
    order by c.since desc, c.id desc
  `.all(db)
}

/** Changes the status of a case. @param reason why it is withdrawn @returns false if the status is no longer `from` */
export const updateCaseStatus = (
  tx: Tx,
  { caseId }: CaseParty,
  { from, to, reason = null }: { from: CaseStatus; to: CaseStatus; reason?: string | null },
) =>
  changes(
    tx
      .updateTable('cases')
      .set({
        status: to,
        withdrawn_at: to === 'retirado' ? now : null,
        withdrawal_reason: reason,
        ...(from === 'retirado' && { republished_at: now }),
      })
      .where('id', '=', caseId)
      .where('status', '=', from),
  )

/** PLZ-67: puts a locked case into the market, which publishes it again, or takes it out. */
export const updateInMarket = (tx: Tx, caseId: string, inMarket: boolean) =>
  tx
    .updateTable('cases')
    .set({ in_market: inMarket, ...(inMarket && { republished_at: now }) })
    .where('id', '=', caseId)
    .execute()

/** SEG-32: keeps what a locked case says now as its next revision, and writes what it says from now on. */
export async function replaceContent(tx: Tx, newCase: NewCase): Promise<void> {
  const { id, client_id: _, ...columns } = toColumns(newCase)
  await tx
    .insertInto('case_revisions')
    .columns(['case_id', 'n', 'title', 'description', 'specialty', 'commune', 'details'])
    .expression((eb) =>
      eb
        .selectFrom('cases')
        .select((row) => ['id', nextRevision(row).as('n')])
        .select(['title', 'description', 'specialty', 'commune', 'details'])
        .where('id', '=', id),
    )
    .execute()
  await tx.updateTable('cases').set(columns).where('id', '=', id).execute()
}

const nextRevision = (eb: ExpressionBuilder<DB, 'cases'>) =>
  eb
    .selectFrom('case_revisions as r')
    .select(({ fn }) => sql<number>`coalesce(${fn.max('r.n')}, 0) + 1`.as('n'))
    .whereRef('r.case_id', '=', 'cases.id')

export async function countOpenCases(tx: Tx, clientId: string): Promise<number> {
  const open = tx.selectFrom('cases').select('id').where('client_id', '=', clientId)
  return (await open.where('status', '=', OPEN).execute()).length
}

export const deleteCase = (tx: Tx, caseId: string) =>
  value(tx.deleteFrom('cases').where('id', '=', caseId).returning('in_market'))

export const findName = (db: Db, id: string): Promise<string | null> =>
  value(db.selectFrom('profiles').select('name').where('id', '=', id))

/** Deletes the open cases of a client whose account is being deleted. @returns them */
export const deleteOpenCases = (tx: Tx, userId: string) =>
  tx
    .deleteFrom('cases')
    .where('client_id', '=', userId)
    .where('status', '=', OPEN)
    .returning(['id', 'in_market'])
    .execute()

/** Finishes the running cases of a lawyer whose account is being deleted. @returns each with its client */
export const closeRunningCases = (tx: Tx, lawyerId: string) =>
  tx
    .updateTable('cases')
    .set({ status: 'finalizado' })
    .where('lawyer_id', '=', lawyerId)
    .where('status', 'in', ['activo', 'en progreso'])
    .returning(['id', 'client_id'])
    .execute()

/** Locks all cases of a user, against concurrent account deletions. @returns their parties */
export const lockCasesOfUser = (tx: Tx, userId: string) =>
  tx
    .selectFrom('cases')
    .select(['id', 'client_id', 'lawyer_id'])
    .where(isIn(userId, 'client_id', 'lawyer_id'))
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Deletes the user's cases without another party, and removes the lawyer's name from generated titles. A title that the
 * client wrote stays (SEG-31).
 * @param titles LIKE pattern of generated titles, and their replacement without a name
 */
export async function deleteAbandonedCases(
  tx: Tx,
  userId: string,
  titles: { like: string; nameless: string },
): Promise<void> {
  await tx
    .deleteFrom('cases')
    .where(isIn(userId, 'client_id', 'lawyer_id'))
    .where((eb) => eb.or([eb('client_id', 'is', null), eb('lawyer_id', 'is', null)]))
    .execute()
  await tx
    .updateTable('cases')
    .set({ title: titles.nameless })
    .where('lawyer_id', '=', userId)
    .where('title', 'like', titles.like)
    .where(sql<boolean>`title = all (select r.title from case_revisions r where r.case_id = cases.id)`)
    .execute()
  await sql`
    update case_revisions r set title = ${titles.nameless} from cases c
    where c.id = r.case_id and c.lawyer_id = ${userId} and r.title like ${titles.like}
  `.execute(tx)
}

/** CAL-08, OPEN-55: number of finished cases and of distinct clients of a lawyer. */
export const readLawyerStats = (db: Db, lawyerId: string): Promise<LawyerStats> =>
  db
    .selectFrom('cases')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('status', '=', sql.lit('finalizado')).as('total_cases'),
      fn.count<number>('client_id').distinct().as('total_clients'),
    ])
    .where('lawyer_id', '=', lawyerId)
    .where('proposal_accepted_at', 'is not', null)
    .executeTakeFirstOrThrow()

/** Current number of cases by status, from an index-only scan. A status without cases is 0. */
export async function countCases(db: Db, _admin: Admin): Promise<Record<CaseStatus, number>> {
  const rows = await db
    .selectFrom('cases')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  const none = { ingresado: 0, activo: 0, 'en progreso': 0, finalizado: 0, retirado: 0 }
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.status, row.count])) }
}

export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('case_entries')
    .values(
      entries.map(({ caseId: case_id, actorId: actor_id, detail = null, ...rest }) => ({
        ...rest,
        case_id,
        actor_id,
        detail,
      })),
    )
    .onConflict((conflict) => conflict.columns(['case_id', 'kind', 'ref']).doNothing())
    .execute()
}
