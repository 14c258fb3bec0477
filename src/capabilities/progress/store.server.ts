import { sql } from 'kysely'
import type { TimeCursor } from '../../input/cursor.ts'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  changes,
  first,
  isAfter,
  isIn,
  isOneOf,
  now,
  rowOf,
  shownCaseTitle,
  t,
} from '../../platform/database/queries.server.ts'
import type { CaseParty } from '../cases/rules.ts'
import type { EntryKind } from '../cases/schema.ts'
import type { PromiseStatus, Stage } from './schema.ts'

const today = sql<string>`(app_now() at time zone 'America/Santiago')::date`
/** Literals in the statements, so that plans for any parameters can use the partial indexes. */
const openStatuses = sql`('abierta', 'atrasada')`
const runningStatuses = sql`('activo', 'en progreso')`

const entryRow = rowOf({
  id: t.uuid,
  kind: t.oneOf<EntryKind>(),
  at: t.time.orNull,
  stamp: t.int,
  actor_id: t.uuid.orNull,
  actor: t.text.orNull,
  detail: t.text.orNull,
  update_id: t.uuid.orNull,
  n: t.int.orNull,
  stage: t.oneOf<Stage>().orNull,
  body: t.text.orNull,
  next_step: t.text.orNull,
  written_at: t.time.orNull,
})

/** A page of a case's history, newest first; entries without a time are last. */
export const listEntries = (
  db: Db,
  { caseId }: CaseParty,
  page: { after: TimeCursor | null; limit: number; withoutRenames?: boolean },
) =>
  entryRow`
  select e.id, e.kind, e.at, round(date_part('epoch', coalesce(e.at, to_timestamp(0))) * 1000000)::int8 as stamp,
    e.actor_id, p.name as actor, e.detail,
    u.id as update_id, u.n, u.stage, u.body, u.next_step, u.created_at as written_at
  from case_entries e
  left join profiles p on p.id = e.actor_id
  left join lateral (
    select * from case_updates u
    where e.kind = 'update-published' and u.id = e.ref::uuid and u.case_id = e.case_id
    order by u.n desc limit 1
  ) u on true
  where e.case_id = ${caseId} and ${isAfter(sql`coalesce(e.at, to_timestamp(0))`, 'e.id', page.after)}
    and not (e.kind = 'renamed' and ${page.withoutRenames === true})
  order by coalesce(e.at, to_timestamp(0)) desc, e.id desc
  limit ${page.limit}
`.all(db)

const stateRow = rowOf({
  today: t.date,
  promised_on: t.date.orNull,
  requested_at: t.time.orNull,
  status: t.text,
})

/** What the panel and the commands need to know of a case. */
export const readState = (db: Db, { caseId }: CaseParty) =>
  stateRow`
  select ${today} as today, c.status,
    (select promised_on from case_promises where case_id = c.id and status in ${openStatuses}
      and c.status in ${runningStatuses}) as promised_on,
    (select max(at) from case_entries where case_id = c.id and kind = 'update-requested') as requested_at
  from cases c where c.id = ${caseId}
`.first(db)

const UPDATE_COLUMNS = [
  'id',
  'n',
  'case_id',
  'author_id',
  'stage',
  'body',
  'next_step',
  'created_at',
] as const

/** The newest version of the newest update of a case. */
export const findLastUpdate = (db: Db, { caseId }: CaseParty) =>
  first(
    db
      .selectFrom('case_updates as u')
      .select(UPDATE_COLUMNS.map((column) => `u.${column}` as const))
      .where('u.case_id', '=', caseId)
      .where('u.id', '=', (eb) =>
        eb
          .selectFrom('case_updates as f')
          .select('f.id')
          .where('f.case_id', '=', caseId)
          .where('f.n', '=', 1)
          .orderBy('f.created_at', 'desc')
          .orderBy('f.id', 'desc')
          .limit(1),
      )
      .orderBy('u.n', 'desc')
      .limit(1),
  )

/** All versions of an update, in any case, oldest first. */
export const listVersions = (db: Db, updateId: string) =>
  db.selectFrom('case_updates').select(UPDATE_COLUMNS).where('id', '=', updateId).orderBy('n').execute()

export interface NewVersion {
  id: string
  n: number
  stage: Stage
  body: string
  nextStep: string | null
}

/** @returns false if there is such a version, in this or any other case (nothing is written) */
export const insertVersion = (
  tx: Tx,
  { caseId, userId }: CaseParty,
  { nextStep, ...version }: NewVersion,
): Promise<boolean> =>
  changes(
    tx
      .insertInto('case_updates')
      .values({ ...version, next_step: nextStep, case_id: caseId, author_id: userId })
      .onConflict((conflict) => conflict.columns(['id', 'n']).doNothing()),
  )

/** The day that an update promised, if it did. */
export const findPromiseOf = (db: Db, updateId: string) =>
  first(db.selectFrom('case_promises').select('promised_on').where('update_id', '=', updateId))

export const insertPromise = (
  tx: Tx,
  { caseId }: CaseParty,
  { updateId, promisedOn }: { updateId: string; promisedOn: string },
) =>
  tx
    .insertInto('case_promises')
    .values({ case_id: caseId, update_id: updateId, promised_on: promisedOn })
    .execute()

interface PromiseMove {
  from: readonly PromiseStatus[]
  to: PromiseStatus
}

/** Closes the open promise of a case. */
export const closePromise = (tx: Tx, { caseId }: CaseParty, { from, to }: PromiseMove) =>
  tx
    .updateTable('case_promises')
    .set({ status: to, closed_at: now })
    .where('case_id', '=', caseId)
    .where('status', 'in', from)
    .execute()

/** Closes the open promises of a user's cases. */
export const closePromisesOfUser = (tx: Tx, userId: string, { from, to }: PromiseMove) =>
  tx
    .updateTable('case_promises')
    .set({ status: to, closed_at: now })
    .where('status', 'in', from)
    .where('case_id', 'in', (eb) =>
      eb
        .selectFrom('cases')
        .select('id')
        .where(isIn(userId, 'client_id', 'lawyer_id')),
    )
    .execute()

/** Marks the open promises of which the day has passed. */
export const markOverdue = (db: Db, { from, to }: PromiseMove) =>
  db
    .updateTable('case_promises')
    .set({ status: to })
    .where('status', 'in', from)
    .where('promised_on', '<', today)
    .execute()

const dueRow = rowOf({ id: t.uuid, case_id: t.uuid, lawyer_id: t.uuid, today: t.date })

/**
 * Takes open promises of running cases of which the lawyer is reminded today. Each is taken once a day, from 09:00 in
 * Chile, and not on the day after 09:00 on which it was made.
 * @param days after the promised day
 */
export const takeDuePromises = (tx: Tx, days: readonly number[], limit: number) =>
  dueRow`
  with clock as (
    select app_now() at time zone 'America/Santiago' as now, ${today} as today
  ), due as (
    select p.id, c.lawyer_id from case_promises p join cases c on c.id = p.case_id, clock
    where p.status in ${openStatuses} and c.status in ${runningStatuses} and c.lawyer_id is not null
      and clock.now::time >= '09:00' and clock.today - p.promised_on = any(${days}::int[])
      and p.reminded_on is distinct from clock.today
      and p.created_at at time zone 'America/Santiago' < clock.today + time '09:00'
    limit ${limit}
    for no key update of p skip locked
  )
  update case_promises p set reminded_on = ${today} from due
  where p.id = due.id returning p.id, p.case_id, due.lawyer_id, ${today} as today
`.all(tx)

const waitingRow = rowOf({ case_id: t.uuid, lawyer_id: t.uuid })

/**
 * Running cases that were accepted so many days ago, and have no update yet. Up to two days later, for an outage. The key
 * of the reminder's notice makes it exactly once.
 */
export const listCasesWithoutUpdate = (db: Db, days: number, key: string, limit: number) =>
  waitingRow`
  select c.id as case_id, c.lawyer_id from cases c
  where c.status in ${runningStatuses} and c.lawyer_id is not null
    and (app_now() at time zone 'America/Santiago')::time >= '09:00'
    and ${today} - (c.proposal_accepted_at at time zone 'America/Santiago')::date between ${days} and ${days}::int + 2
    and not exists (select from case_updates u where u.case_id = c.id)
    and not exists (select from notices n where n.user_id = c.lawyer_id and n.key = ${key}::text || c.id)
  limit ${limit}
`.all(db)

/** Case and author of those of these updates that are in a case of the user. */
export const listUpdateFacts = (db: Db, userId: string, updateIds: readonly string[]) =>
  db
    .selectFrom('case_updates as u')
    .innerJoin('cases as c', 'c.id', 'u.case_id')
    .leftJoin('profiles as p', 'p.id', 'u.author_id')
    .select(['u.id', 'c.id as case_id', shownCaseTitle(userId).as('title'), 'p.name as author'])
    .where('u.n', '=', 1)
    .where(isOneOf('u.id', updateIds))
    .where(isIn(userId, 'c.client_id', 'c.lawyer_id'))
    .execute()

/** Those of these promises that are in a case of which the user is the lawyer. */
export const listPromiseFacts = (db: Db, userId: string, promiseIds: readonly string[]) =>
  db
    .selectFrom('case_promises as p')
    .innerJoin('cases as c', 'c.id', 'p.case_id')
    .select(['p.id', 'p.promised_on', 'p.status', 'c.id as case_id', shownCaseTitle(userId).as('title')])
    .where(isOneOf('p.id', promiseIds))
    .where('c.lawyer_id', '=', userId)
    .execute()

/** Those of these cases that have an update. */
export const listCasesWithUpdate = (db: Db, caseIds: readonly string[]) =>
  db.selectFrom('case_updates').select('case_id').distinct().where(isOneOf('case_id', caseIds)).execute()
