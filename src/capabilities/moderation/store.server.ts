import { sql } from 'kysely'
import type { TimeCursor } from '../../input/cursor.ts'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  changes,
  first,
  isAfter,
  isOneOf,
  now,
  secondsFromNow,
  stampOf,
  value,
} from '../../platform/database/queries.server.ts'
import type { Admin } from '../../platform/session/admin.ts'
import type { ClientOrLawyer } from './rules.ts'
import type { Decision, ReportObject, ReportReason } from './schema.ts'

/** More than two lines of the list. */
const EXCERPT_LENGTH = 300

export interface NewReport {
  id: string
  reportedId: string
  object: ReportObject
  objectId: string
  chatId: string | null
  reason: ReportReason
  detail: string | null
}

/** What retention deletes at once: what is older than `before`. */
interface Batch {
  before: Date
  limit: number
}

/** What is copied into a report. */
export interface Evidence {
  /** Of a message: its number in the chat. */
  seq: number | null
  isReported: boolean
  text: string
  /** Null: what is read now. */
  writtenAt: Date | null
}

/** Inserts a report. @returns false when its id, or a report of this object by this person, exists */
export const insertReport = (
  tx: Tx,
  { userId: reporterId }: ClientOrLawyer,
  report: NewReport,
): Promise<boolean> =>
  changes(
    tx
      .insertInto('reports')
      .values({
        id: report.id,
        reporter_id: reporterId,
        reported_id: report.reportedId,
        object: report.object,
        object_id: report.objectId,
        chat_id: report.chatId,
        reason: report.reason,
        detail: report.detail,
      })
      .onConflict((conflict) => conflict.doNothing()),
  )

/** Adds copies to a report; a message that it has already is skipped. */
export const insertEvidence = (tx: Tx, reportId: string, evidence: readonly Evidence[]) =>
  tx
    .insertInto('report_evidence')
    .values(
      evidence.map(({ seq, isReported, text, writtenAt }) => ({
        report_id: reportId,
        seq,
        is_reported: isReported,
        text,
        written_at: writtenAt ?? now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const reportColumns = [
  'id',
  'reporter_id',
  'reported_id',
  'object',
  'object_id',
  'chat_id',
  'reason',
  'detail',
  'state',
  'created_at',
  'taken_by',
  'asked_at',
  'outcome',
  'closed_at',
] as const

/** A report of this person. */
export const findOwnReport = (db: Db, { userId: reporterId }: ClientOrLawyer, id: string) =>
  first(
    db.selectFrom('reports').select(reportColumns).where('id', '=', id).where('reporter_id', '=', reporterId),
  )

/** A page of the reports of this person, newest first, with the beginning of what was copied. */
export const listReportsBy = (
  db: Db,
  { userId: reporterId }: ClientOrLawyer,
  after: TimeCursor | null,
  limit: number,
) =>
  db
    .selectFrom('reports as r')
    .leftJoin('profiles as p', 'p.id', 'r.reported_id')
    .select(['r.id', 'r.object', 'r.reason', 'r.state', 'r.created_at', 'p.name', 'p.role'])
    .select((eb) => [
      stampOf('r.created_at').as('stamp'),
      eb
        .selectFrom('report_evidence as e')
        .select(sql<string>`left(e.text, ${EXCERPT_LENGTH})`.as('text'))
        .whereRef('e.report_id', '=', 'r.id')
        .orderBy('e.seq')
        .orderBy('e.id')
        .limit(1)
        .as('excerpt'),
    ])
    .where('r.reporter_id', '=', reporterId)
    .where(isAfter('r.created_at', 'r.id', after))
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute()

/** A report of this person, locked until the transaction ends. */
export const lockOwnReport = (tx: Tx, { userId: reporterId }: ClientOrLawyer, id: string) =>
  first(
    tx
      .selectFrom('reports')
      .select(reportColumns)
      .where('id', '=', id)
      .where('reporter_id', '=', reporterId)
      .forUpdate(),
  )

export const isReportIdTaken = async (db: Db, id: string): Promise<boolean> =>
  (await value(db.selectFrom('reports').select('id').where('id', '=', id))) !== null

/** What an administrator can read of a report, in order. */
export const listEvidence = (db: Db, reportId: string) =>
  db
    .selectFrom('report_evidence')
    .select(['id', 'seq', 'is_reported', 'text', 'written_at'])
    .where('report_id', '=', reportId)
    .orderBy('seq')
    .orderBy('id')
    .execute()

/** A report, for an administrator. */
export const findReport = (db: Db, _admin: Admin, id: string) =>
  first(db.selectFrom('reports').select(reportColumns).where('id', '=', id))

/** The same, locked until the transaction ends. */
export const lockReport = (tx: Tx, _admin: Admin, id: string) =>
  first(tx.selectFrom('reports').select(reportColumns).where('id', '=', id).forUpdate())

/** Open reports: threats first, because somebody may be in danger; then the oldest. */
export const listOpenReports = (db: Db, _admin: Admin, limit: number) =>
  db
    .selectFrom('reports')
    .select(['id', 'object', 'reason', 'state', 'created_at'])
    .where('state', '<>', sql.lit('cerrado'))
    .orderBy(sql`reason = 'amenazas'`, 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()

export const countOpenReports = async (db: Db, _admin: Admin): Promise<number> =>
  (await value(
    db
      .selectFrom('reports')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '<>', sql.lit('cerrado')),
  )) ?? 0

export const takeReport = (tx: Tx, { adminId }: Admin, id: string) =>
  tx.updateTable('reports').set({ state: 'en_revision', taken_by: adminId }).where('id', '=', id).execute()

/** @param reason of a dismissal; the reason of a measure is in its sanction */
export const closeReport = (
  tx: Tx,
  { adminId }: Admin,
  { id, outcome, reason }: { id: string; outcome: Decision; reason: string | null },
) =>
  tx
    .updateTable('reports')
    .set({ state: 'cerrado', outcome, dismissal_reason: reason, decided_by: adminId, closed_at: now })
    .where('id', '=', id)
    .execute()

/** Reports whose reporters were asked for more messages more than `seconds` ago go on without. @returns them */
export const expireQuestions = (tx: Tx, seconds: number) =>
  tx
    .updateTable('reports')
    .set({ state: 'en_revision' })
    .where('state', '=', sql.lit('esperando'))
    .where('asked_at', '<=', secondsFromNow(-seconds))
    .returning(['id', 'reporter_id'])
    .execute()

/** The reports of this person among some, for notices. */
export const listOwnReports = (db: Db, userId: string, ids: readonly string[]) =>
  db
    .selectFrom('reports')
    .select(['id', 'outcome'])
    .where(isOneOf('id', ids))
    .where('reporter_id', '=', userId)
    .execute()

/**
 * DAT-67: the reported person leaves: open reports about them close, with nobody to decide about. @returns their reporters
 */
export const closeReportsAbout = (tx: Tx, userId: string) =>
  tx
    .updateTable('reports')
    .set({ state: 'cerrado', outcome: 'cuenta_eliminada', closed_at: now })
    .where('reported_id', '=', userId)
    .where('state', '<>', sql.lit('cerrado'))
    .returning(['id', 'reporter_id'])
    .execute()

/** The reported person leaves: the words of decisions about them are deleted. */
export const clearReasonsAbout = (tx: Tx, userId: string) =>
  tx
    .updateTable('reports')
    .set({ dismissal_reason: null })
    .where('reported_id', '=', userId)
    .where('dismissal_reason', 'is not', null)
    .execute()

/** DAT-38: deletes what was copied into old reports, and their words. @param dismissed without an infraction, or the others */
export const deleteOldEvidence = (tx: Tx, dismissed: boolean, { before, limit }: Batch) =>
  sql`
    with due as (
      select id from reports r
      where state = 'cerrado' and closed_at < ${before}
        and (outcome in ('sin_infraccion', 'cuenta_eliminada')) = ${dismissed}
        and (detail is not null or exists (select from report_evidence e where e.report_id = r.id))
      limit ${limit}
    ), deleted as (delete from report_evidence where report_id in (select id from due))
    update reports set detail = null where id in (select id from due)
  `.execute(tx)

export const deleteOldReports = (tx: Tx, { before, limit }: Batch) =>
  sql`
    delete from reports where id in (
      select id from reports where state = 'cerrado' and closed_at < ${before} limit ${limit}
    )
  `.execute(tx)

/** A report waits for its reporter no longer. */
export const resumeReport = (tx: Tx, id: string) =>
  tx.updateTable('reports').set({ state: 'en_revision' }).where('id', '=', id).execute()

/** A report waits for its reporter. @returns since when */
export const askReporter = (tx: Tx, id: string): Promise<Date | null> =>
  value(
    tx
      .updateTable('reports')
      .set({ state: 'esperando', asked_at: now })
      .where('id', '=', id)
      .returning('asked_at'),
  )
