import { type RawBuilder, sql } from 'kysely'
import type { TimeCursor } from '../../input/cursor.ts'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { isAfter, stampOf } from '../../platform/database/keyset.server.ts'
import type { VerifiedLawyer } from '../lawyers/rules.ts'
import type { MarketLawyer } from '../plans/rules.ts'
import type { Admin } from '../verification/rules.ts'
import type { CaseOwner, CaseParty } from './rules.ts'
import type { CaseStatus, LawyerStats } from './schema.ts'

export interface NewCase {
  /** Created by the browser, so that a retry does not create a second case. */
  id: string
  clientId: string
  title: string
  description: string
  specialty: string | null
  commune: string | null
  details: readonly { question: string; answer: string }[]
}

/** @returns the id, or null when the id already exists (nothing was written) */
export async function insertCase(tx: Tx, newCase: NewCase): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into cases (id, client_id, title, description, specialty, commune, details)
    values (${newCase.id}, ${newCase.clientId}, ${newCase.title}, ${newCase.description}, ${newCase.specialty},
      ${newCase.commune}, ${JSON.stringify(newCase.details)}::jsonb)
    on conflict (id) do nothing
    returning id
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** @returns id of an identical case of the client: the one with this id, else an open one; null if none */
export async function findIdenticalCase(tx: Tx, newCase: NewCase): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from cases
    where client_id = ${newCase.clientId} and (id = ${newCase.id} or status = 'ingresado') and title = ${newCase.title}
      and description = ${newCase.description} and specialty is not distinct from ${newCase.specialty}
      and commune is not distinct from ${newCase.commune} and details = ${JSON.stringify(newCase.details)}::jsonb
    order by id = ${newCase.id} desc limit 1
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** Inserts a case that already has a lawyer and status «activo» (OPEN-35). @returns its id */
export async function insertStartedCase(
  tx: Tx,
  started: { clientId: string; lawyerId: string; title: string; description: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into cases (client_id, lawyer_id, title, description, status, proposal_accepted_at)
    values (${started.clientId}, ${started.lawyerId}, ${started.title}, ${started.description}, 'activo', app_now())
    returning id
  `.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('case row missing')
  return row.id
}

/** Assigns the lawyer to an open case of the client. @returns false if the case is no longer open */
export async function startCase(
  tx: Tx,
  start: { caseId: string; clientId: string; lawyerId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cases set status = 'activo', lawyer_id = ${start.lawyerId}, proposal_accepted_at = app_now()
    where id = ${start.caseId} and client_id = ${start.clientId} and status = 'ingresado'
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Ids of the client's open cases in a specialty of the lawyer; at most two. */
export async function findMatchingOpenCases(tx: Tx, clientId: string, lawyerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from cases c join lawyer_profiles l on l.id = ${lawyerId}
    where c.client_id = ${clientId} and c.status = 'ingresado' and c.specialty = any(l.specialties)
    limit 2
  `.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * Locks a client's row: transactions that choose among their cases run one at a time. Foreign key checks do not
 * wait for this lock. @returns false when the client no longer exists
 */
export async function lockClient(tx: Tx, clientId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from client_profiles where id = ${clientId} for no key update`.execute(
    tx,
  )
  return rows.length > 0
}

/**
 * Shared locks on a lawyer's and a client's row, in the lock order of proposals/README.md: account deletion and
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

export interface CaseRow {
  id: string
  client_id: string | null
  lawyer_id: string | null
  status: CaseStatus
}

const selectCaseRow = (caseId: string) =>
  sql<CaseRow>`select id, client_id, lawyer_id, status from cases where id = ${caseId}`

/** Parties and status of a case, or null. Does not grant access: that is decided by `caseParty`. */
export const findCase = async (db: Db, caseId: string): Promise<CaseRow | null> =>
  (await selectCaseRow(caseId).execute(db)).rows[0] ?? null

/** The same, locked until the transaction ends, so that no chat about the case is opened meanwhile. */
export const lockCase = async (tx: Tx, caseId: string): Promise<CaseRow | null> =>
  (await sql<CaseRow>`${selectCaseRow(caseId)} for update`.execute(tx)).rows[0] ?? null

export interface CaseDetails extends CaseRow {
  title: string
  description: string
  specialty: string | null
  commune: string | null
  urgency: 'alta' | 'media' | 'baja' | null
  proposal_accepted_at: Date | null
  created_at: Date
  client_name: string | null
  client_avatar: string | null
  lawyer_name: string | null
  lawyer_avatar: string | null
}

/** The data shown in the header of a case. */
export async function readCase(db: Db, { caseId }: CaseParty): Promise<CaseDetails | null> {
  const { rows } = await sql<CaseDetails>`
    select c.id, c.client_id, c.lawyer_id, c.status, c.title, c.description, c.specialty, c.commune, c.urgency,
      c.proposal_accepted_at, c.created_at, p.name as client_name, p.avatar_url as client_avatar,
      l.name as lawyer_name, l.avatar_url as lawyer_avatar
    from cases c left join profiles p on p.id = c.client_id left join profiles l on l.id = c.lawyer_id
    where c.id = ${caseId}
  `.execute(db)
  return rows[0] ?? null
}

export interface OwnCaseRow {
  id: string
  title: string
  status: CaseStatus
  since: Date
  /** `since` in microseconds since 1970, the precision of the sort order. */
  stamp: number
  other_id: string | null
  other_name: string | null
  other_avatar: string | null
  chat_id: string | null
  /** Length of the whole list. */
  total: number
}

const SIDE_COLUMNS = {
  client: { own: sql.raw('client_id'), other: sql.raw('lawyer_id') },
  lawyer: { own: sql.raw('lawyer_id'), other: sql.raw('client_id') },
}

/** A page of a user's own cases with these statuses, newest first, with the other party and the chat. */
export async function listOwnCases(
  db: Db,
  { userId, side }: CaseOwner,
  page: { statuses: readonly CaseStatus[]; after: TimeCursor | null; limit: number },
): Promise<OwnCaseRow[]> {
  const { own, other } = SIDE_COLUMNS[side]
  const mine = sql`from cases where ${own} = ${userId} and status = any(${page.statuses}::text[])`
  const since = sql`coalesce(proposal_accepted_at, created_at)`
  const { rows } = await sql<OwnCaseRow>`
    select c.id, c.title, c.status, c.since, ${stampOf('c.since')} as stamp,
      c.other_id, p.name as other_name, p.avatar_url as other_avatar,
      -- If the other party was deleted, only the case still identifies the chat.
      coalesce(
        (select h.id from chats h where h.client_id = c.client_id and h.lawyer_id = c.lawyer_id),
        (select h.id from chats h where h.case_id = c.id and h.${own} = ${userId} limit 1)
      ) as chat_id,
      (select count(*)::int ${mine}) as total
    from (
      select id, title, status, client_id, lawyer_id, ${other} as other_id, ${since} as since ${mine}
        and ${isAfter(since, 'id', page.after)}
      order by ${since} desc, id desc limit ${page.limit}
    ) as c
    left join profiles p on p.id = c.other_id
    order by c.since desc, c.id desc
  `.execute(db)
  return rows
}

/** Changes the status of a case. @returns false if the status is no longer `from` */
export async function updateCaseStatus(tx: Tx, { caseId }: CaseParty, from: CaseStatus, to: CaseStatus) {
  const moved = sql`update cases set status = ${to} where id = ${caseId} and status = ${from}`
  return (await moved.execute(tx)).numAffectedRows === 1n
}

/** Number of open cases of a locked client. */
export async function countOpenCases(tx: Tx, clientId: string): Promise<number> {
  const open = sql`select 1 from cases where client_id = ${clientId} and status = 'ingresado'`
  return (await open.execute(tx)).rows.length
}

/** Deletes a case. */
export const deleteCase = (tx: Tx, caseId: string) => sql`delete from cases where id = ${caseId}`.execute(tx)

/** @returns the name of an account, or null */
export const findName = async (db: Db, id: string): Promise<string | null> =>
  (await sql<{ name: string }>`select name from profiles where id = ${id}`.execute(db)).rows[0]?.name ?? null

/** Deletes the open cases of a client whose account is being deleted. @returns their ids */
export async function deleteOpenCases(tx: Tx, userId: string): Promise<string[]> {
  const mine = sql`client_id = ${userId} and status = 'ingresado'`
  const { rows } = await sql<{ id: string }>`delete from cases where ${mine} returning id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Finishes the running cases of a lawyer whose account is being deleted. @returns each with its client */
export async function closeRunningCases(
  tx: Tx,
  lawyerId: string,
): Promise<{ id: string; client_id: string | null }[]> {
  const { rows } = await sql<{ id: string; client_id: string | null }>`
    update cases set status = 'finalizado' where lawyer_id = ${lawyerId} and status in ('activo', 'en progreso')
    returning id, client_id
  `.execute(tx)
  return rows
}

/** Locks all cases of a user, against concurrent account deletions. @returns their parties */
export async function lockCasesOfUser(
  tx: Tx,
  userId: string,
): Promise<(CaseRow & { other: string | null })[]> {
  const { rows } = await sql<CaseRow & { other: string | null }>`
    select id, client_id, lawyer_id, status,
      case when client_id = ${userId} then lawyer_id else client_id end as other
    from cases where ${userId} in (client_id, lawyer_id) order by id for update
  `.execute(tx)
  return rows
}

/**
 * Deletes the user's cases whose other party is already deleted, and removes the lawyer's name from generated
 * titles.
 * @param titles LIKE pattern of generated titles, and their replacement without a name
 */
export async function deleteAbandonedCases(
  tx: Tx,
  userId: string,
  titles: { like: string; nameless: string },
): Promise<void> {
  await sql`delete from cases
    where ${userId} in (client_id, lawyer_id) and (client_id is null or lawyer_id is null)`.execute(tx)
  await sql`update cases set title = ${titles.nameless}
    where lawyer_id = ${userId} and title like ${titles.like}`.execute(tx)
}

/** Market filters; null: not filtered by this. */
export interface MarketFilter {
  specialties: readonly string[] | null
  communes: readonly string[] | null
}

export interface MarketRow {
  id: string
  title: string
  description: string
  specialty: string | null
  commune: string | null
  urgency: 'alta' | 'media' | 'baja' | null
  created_at: Date
  /** `created_at` in microseconds since 1970, the precision of the sort order. */
  stamp: number
  chat_id: string | null
  /** Used only to remove it from title and description; never sent to the browser. */
  client_name: string
}

const NO_CONDITION: RawBuilder<unknown> = sql``
/** H-04: excludes cases of suspended clients. They are few, and every market index has the id. */
const NOT_SUSPENDED = sql`id <> all(array(select case_id from paused_cases))`

/**
 * SQL: at most `maxCount` open cases that match the filters. Sorts by the columns of the matching index, so
 * that the planner always uses that index and never scans the table, whatever it estimates.
 */
const matchingCases = ({ specialties, communes }: MarketFilter, maxCount: number) => sql`
  select created_at, id from cases
  where status = 'ingresado' and ${NOT_SUSPENDED}
    ${specialties ? sql`and specialty = any(${specialties}::text[])` : NO_CONDITION}
    ${communes ? sql`and commune = any(${communes}::text[])` : NO_CONDITION}
  order by ${specialties ? sql`specialty, commune` : communes ? sql`commune` : sql`created_at desc`}
  limit ${maxCount}`

/** Number of open cases that match the filters, counted up to `maxCount`. */
export async function countMarket(
  db: Db,
  _scope: MarketLawyer | VerifiedLawyer,
  filter: MarketFilter,
  maxCount: number,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (${matchingCases(filter, maxCount)}) as counted
  `.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * A page of the market, newest first, with the lawyer's existing chat with each client. The only client data
 * is the name, which the command uses for redaction and removes.
 * @param page.total upper bound of the matches when they are few: all of them are read from their index and
 * sorted. Null when they are many: cases are scanned from the newest until the page is full
 */
export async function listMarket(
  db: Db,
  { lawyerId }: MarketLawyer,
  page: { filter: MarketFilter; after: TimeCursor | null; total: number | null; limit: number },
): Promise<MarketRow[]> {
  const { specialties, communes } = page.filter
  const later = isAfter('created_at', 'id', page.after)
  const newest = sql`order by created_at desc, id desc limit ${page.limit}`
  const found =
    page.total === null
      ? sql`
        select id from cases
        where status = 'ingresado' and ${NOT_SUSPENDED} and ${later}
          ${specialties ? sql`and specialty = any(${specialties}::text[])` : NO_CONDITION}
          ${communes ? sql`and commune = any(${communes}::text[])` : NO_CONDITION}
        ${newest}`
      : sql`select id from (${matchingCases(page.filter, page.total)}) as matching where ${later} ${newest}`
  const { rows } = await sql<MarketRow>`
    select c.id, c.title, c.description, c.specialty, c.commune, c.urgency, c.created_at,
      ${stampOf('c.created_at')} as stamp, chats.id as chat_id,
      -- A subquery, so that names are looked up one by one, too.
      coalesce((select name from profiles where profiles.id = c.client_id), '') as client_name
    from (${found}) as found
      -- Lateral with limit 1: look-ups by primary key, whatever the planner estimates.
      cross join lateral (
        select id, client_id, title, description, specialty, commune, urgency, status, created_at
        from cases where cases.id = found.id limit 1
      ) as c
      left join chats on chats.client_id = c.client_id and chats.lawyer_id = ${lawyerId}
    where c.status = 'ingresado' and c.client_id <> ${lawyerId}
    order by c.created_at desc, c.id desc
  `.execute(db)
  return rows
}

/** Number of open cases of the lawyer's specialties since the start of yesterday in Chile, to `maxCount`. */
export async function countRecentCases(
  db: Db,
  { lawyerId }: MarketLawyer,
  maxCount: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from cases
      where status = 'ingresado' and ${NOT_SUSPENDED}
        and created_at >= ((app_now() at time zone 'America/Santiago')::date - 1)::timestamp at time zone 'America/Santiago'
        and specialty = any((select specialties from lawyer_profiles where id = ${lawyerId})::text[])
      -- The sort order makes the planner scan only the new entries of the index.
      order by created_at desc, id desc limit ${maxCount}) as lately
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** CAL-08, OPEN-55: number of finished cases and of distinct clients of a lawyer. */
export async function readLawyerStats(db: Db, lawyerId: string): Promise<LawyerStats> {
  const { rows } = await sql<LawyerStats>`
    select count(*) filter (where status = 'finalizado')::int as total_cases,
      count(distinct client_id)::int as total_clients
    from cases where lawyer_id = ${lawyerId} and proposal_accepted_at is not null
  `.execute(db)
  return rows[0] ?? { total_cases: 0, total_clients: 0 }
}

/** Current number of cases by status, from an index-only scan. A status without cases is 0. */
export async function countCases(db: Db, _admin: Admin): Promise<Record<CaseStatus, number>> {
  const { rows } = await sql<{ status: CaseStatus; count: number }>`
    select status, count(*) as count from cases group by status
  `.execute(db)
  const none = { ingresado: 0, activo: 0, 'en progreso': 0, finalizado: 0 }
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.status, row.count])) }
}
