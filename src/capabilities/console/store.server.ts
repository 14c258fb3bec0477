import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { first, rowOf, t, value } from '../../platform/database/queries.server.ts'
import type { Admin } from '../../platform/session/admin.ts'
import type { LogInput, LookupKey } from './schema.ts'

// This slice owns no table. It reads accounts, lawyers, the log of actions and the runs of retention.

/** The person with exactly this e-mail address, RUT or id, or null. */
export async function findPerson(tx: Tx, _admin: Admin, by: LookupKey, key: string) {
  const people = selectPerson(tx)
  if (by === 'email') return first(people.where('u.email', '=', key))
  if (by === 'rut') return first(people.where('l.rut', '=', key))
  return first(people.where('u.id', '=', key))
}

const selectPerson = (tx: Tx) =>
  tx
    .selectFrom('user as u')
    .innerJoin('profiles as p', 'p.id', 'u.id')
    .leftJoin('lawyer_profiles as l', 'l.id', 'u.id')
    .select(['u.id', 'p.name', 'u.email', 'p.role', 'p.verification_status as verification'])
    .select([
      'u.createdAt as since',
      'u.emailVerified as isEmailConfirmed',
      'l.rut',
      'l.phone_number as phone',
    ])
    .select(sql<boolean>`num_nonnulls(u.suspended_at, p.suspended_at) > 0`.as('isSuspended'))

export const countSessions = (tx: Tx, userId: string) =>
  value(
    tx
      .selectFrom('session')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .where('expiresAt', '>', sql<Date>`app_now()`),
  )

const disputeCounts = rowOf({ total: t.int, overdue: t.int })

/** DAT-55: changes of address that wait for an administrator, the longest waiting first. */
export const listDisputes = (db: Db, _admin: Admin) =>
  db
    .selectFrom('email_changes')
    .select(['id', 'claimed_at as claimedAt'])
    .$narrowType<{ claimedAt: Date }>()
    .where('state', '=', sql.lit('en_revision'))
    .orderBy('claimed_at')
    .orderBy('id')
    .limit(100)
    .execute()

/** How many of them wait, and how many have waited for so many days. */
export const countDisputes = (db: Db, _admin: Admin, days: number) =>
  disputeCounts`
    select count(*)::int as total,
      (count(*) filter (where claimed_at <= app_now() - make_interval(days => ${days}::int)))::int as overdue
    from email_changes where state = 'en_revision'
  `.first(db)

/** Such a change with its person; null once it is decided: nothing is to be looked up then. */
export const findDispute = (tx: Tx, _admin: Admin, id: string) =>
  first(
    tx
      .selectFrom('email_changes as c')
      .innerJoin('user as u', 'u.id', 'c.user_id')
      .leftJoin('lawyer_profiles as l', 'l.id', 'c.user_id')
      .select(['c.id', 'c.user_id as userId', 'u.name', 'l.rut'])
      .select(['c.old_email as oldEmail', 'c.new_email as newEmail'])
      .select(['c.created_at as askedAt', 'c.changed_at as changedAt', 'c.claimed_at as claimedAt'])
      .where('c.id', '=', id)
      .where('c.state', '=', sql.lit('en_revision')),
  )

/** Whose change it is; also of a decided one. */
export const findDisputePerson = (tx: Tx, _admin: Admin, id: string) =>
  value(
    tx.selectFrom('email_changes').select('user_id').where('id', '=', id).where('claimed_at', 'is not', null),
  )

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/**
 * A page of the log of actions, newest first (DAT-64). Days are those of Chile. Older rows, and those of accounts, have
 * the person as their object only.
 */
export function logPage(
  tx: Tx,
  _admin: Admin,
  { actorId, personId, action, purpose, from, to, before }: LogInput,
  limit: number,
) {
  let page = tx
    .selectFrom('audit_log as a')
    .leftJoin('profiles as p', 'p.id', 'a.actor_id')
    .select(['a.id', 'a.created_at as at', 'a.action', 'a.purpose', 'a.actor_id as actorId'])
    .select(['p.name as actorName', 'p.role as actorRole'])
    .select([
      sql<string | null>`a.details ->> 'reference'`.as('reference'),
      sql<string | null>`coalesce(a.person_id, (
        select id from "user" where id = case when a.object ~ ${UUID} then a.object::uuid end))`.as(
        'personId',
      ),
    ])
    .orderBy('a.id', 'desc')
    .limit(limit)
  if (before !== undefined) page = page.where(sql<SqlBool>`a.id < ${before}::bigint`)
  if (actorId !== undefined) page = page.where('a.actor_id', '=', actorId)
  if (personId !== undefined)
    page = page.where(({ or, eb }) => or([eb('a.person_id', '=', personId), eb('a.object', '=', personId)]))
  if (action !== undefined) page = page.where('a.action', '=', action)
  if (purpose !== undefined) page = page.where('a.purpose', '=', purpose)
  if (from !== undefined)
    page = page.where(sql<SqlBool>`a.created_at >= ${from}::date::timestamp at time zone ${ZONE}`)
  if (to !== undefined)
    page = page.where(sql<SqlBool>`a.created_at < (${to}::date + 1)::timestamp at time zone ${ZONE}`)
  return page.execute()
}

const ZONE = 'America/Santiago'

const ruleRow = rowOf({
  rule: t.text,
  title: t.text,
  period: t.text,
  startedAt: t.time,
  cutOff: t.time,
  isRunning: t.bool,
  hasFailed: t.bool,
  rows: t.int,
  files: t.int,
  rowsLately: t.int,
  filesLately: t.int,
})

/** DAT-37: each rule that has run, with its last run and its sums of 30 days. */
export const listRetention = (db: Db, _admin: Admin) =>
  ruleRow`
    select distinct on (rule) rule, coalesce(title, rule) as title, coalesce(period, '') as period,
      started_at as "startedAt", cut_off as "cutOff", finished_at is null as "isRunning", error is not null as "hasFailed",
      rows, files, (sum(rows) filter (where started_at > app_now() - interval '30 days') over whole)::int as "rowsLately",
      (sum(files) filter (where started_at > app_now() - interval '30 days') over whole)::int as "filesLately"
    from retention_runs window whole as (partition by rule) order by rule, id desc
  `.all(db)
