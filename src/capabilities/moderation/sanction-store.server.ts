import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  exists,
  first,
  isOneOf,
  now,
  secondsFromNow,
  value,
  values,
} from '../../platform/database/queries.server.ts'
import type { Admin } from '../../platform/session/admin.ts'
import type { Role } from '../../platform/session/session.ts'
import type { SanctionKind, SanctionState } from './schema.ts'

/** Who an account is, for a decision about it. */
export const findPerson = (db: Db, userId: string) =>
  first(
    db
      .selectFrom('profiles as p')
      .leftJoin('lawyer_profiles as l', 'l.id', 'p.id')
      .select(['p.name', 'p.role', 'p.suspended_at', 'p.verification_status', 'l.is_suspended'])
      .where('p.id', '=', userId),
  )

/** Locks an account until the transaction ends. @returns its role, or null when it no longer exists */
export const lockProfileRow = (tx: Tx, userId: string): Promise<Role | null> =>
  value(tx.selectFrom('profiles').select('role').where('id', '=', userId).forNoKeyUpdate())

/** Keeps an account from being deleted until the transaction ends. @returns whether it still exists */
export const keepUserRow = (tx: Tx, userId: string): Promise<boolean> =>
  exists(tx.selectFrom('user').select('id').where('id', '=', userId).forKeyShare())

export interface NewSanction {
  userId: string
  reportId: string
  kind: SanctionKind
  state: SanctionState
  rule: number
  reason: string
  urgentReason: string | null
  reviewId: string | null
  hidesProfile: boolean
  /** Until it begins. */
  startsInSeconds: number
  /** How long it lasts; null: until it is lifted. */
  lastsSeconds: number | null
}

/** @returns its id; null when the person has an open suspension already */
export const insertSanction = (tx: Tx, { adminId }: Admin, added: NewSanction): Promise<string | null> =>
  value(
    tx
      .insertInto('sanctions')
      .values({
        user_id: added.userId,
        report_id: added.reportId,
        kind: added.kind,
        state: added.state,
        rule: added.rule,
        reason: added.reason,
        urgent_reason: added.urgentReason,
        review_id: added.reviewId,
        hides_profile: added.hidesProfile,
        decided_by: adminId,
        starts_at: secondsFromNow(added.startsInSeconds),
        ends_at:
          added.lastsSeconds === null ? null : secondsFromNow(added.startsInSeconds + added.lastsSeconds),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  )

const sanctionColumns = [
  's.id',
  's.user_id',
  's.kind',
  's.state',
  's.rule',
  's.reason',
  's.urgent_reason',
  's.review_id',
  's.hides_profile',
  's.decided_by',
  's.created_at',
  's.starts_at',
  's.ends_at',
  's.closed_at',
  's.closing_reason',
  's.answer',
  's.answered_at',
] as const

const selectSanctions = (db: Db) =>
  db
    .selectFrom('sanctions as s')
    .leftJoin('appeals as a', 'a.sanction_id', 's.id')
    .select(sanctionColumns)
    .select(['a.text as appeal_text', 'a.state as appeal_state', 'a.created_at as appealed_at'])
    .select(['a.decision as appeal_decision', 'a.decided_at as appeal_decided_at'])

export type SanctionRow = Awaited<ReturnType<typeof listSanctionsOf>>[number]

/** A person's sanctions, newest first. */
export const listSanctionsOf = (db: Db, userId: string) =>
  selectSanctions(db)
    .where('s.user_id', '=', userId)
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id')
    .execute()

export const findSanction = (db: Db, id: string) => first(selectSanctions(db).where('s.id', '=', id))

/** A sanction and, after it, its appeal, locked until the transaction ends. */
export const lockSanction = async (tx: Tx, id: string) => {
  await tx.selectFrom('sanctions').select('id').where('id', '=', id).forUpdate().execute()
  return findSanction(tx, id)
}

/** A suspension `s` without end that nobody looked at for `seconds`. */
const isReviewDue = (seconds: number) =>
  sql<boolean>`s.kind = 'suspender' and s.state = 'vigente' and s.ends_at is null
    and s.reviewed_at <= app_now() - make_interval(secs => ${seconds})`

/** Open appeals, announcements and suspensions, oldest first. */
export const listOpenSanctions = (db: Db, _admin: Admin, reviewSeconds: number, limit: number) =>
  db
    .selectFrom('sanctions as s')
    .leftJoin('appeals as a', (join) =>
      join.onRef('a.sanction_id', '=', 's.id').on('a.state', '=', sql.lit('apelada')),
    )
    .select(['s.id', 's.kind', 's.state', 's.answered_at', 's.starts_at', 'a.created_at as appealed_at'])
    .select(isReviewDue(reviewSeconds).as('review_due'))
    .where(
      sql<boolean>`(a.sanction_id is not null or s.kind = 'suspender' and s.state in ('anunciada', 'vigente'))`,
    )
    .orderBy(sql`a.created_at is null, s.answered_at is null, s.created_at`)
    .limit(limit)
    .execute()

/** @param days only those that wait for longer */
export const countOpenAppeals = async (db: Db, _admin: Admin, days = 0): Promise<number> =>
  (await value(
    db
      .selectFrom('appeals')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', sql.lit('apelada'))
      .where(sql<boolean>`created_at <= app_now() - make_interval(days => ${days}::int)`),
  )) ?? 0

/**
 * DAT-72: open appeals that wait for `days` and that no reminder was sent of today, from 09:00 in Chile, marked as reminded:
 * one process gets them. @returns the day
 */
export const takeOverdueAppeals = (tx: Tx, days: number) =>
  tx
    .updateTable('appeals')
    .set({ reminded_on: sql<string>`(app_now() at time zone 'America/Santiago')::date` })
    .where('state', '=', sql.lit('apelada'))
    .where(
      sql<boolean>`created_at <= app_now() - make_interval(days => ${days}::int)
        and reminded_on is distinct from (app_now() at time zone 'America/Santiago')::date
        and (app_now() at time zone 'America/Santiago')::time >= time '09:00'`,
    )
    .returning('reminded_on as today')
    .execute()

/** Announcements that their person answered. */
export const countAnswers = async (db: Db, _admin: Admin): Promise<number> =>
  (await value(
    db
      .selectFrom('sanctions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', sql.lit('anunciada'))
      .where('answered_at', 'is not', null),
  )) ?? 0

/** Suspensions to review; one with an open appeal is counted as that. */
export const countReviewsDue = async (db: Db, _admin: Admin, seconds: number): Promise<number> =>
  (await value(
    db
      .selectFrom('sanctions as s')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(isReviewDue(seconds))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('appeals as a')
              .select('a.sanction_id')
              .whereRef('a.sanction_id', '=', 's.id')
              .where('a.state', '=', sql.lit('apelada')),
          ),
        ),
      ),
  )) ?? 0

const selectDue = (db: Db) =>
  db
    .selectFrom('sanctions')
    .select(['id', 'user_id'])
    .where(
      sql<boolean>`(state = 'anunciada' and starts_at <= app_now()
        or kind = 'suspender' and state = 'vigente' and ends_at <= app_now())`,
    )

/** Suspensions that begin, or end, now. @returns their ids and people */
export const listDueSanctions = (db: Db, limit: number) =>
  // In no order: if many fail, they are not always the first.
  selectDue(db).orderBy(sql`random()`).limit(limit).execute()

/** Whether a locked suspension still begins, or ends, now. */
export const isDue = (tx: Tx, id: string): Promise<boolean> => exists(selectDue(tx).where('id', '=', id))

export const setSanctionState = (
  tx: Tx,
  id: string,
  state: SanctionState,
  closingReason: string | null = null,
) =>
  tx
    .updateTable('sanctions')
    .set({
      state,
      ...((state === 'retirada' || state === 'terminada') && {
        closed_at: now,
        closing_reason: closingReason,
      }),
    })
    .where('id', '=', id)
    .execute()

export const setReviewed = (tx: Tx, id: string) =>
  tx.updateTable('sanctions').set({ reviewed_at: now }).where('id', '=', id).execute()

export const setAnswer = (tx: Tx, id: string, text: string) =>
  tx.updateTable('sanctions').set({ answer: text, answered_at: now }).where('id', '=', id).execute()

export const insertAppeal = (tx: Tx, id: string, text: string) =>
  tx.insertInto('appeals').values({ sanction_id: id, text }).execute()

export const closeAppeal = (
  tx: Tx,
  { adminId }: Admin,
  id: string,
  { state, decision }: { state: 'confirmada' | 'revocada'; decision: string },
) =>
  tx
    .updateTable('appeals')
    .set({ state, decision, decided_by: adminId, decided_at: now })
    .where('sanction_id', '=', id)
    .execute()

export const listAdmins = (db: Db): Promise<string[]> =>
  values(db.selectFrom('profiles').select('id').where('role', '=', sql.lit<'admin'>('admin')))

/** Whether there is another administrator. */
export const hasOtherAdmin = async (db: Db, adminId: string): Promise<boolean> =>
  (await value(
    db
      .selectFrom('profiles')
      .select('id')
      .where('role', '=', sql.lit<'admin'>('admin'))
      .where('id', '<>', adminId)
      .limit(1),
  )) !== null

export const countEarlier = async (db: Db, userId: string): Promise<number> =>
  (await value(
    db
      .selectFrom('sanctions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('state', '<>', sql.lit('retirada')),
  )) ?? 0

/** A client's open cases; `paused`: only those out of the market, for a suspension, a block (DAT-18) or both. */
export function listOpenCases(tx: Tx, clientId: string, which: 'open' | 'paused') {
  const open = tx
    .selectFrom('cases')
    .select(['id', 'in_market'])
    .where('client_id', '=', clientId)
    .where('status', '=', sql.lit('ingresado'))
  const paused = open.where('id', 'in', (eb) => eb.selectFrom('paused_cases').select('case_id'))
  return (which === 'paused' ? paused : open).execute()
}

/** The running cases of a person, with the other party. */
export const listRunningCases = (tx: Tx, userId: string) =>
  tx
    .selectFrom('cases')
    .select(['id', 'client_id', 'lawyer_id'])
    .where('status', 'in', [sql.lit<'activo'>('activo'), sql.lit<'en progreso'>('en progreso')])
    .where(sql<boolean>`${userId} in (client_id, lawyer_id)`)
    .execute()

/** Whether a decision in force hides the description of this person's profile. */
export const isProfileHidden = (db: Db, userId: string): Promise<boolean> =>
  exists(
    db
      .selectFrom('sanctions')
      .select('id')
      .where('user_id', '=', userId)
      .where('hides_profile', 'is', true)
      .where('state', '=', sql.lit('vigente')),
  )

/** For notices: the sanctions of this person among some. */
export const listNoticedSanctions = (db: Db, userId: string, ids: readonly string[]) =>
  db
    .selectFrom('sanctions')
    .select(['id', 'starts_at', 'ends_at', 'state'])
    .where(isOneOf('id', ids))
    .where('user_id', '=', userId)
    .execute()

/** For notices: the other parties of this person's running cases among some who are suspended. */
export const listSuspendedPartners = (db: Db, userId: string, caseIds: readonly string[]) =>
  db
    .selectFrom('cases as c')
    .innerJoin('profiles as p', (join) =>
      join.on(sql<boolean>`p.id in (c.client_id, c.lawyer_id) and p.id <> ${userId}`),
    )
    .select(['c.id', 'p.name'])
    .where(isOneOf('c.id', caseIds))
    .where(sql<boolean>`${userId} in (c.client_id, c.lawyer_id)`)
    .where('p.suspended_at', 'is not', null)
    .execute()
