import { cutPage, parseTimeCursor } from '../../input/cursor.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, fieldRefusal, type Result, refuse } from '../../platform/errors/refusal.ts'
import { checkRateLimit } from '../../platform/http/rate-limit.server.ts'
import { showLooks } from '../../platform/log/looks.server.ts'
import type { EventPublisher } from '../../platform/realtime/publish.server.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import type { Admin } from '../../platform/session/admin.ts'
import { copyForReport, findMessage } from '../chat/commands.server.ts'
import { publicProfile } from '../lawyers/commands.server.ts'
import { reviewForReport } from '../reviews/commands.server.ts'
import type { FormerDecisions } from '../verification/schema.ts'
import {
  nextReportState,
  OWN_REPORTS_PAGE_SIZE,
  REPORT_LIMIT,
  REVIEW_SECONDS,
  reportedName,
  requireClientOrLawyer,
} from './rules.ts'
import * as sanctionStore from './sanction-store.server.ts'
import { applyVisibility, lockPerson, publishToQueue } from './sanctions.server.ts'
import {
  APPEAL_ANSWER_DAYS,
  MAX_MESSAGES,
  MESSAGES,
  type MoreMessagesInput,
  type OwnReport,
  type OwnReportsInput,
  type OwnReportsPage,
  type ReportIdInput,
  type ReportInput,
} from './schema.ts'
import type { Evidence } from './store.server.ts'
import * as store from './store.server.ts'

/** For the operator's suspension (H-04), in the slice account-deletion. */
export { applyVisibility, lockPerson }

const notFound = () => refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
const reportNotFound = () => refuse({ code: 'NOT_FOUND', message: MESSAGES.reportNotFound })
const own = () => refuse({ code: 'FORBIDDEN', message: MESSAGES.own })

/** Whom a report is about, and what is copied into it. */
interface Reported {
  reportedId: string
  chatId: string | null
  evidence: Evidence[]
}

/**
 * DAT-65 to DAT-67: «Reportar». What is reported is copied in this transaction, and nobody at Amparo ever reads more. The
 * reported person is not told. Idempotent by id.
 * Errors (nothing is written): 404 for what the caller may not see; 403 one's own, or an administrator; 409 reported
 * before, or the id is in use; 422 more than MAX_MESSAGES messages; 429 over REPORT_LIMIT.
 */
export async function report(context: SignedInContext, input: ReportInput): Promise<Result<{ id: string }>> {
  const reporter = requireClientOrLawyer(context.session)
  if (!reporter.ok) return reporter
  const reporterId = reporter.value.userId
  const isSame = (stored: Pick<ReportInput, 'object' | 'reason'> & { object_id: string }) =>
    stored.object_id === input.objectId && stored.object === input.object && stored.reason === input.reason
  // A retry counts as one report.
  const known = await store.findOwnReport(context.db, reporter.value, input.id)
  if (known && isSame(known)) return accept({ id: input.id })
  const within = await checkRateLimit(context.db, `report:${reporterId}`, REPORT_LIMIT, MESSAGES.tooMany)
  if (!within.ok) return within
  return transact(context.db, async (tx) => {
    const found = await findReported(tx, context, input)
    if (!found.ok) return found
    const { reportedId, chatId, evidence } = found.value
    // One of them may have deleted the account meanwhile.
    for (const userId of [reporterId, reportedId])
      if (!(await sanctionStore.keepUserRow(tx, userId))) return notFound()
    const { id, object, objectId, reason, detail = null } = input
    const added = { id, reportedId, object, objectId, chatId, reason, detail }
    if (await store.insertReport(tx, reporter.value, added)) {
      if (evidence.length > 0) await store.insertEvidence(tx, id, evidence)
      await publishToQueue(tx, context, { kind: 'report', id, personId: reporterId })
      return accept({ id })
    }
    const stored = await store.findOwnReport(tx, reporter.value, id)
    if (stored && isSame(stored)) return accept({ id })
    const isTaken = await store.isReportIdTaken(tx, id)
    return refuse({ code: 'CONFLICT', message: isTaken ? MESSAGES.idTaken : MESSAGES.twice })
  })
}

function findReported(tx: Tx, context: SignedInContext, input: ReportInput): Promise<Result<Reported>> {
  const { object, objectId, seqs } = input
  if (object === 'profile') return findProfile({ ...context, db: tx }, objectId)
  if (object === 'review') return findReview(tx, context, objectId)
  return object === 'conversation'
    ? copyMessages(tx, context.session.userId, objectId, seqs)
    : findReportedMessage(tx, context.session.userId, objectId, seqs)
}

/** DAT-66: copies messages of the reporter's chat by their numbers. */
async function copyMessages(
  tx: Tx,
  userId: string,
  chatId: string,
  seqs: readonly number[],
): Promise<Result<Reported>> {
  const copied = await copyForReport(tx, chatId, userId, seqs)
  if (!copied.ok) return notFound()
  const { party, messages } = copied.value
  const reportedId = party.side === 'client' ? party.lawyerId : party.clientId
  if (reportedId === null) return notFound()
  return accept({
    reportedId,
    chatId,
    evidence: messages.map(({ seq, side, content, created_at }) => ({
      seq,
      isReported: side !== party.side,
      text: content,
      writtenAt: created_at,
    })),
  })
}

async function findReportedMessage(
  tx: Tx,
  userId: string,
  messageId: string,
  more: readonly number[],
): Promise<Result<Reported>> {
  const message = await findMessage(tx, messageId)
  if (!message) return notFound()
  const seqs = [...new Set([message.seq, ...more])]
  const copied = await copyMessages(tx, userId, message.chat_id, seqs)
  if (!copied.ok) return copied
  if (seqs.length > MAX_MESSAGES) return refuse(fieldRefusal('seqs', MESSAGES.tooManyMessages))
  const isReported = copied.value.evidence.some((one) => one.seq === message.seq && one.isReported)
  return isReported ? copied : own()
}

/** The public profile, with its words of now: they may be changed before somebody looks. */
async function findProfile(context: SignedInContext, lawyerId: string): Promise<Result<Reported>> {
  if (lawyerId === context.session.userId) return own()
  const profile = await publicProfile(context, lawyerId)
  if (!profile.ok) return notFound()
  const { name, description } = profile.value
  const text = [name, description].filter(Boolean).join('\n\n')
  return accept({
    reportedId: lawyerId,
    chatId: null,
    evidence: [{ seq: null, isReported: true, text, writtenAt: null }],
  })
}

async function findReview(tx: Tx, context: SignedInContext, id: string): Promise<Result<Reported>> {
  const { userId } = context.session
  const review = await reviewForReport(tx, id, userId)
  if (!review || review.client_id === null) return notFound()
  if (review.client_id === userId) return own()
  const text = [`${review.rating} de 5 estrellas`, review.comment].filter(Boolean).join('\n\n')
  return accept({
    reportedId: review.client_id,
    chatId: null,
    evidence: [{ seq: null, isReported: true, text, writtenAt: review.updated_at }],
  })
}

const iso = (time: Date | null) => time?.toISOString() ?? null

async function toOwnReport(
  context: Pick<SignedInContext, 'db'>,
  row: NonNullable<Awaited<ReturnType<typeof store.findOwnReport>>>,
): Promise<OwnReport> {
  const [evidence, person] = await Promise.all([
    store.listEvidence(context.db, row.id),
    row.reported_id === null ? null : sanctionStore.findPerson(context.db, row.reported_id),
  ])
  const { id, object, reason, detail, state, outcome, chat_id, created_at, asked_at, closed_at } = row
  return {
    id,
    object,
    reason,
    detail,
    state,
    outcome,
    chat_id,
    about: person ? reportedName(person) : null,
    evidence: evidence.map(({ written_at, ...one }) => ({ ...one, written_at: written_at.toISOString() })),
    created_at: created_at.toISOString(),
    asked_at: iso(asked_at),
    closed_at: iso(closed_at),
  }
}

/** One of the caller's reports: its outcome, and whether the team asks for more. Error: 404. */
export async function ownReport(context: SignedInContext, { id }: ReportIdInput): Promise<Result<OwnReport>> {
  const reporter = requireClientOrLawyer(context.session)
  if (!reporter.ok) return reporter
  const row = await store.findOwnReport(context.db, reporter.value, id)
  return row ? accept(await toOwnReport(context, row)) : reportNotFound()
}

/** A page of the caller's reports, newest first. Error: 403 for who cannot report. */
export async function ownReports(
  { db, session }: SignedInContext,
  input: OwnReportsInput,
): Promise<Result<OwnReportsPage>> {
  const reporter = requireClientOrLawyer(session)
  if (!reporter.ok) return reporter
  const after = parseTimeCursor(input?.after)
  const rows = await store.listReportsBy(db, reporter.value, after, OWN_REPORTS_PAGE_SIZE + 1)
  const { shown, next } = cutPage(rows, OWN_REPORTS_PAGE_SIZE, ({ stamp, id }) => `${stamp}.${id}`)
  return accept({
    reports: shown.map(({ id, object, reason, state, created_at, excerpt, ...person }) => ({
      id,
      object,
      reason,
      state,
      about: reportedName(person),
      created_at: created_at.toISOString(),
      excerpt,
    })),
    next,
  })
}

/**
 * DAT-66: the reporter answers «Pedir más mensajes», by choosing more or none. Errors: 404 not the caller's report, 409 it
 * does not wait for messages.
 */
export async function addMessages(
  context: SignedInContext,
  { id, seqs }: MoreMessagesInput,
): Promise<Result<OwnReport>> {
  const reporter = requireClientOrLawyer(context.session)
  if (!reporter.ok) return reporter
  const { userId } = context.session
  const answered = await transact(context.db, async (tx) => {
    const found = await store.findOwnReport(tx, reporter.value, id)
    // It locks the chat, which comes before the report (docs/design.md §4).
    const copied = found?.chat_id ? await copyMessages(tx, userId, found.chat_id, seqs) : notFound()
    const row = await store.lockOwnReport(tx, reporter.value, id)
    if (!row) return reportNotFound()
    const next = nextReportState(row.state, 'answer', 'reporter')
    if (!next.ok) return next
    if (seqs.length > 0) {
      if (!copied.ok) return copied
      await store.insertEvidence(tx, id, copied.value.evidence)
    }
    await store.resumeReport(tx, id)
    await publishToQueue(tx, context, { kind: 'report', id, personId: userId })
    return accept(true as const)
  })
  return answered.ok ? ownReport(context, { id }) : answered
}

/**
 * Step of account deletion (DAT-67): open reports about the person close; reports that they wrote stay without a name, by
 * the foreign key.
 */
export async function leaveModeration(tx: Tx, platform: EventPublisher, userId: string): Promise<void> {
  await store.clearReasonsAbout(tx, userId)
  for (const { id, reporter_id } of await store.closeReportsAbout(tx, userId)) {
    await showLooks(tx, id)
    await publishToQueue(tx, platform, { kind: 'report', id, personId: reporter_id })
  }
}

/** DAT-76: what is remembered of a lawyer's suspensions, of announced ones too, but not of those that were taken back. */
export async function suspensionsOf(tx: Tx, userId: string): Promise<FormerDecisions> {
  const rows = await sanctionStore.listSanctionsOf(tx, userId)
  return rows.flatMap(({ kind, state, appeal_state, reason, created_at, starts_at }) => {
    if (kind !== 'suspender' || state === 'retirada' || appeal_state === 'revocada') return []
    const isAnnounced = state === 'anunciada'
    const outcome = isAnnounced ? ('suspension_announced' as const) : ('suspended' as const)
    return [{ outcome, reason, decidedAt: isAnnounced ? created_at : starts_at }]
  })
}

/**
 * How much waits for the team: open reports, appeals, answers to announcements and suspensions to review; overdue are
 * appeals (DAT-72).
 */
export async function countWaitingReports(db: Db, admin: Admin): Promise<{ total: number; overdue: number }> {
  const [overdue, ...waiting] = await Promise.all([
    sanctionStore.countOpenAppeals(db, admin, APPEAL_ANSWER_DAYS),
    store.countOpenReports(db, admin),
    sanctionStore.countOpenAppeals(db, admin),
    sanctionStore.countAnswers(db, admin),
    sanctionStore.countReviewsDue(db, admin, REVIEW_SECONDS),
  ])
  return { total: waiting.reduce((sum, count) => sum + count), overdue }
}
