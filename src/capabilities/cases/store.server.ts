import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import type { VerifiedLawyer } from '../lawyers/rules.ts'
import type { MarketLawyer } from '../plans/rules.ts'
import type { Admin } from '../verification/rules.ts'
import type { CaseOwner, CaseParty } from './rules.ts'
import type { CaseStatus, LawyerStats } from './schema.ts'

export interface NewCase {
  /** The browser's, so that sending it twice is one case. */
  id: string
  clientId: string
  title: string
  description: string
  specialty: string | null
  commune: string | null
  details: readonly { question: string; answer: string }[]
}

/** @returns the id, or null when there is such a case already (nothing was written) */
export async function insertCase(tx: Tx, sketch: NewCase): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into cases (id, client_id, title, description, specialty, commune, details)
    values (${sketch.id}, ${sketch.clientId}, ${sketch.title}, ${sketch.description}, ${sketch.specialty},
      ${sketch.commune}, ${JSON.stringify(sketch.details)}::jsonb)
    on conflict (id) do nothing
    returning id
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** The client's case with just these words: the stored one of this id, else an open one. @returns its id */
export async function findSameCase(tx: Tx, sketch: NewCase): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from cases
    where client_id = ${sketch.clientId} and (id = ${sketch.id} or status = 'ingresado') and title = ${sketch.title}
      and description = ${sketch.description} and specialty is not distinct from ${sketch.specialty}
      and commune is not distinct from ${sketch.commune} and details = ${JSON.stringify(sketch.details)}::jsonb
    order by id = ${sketch.id} desc limit 1
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** A case that is under way from its first moment (OPEN-35). @returns its id */
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

/** Gives an open case of the client its lawyer. @returns whether it still was open */
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

/** The client's open cases, two at most, whose specialty is among the lawyer's. */
export async function openCasesFor(tx: Tx, clientId: string, lawyerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from cases c join lawyer_profiles l on l.id = ${lawyerId}
    where c.client_id = ${clientId} and c.status = 'ingresado' and c.specialty = any(l.specialties)
    limit 2
  `.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * Holds a client until the transaction ends, so that whatever chooses among their cases does so one at a time.
 * Registration of foreign keys does not wait for it. @returns false when there is no such client any more
 */
export async function holdClient(tx: Tx, clientId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from client_profiles where id = ${clientId} for no key update`.execute(
    tx,
  )
  return rows.length > 0
}

/**
 * Keeps a client and a lawyer where they are until the transaction ends; others may do the same meanwhile, who leaves or
 * accepts waits. Lawyer before client, as everybody takes them. @returns false when one of them has left
 */
export async function holdParties(
  tx: Tx,
  { clientId, lawyerId }: { clientId: string | null; lawyerId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from lawyer_profiles l, client_profiles c where l.id = ${lawyerId} and c.id = ${clientId} for share of l, c
  `.execute(tx)
  return rows.length > 0
}

/** Whether somebody has confirmed their e-mail address: until then some limits are lower. */
export async function isEmailConfirmed(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from "user" where id = ${userId} and "emailVerified"`.execute(db)
  return rows.length > 0
}

export interface CaseRow {
  id: string
  client_id: string | null
  lawyer_id: string | null
  status: CaseStatus
}

const caseRow = (caseId: string) =>
  sql<CaseRow>`select id, client_id, lawyer_id, status from cases where id = ${caseId}`

/** Who is in a case and where it stands, or null. Not yet a right to see it: `caseParty` decides. */
export const findCase = async (db: Db, caseId: string): Promise<CaseRow | null> =>
  (await caseRow(caseId).execute(db)).rows[0] ?? null

/** The same, held until the transaction ends: whoever opens a chat about it has done so, or finds it gone. */
export const holdCase = async (tx: Tx, caseId: string): Promise<CaseRow | null> =>
  (await sql<CaseRow>`${caseRow(caseId)} for update`.execute(tx)).rows[0] ?? null

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

/** What the header of a case shows. */
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

export interface OwnRow {
  id: string
  title: string
  status: CaseStatus
  since: Date
  /** `since` in microseconds since 1970: as exact as the order. */
  stamp: number
  other_id: string | null
  other_name: string | null
  other_avatar: string | null
  chat_id: string | null
  /** How many the whole list has. */
  total: number
}

const SIDES = {
  client: { own: sql.raw('client_id'), other: sql.raw('lawyer_id') },
  lawyer: { own: sql.raw('lawyer_id'), other: sql.raw('client_id') },
}

/** A page of somebody's own cases of some states, the newest first, each with the other party and their conversation. */
export async function listOwn(
  db: Db,
  { userId, side }: CaseOwner,
  page: { statuses: readonly CaseStatus[]; after: MarketPlace | null; limit: number },
): Promise<OwnRow[]> {
  const { own, other } = SIDES[side]
  const { stamp, id } = page.after ?? FIRST
  const mine = sql`from cases where ${own} = ${userId} and status = any(${page.statuses}::text[])`
  const since = sql`coalesce(proposal_accepted_at, created_at)`
  const { rows } = await sql<OwnRow>`
    select c.id, c.title, c.status, c.since, (extract(epoch from c.since) * 1000000)::int8 as stamp,
      c.other_id, p.name as other_name, p.avatar_url as other_avatar,
      -- Of a party that has left the conversation is known by its case alone.
      coalesce(
        (select h.id from chats h where h.client_id = c.client_id and h.lawyer_id = c.lawyer_id),
        (select h.id from chats h where h.case_id = c.id and h.${own} = ${userId} limit 1)
      ) as chat_id,
      (select count(*)::int ${mine}) as total
    from (
      select id, title, status, client_id, lawyer_id, ${other} as other_id, ${since} as since ${mine}
        and (${since}, id) < (timestamptz 'epoch' + ${stamp} * interval '1 microsecond', ${id}::uuid)
      order by ${since} desc, id desc limit ${page.limit}
    ) as c
    left join profiles p on p.id = c.other_id
    order by c.since desc, c.id desc
  `.execute(db)
  return rows
}

/** Moves a case on. @returns whether it still stood where it was seen */
export async function moveCase(tx: Tx, { caseId }: CaseParty, from: CaseStatus, to: CaseStatus) {
  const moved = sql`update cases set status = ${to} where id = ${caseId} and status = ${from}`
  return (await moved.execute(tx)).numAffectedRows === 1n
}

/** How many cases of a held client wait for a lawyer. */
export async function countOpen(tx: Tx, clientId: string): Promise<number> {
  const open = sql`select 1 from cases where client_id = ${clientId} and status = 'ingresado'`
  return (await open.execute(tx)).rows.length
}

/** Removes one case. */
export const deleteCase = (tx: Tx, caseId: string) => sql`delete from cases where id = ${caseId}`.execute(tx)

/** @returns the name of an account, or null */
export const nameOf = async (db: Db, id: string): Promise<string | null> =>
  (await sql<{ name: string }>`select name from profiles where id = ${id}`.execute(db)).rows[0]?.name ?? null

/** Removes the open cases of whoever leaves. @returns their ids */
export async function deleteOpenCases(tx: Tx, userId: string): Promise<string[]> {
  const mine = sql`client_id = ${userId} and status = 'ingresado'`
  const { rows } = await sql<{ id: string }>`delete from cases where ${mine} returning id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Ends the running cases of a lawyer who leaves. @returns each with its client */
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

/** Who is in the cases of one person; held until the transaction ends, for whoever else leaves at this moment. */
export async function holdCasesOf(tx: Tx, userId: string): Promise<(CaseRow & { other: string | null })[]> {
  const { rows } = await sql<CaseRow & { other: string | null }>`
    select id, client_id, lawyer_id, status,
      case when client_id = ${userId} then lawyer_id else client_id end as other
    from cases where ${userId} in (client_id, lawyer_id) order by id for update
  `.execute(tx)
  return rows
}

/**
 * Removes the cases that nobody is left in once this person has gone.
 * @param titles of the house that name the lawyer, as a pattern of LIKE, and what they say from now on
 */
export async function leaveCasesOf(
  tx: Tx,
  userId: string,
  titles: { like: string; nameless: string },
): Promise<void> {
  await sql`delete from cases
    where ${userId} in (client_id, lawyer_id) and (client_id is null or lawyer_id is null)`.execute(tx)
  await sql`update cases set title = ${titles.nameless}
    where lawyer_id = ${userId} and title like ${titles.like}`.execute(tx)
}

/** What the market is filtered by; null: not by this. */
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
  /** `created_at` in microseconds since 1970: as exact as the order. */
  stamp: number
  chat_id: string | null
  /** For hiding it in the words; it goes no further. */
  client_name: string
}

/** A place in the market; the cases after it are older. */
export type MarketPlace = Pick<MarketRow, 'stamp' | 'id'>

/** Before the newest one: a day in 2255 that all cases lie before. */
const FIRST: MarketPlace = { stamp: 9_000_000_000_000_000, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

const NOTHING: RawBuilder<unknown> = sql``
/** H-04: not of a suspended client. Few, and ids stand in every index of the market. */
const NOT_PAUSED = sql`id <> all(array(select case_id from paused_cases))`

/**
 * Open cases that fit, no more than `most`, in the order of the index of what they are filtered by: so that this index is
 * taken, and never the table, whatever the planner believes about how many there are.
 */
const fitting = ({ specialties, communes }: MarketFilter, most: number) => sql`
  select created_at, id from cases
  where status = 'ingresado' and ${NOT_PAUSED}
    ${specialties ? sql`and specialty = any(${specialties}::text[])` : NOTHING}
    ${communes ? sql`and commune = any(${communes}::text[])` : NOTHING}
  order by ${specialties ? sql`specialty, commune` : communes ? sql`commune` : sql`created_at desc`}
  limit ${most}`

/** How many open cases fit, counted no further than `most`. */
export async function countMarket(
  db: Db,
  _scope: MarketLawyer | VerifiedLawyer,
  filter: MarketFilter,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (${fitting(filter, most)}) as counted
  `.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * A page of the market, the newest first, with the chat that the lawyer has with each client already. Of the client
 * there is only the name, which the command hides in the case's words and keeps.
 * @param page.total how many fit at most when they are few: all of them are found by their index and sorted. Null: many;
 * the newest cases are walked through until the page is full
 */
export async function listMarket(
  db: Db,
  { lawyerId }: MarketLawyer,
  page: { filter: MarketFilter; after: MarketPlace | null; total: number | null; limit: number },
): Promise<MarketRow[]> {
  const { stamp, id } = page.after ?? FIRST
  const { specialties, communes } = page.filter
  const later = sql`(created_at, id) < (timestamptz 'epoch' + ${stamp} * interval '1 microsecond', ${id}::uuid)`
  const newest = sql`order by created_at desc, id desc limit ${page.limit}`
  const found =
    page.total === null
      ? sql`
        select id from cases
        where status = 'ingresado' and ${NOT_PAUSED} and ${later}
          ${specialties ? sql`and specialty = any(${specialties}::text[])` : NOTHING}
          ${communes ? sql`and commune = any(${communes}::text[])` : NOTHING}
        ${newest}`
      : sql`select id from (${fitting(page.filter, page.total)}) as fitting where ${later} ${newest}`
  const { rows } = await sql<MarketRow>`
    select c.id, c.title, c.description, c.specialty, c.commune, c.urgency, c.created_at,
      (extract(epoch from c.created_at) * 1000000)::int8 as stamp, chats.id as chat_id,
      -- One by one too.
      coalesce((select name from profiles where profiles.id = c.client_id), '') as client_name
    from (${found}) as found
      -- One by one, however many the planner expects.
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

/** Open cases of the lawyer's specialties since yesterday began in Chile, counted no further than `most`. */
export async function countNews(db: Db, { lawyerId }: MarketLawyer, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from cases
      where status = 'ingresado' and ${NOT_PAUSED}
        and created_at >= ((app_now() at time zone 'America/Santiago')::date - 1)::timestamp at time zone 'America/Santiago'
        and specialty = any((select specialties from lawyer_profiles where id = ${lawyerId})::text[])
      -- So that only what is new is walked through, in its index.
      order by created_at desc, id desc limit ${most}) as lately
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** CAL-08, OPEN-55: what a lawyer has finished, and for how many different clients they have worked. */
export async function readLawyerStats(db: Db, lawyerId: string): Promise<LawyerStats> {
  const { rows } = await sql<LawyerStats>`
    select count(*) filter (where status = 'finalizado')::int as total_cases,
      count(distinct client_id)::int as total_clients
    from cases where lawyer_id = ${lawyerId} and proposal_accepted_at is not null
  `.execute(db)
  return rows[0] ?? { total_cases: 0, total_clients: 0 }
}

/** Cases by status now, from the index of the clients' cases alone; a status that none has is 0. */
export async function countCases(db: Db, _admin: Admin): Promise<Record<CaseStatus, number>> {
  const { rows } = await sql<{ status: CaseStatus; count: number }>`
    select status, count(*) as count from cases group by status
  `.execute(db)
  const none = { ingresado: 0, activo: 0, 'en progreso': 0, finalizado: 0 }
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.status, row.count])) }
}
