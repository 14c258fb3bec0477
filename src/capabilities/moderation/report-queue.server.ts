import { type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, fieldRefusal, type Result, refuse } from '../../platform/errors/refusal.ts'
import { audit } from '../../platform/log/audit.server.ts'
import { hasLooked, recordLook, showLooks } from '../../platform/log/looks.server.ts'
import type { EventPublisher } from '../../platform/realtime/publish.server.ts'
import { asAdmin, asProvenAdmin } from '../../platform/rpc/admin-commands.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import type { Admin } from '../../platform/session/admin.ts'
import { lockAccount } from '../accounts/commands.server.ts'
import { notify } from '../notices/commands.server.ts'
import { writeReviewHidden } from '../reviews/commands.server.ts'
import { countWaitingReports } from './commands.server.ts'
import {
  ANNOUNCED_SECONDS,
  DAY_SECONDS,
  isHideable,
  LOOK_DELAY_SECONDS,
  nextReportState,
  QUEUE_SIZE,
  REPORTER_ANSWER_SECONDS,
  REVIEW_SECONDS,
} from './rules.ts'
import * as sanctionStore from './sanction-store.server.ts'
import {
  applyHiddenProfile,
  applySuspension,
  describePerson,
  lockPerson,
  notifyPerson,
  publishSession,
  publishToQueue,
} from './sanctions.server.ts'
import {
  type DecideInput,
  MESSAGES,
  type OpenedReport,
  type Queue,
  type ReportIdInput,
  type ReportState,
} from './schema.ts'
import * as store from './store.server.ts'

const notFound = () => refuse({ code: 'NOT_FOUND', message: MESSAGES.reportNotFound })

type ReportRow = NonNullable<Awaited<ReturnType<typeof store.findReport>>>

/** Never about oneself. */
function refuseOwn(row: ReportRow, { adminId }: Admin) {
  if (row.reported_id !== adminId && row.reporter_id !== adminId) return null
  return refuse({ code: 'FORBIDDEN', message: MESSAGES.aboutYourself })
}

const publishReport = (
  tx: Tx,
  platform: EventPublisher,
  { id, reporter_id }: Pick<ReportRow, 'id' | 'reporter_id'>,
) => publishToQueue(tx, platform, { kind: 'report', id, personId: reporter_id })

const notifyReporter = (tx: Tx, platform: EventPublisher, row: ReportRow, kind: string, key = kind) =>
  notify(tx, platform, [
    { userId: row.reporter_id, kind, key: `${key}:${row.id}`, ref: row.id, caseId: null, actorId: null },
  ])

/** What waits for the team, and the suspensions in force, without any person's name. Administrators only (403). */
export const readQueue = asAdmin(async ({ db }, admin) => {
  const [reports, sanctions, { total }] = await Promise.all([
    store.listOpenReports(db, admin, QUEUE_SIZE),
    sanctionStore.listOpenSanctions(db, admin, REVIEW_SECONDS, QUEUE_SIZE),
    countWaitingReports(db, admin),
  ])
  const queue: Queue = {
    reports: reports.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() })),
    sanctions: sanctions.map(({ appealed_at, answered_at, starts_at, ...row }) => ({
      ...row,
      appealed_at: appealed_at?.toISOString() ?? null,
      answered_at: answered_at?.toISOString() ?? null,
      starts_at: starts_at.toISOString(),
    })),
    waiting: total,
  }
  return accept(queue)
})

/** Begins to review a report. Errors: 403 without a fresh proof or about oneself, 404, 409 taken or answered. */
export const takeReport = asProvenAdmin(async (context, admin, { id }: ReportIdInput) =>
  transact(context.db, async (tx) => {
    const row = await store.lockReport(tx, admin, id)
    if (!row) return notFound()
    const own = refuseOwn(row, admin)
    if (own) return own
    const next = nextReportState(row.state, 'take', 'admin')
    if (!next.ok) return next
    await store.takeReport(tx, admin, id)
    await publishReport(tx, context, row)
    return accept({ state: next.value })
  }),
)

/**
 * DAT-66: what an administrator reads of a report: its copy, never more. Each look is a row about both parties, which they
 * see when the report is closed, at the latest after 30 days.
 * Errors: 403 without a fresh proof or about oneself, 404 unknown or closed, 409 not taken yet.
 */
export const openReport = asProvenAdmin(async (context, admin, { id }: ReportIdInput) =>
  transact(context.db, async (tx) => {
    const row = await store.findReport(tx, admin, id)
    if (!row || row.state === 'cerrado') return notFound()
    const own = refuseOwn(row, admin)
    if (own) return own
    if (row.state === 'abierto') return refuse({ code: 'CONFLICT', message: MESSAGES.takeFirst })
    const evidence = await store.listEvidence(tx, id)
    for (const personId of [row.reported_id, row.reporter_id])
      if (personId !== null)
        await recordLook(tx, {
          adminId: admin.adminId,
          action: row.chat_id === null ? 'report.viewed' : 'reported_messages.viewed',
          personId,
          purpose: 'report',
          reference: id,
          hiddenFor: LOOK_DELAY_SECONDS,
          details: { copies: evidence.length },
        })
    const person = row.reported_id === null ? null : await sanctionStore.findPerson(tx, row.reported_id)
    const opened: OpenedReport = {
      id,
      object: row.object,
      reason: row.reason,
      state: row.state,
      created_at: row.created_at.toISOString(),
      detail: row.detail,
      about: person && row.reported_id ? await describePerson(tx, row.reported_id, person) : null,
      can_ask: row.chat_id !== null && row.reporter_id !== null,
      evidence: evidence.map(({ id: evidenceId, is_reported, text, written_at }) => ({
        id: evidenceId,
        is_reported,
        text,
        written_at: written_at.toISOString(),
      })),
    }
    return accept(opened)
  }),
)

/** DAT-66: «Pedir más mensajes». Errors: 403 without a fresh proof or about oneself, 404, 409 not under review, or nobody to ask. */
export const askMessages = asProvenAdmin(async (context, admin, { id }: ReportIdInput) =>
  transact(context.db, async (tx) => {
    const found = await store.findReport(tx, admin, id)
    // Before the report, as the deletion of the account does.
    if (found?.reporter_id) await lockAccount(tx, found.reporter_id)
    const row = await store.lockReport(tx, admin, id)
    if (!row) return notFound()
    const own = refuseOwn(row, admin)
    if (own) return own
    const next = nextReportState(row.state, 'ask', 'admin')
    if (!next.ok) return next
    if (row.chat_id === null || row.reporter_id === null)
      return refuse({ code: 'CONFLICT', message: MESSAGES.cannotAsk })
    const askedAt = await store.askReporter(tx, id)
    await notifyReporter(tx, context, row, 'report-asked', `report-asked:${askedAt?.toISOString()}`)
    await publishReport(tx, context, row)
    return accept({ state: next.value })
  }),
)

/**
 * DAT-69: decides a report, with a rule and a reason that the reported person reads; the reporter gets the outcome. Of
 * concurrent decisions one succeeds.
 * Errors (nothing is written): 403 without a fresh proof or about oneself; 404; 409 «Otra persona ya respondió.», not all
 * read, an open suspension, or a deleted account; 422.
 */
export const decide = asProvenAdmin(async (context, admin, input: DecideInput) =>
  transact(context.db, async (tx): Promise<Result<{ state: ReportState }>> => {
    const found = await store.findReport(tx, admin, input.id)
    if (!found) return notFound()
    const own = refuseOwn(found, admin)
    if (own) return own
    // People before the report: the deletion of an account locks them in this order, too.
    const role = found.reported_id === null ? null : await lockPerson(tx, found.reported_id)
    if (found.reporter_id !== null) await sanctionStore.keepUserRow(tx, found.reporter_id)
    const row = await store.lockReport(tx, admin, input.id)
    if (!row) return notFound()
    if (row.state === 'abierto') return refuse({ code: 'CONFLICT', message: MESSAGES.readFirst })
    const next = nextReportState(row.state, 'decide', 'admin')
    if (!next.ok) return next
    if (!(await hasReadAll(tx, admin, row))) return refuse({ code: 'CONFLICT', message: MESSAGES.readFirst })
    if (input.decision !== 'sin_infraccion') {
      if (row.reported_id === null || role === null)
        return refuse({ code: 'CONFLICT', message: MESSAGES.personGone })
      if (role === 'admin') return refuse({ code: 'FORBIDDEN', message: MESSAGES.notSuspendable })
      const imposed = await impose(tx, context, admin, { row, userId: row.reported_id, input })
      if (!imposed.ok) return imposed
    }
    const dismissal = input.decision === 'sin_infraccion' ? input.reason : null
    await store.closeReport(tx, admin, { id: row.id, outcome: input.decision, reason: dismissal })
    await showLooks(tx, row.id)
    await notifyReporter(tx, context, row, 'report-closed')
    await publishReport(tx, context, row)
    await audit(tx, {
      actor: admin.adminId,
      action: 'report.decided',
      object: row.id,
      person: row.reported_id,
      details: { outcome: input.decision },
    })
    return accept({ state: next.value })
  }),
)

/** DAT-66: whether the administrator has read the copy as it is now: the reporter may have added messages. */
async function hasReadAll(tx: Tx, { adminId }: Admin, { id, reported_id: personId }: ReportRow) {
  if (personId === null) return true
  const details = { copies: (await store.listEvidence(tx, id)).length }
  return hasLooked(tx, { adminId, personId, reference: id, details })
}

const NOTICE_OF = { advertencia: 'sanction-warned', ocultar: 'sanction-hidden' } as const

/** Writes the sanction of a decision, applies it and notifies its person. Errors: 409, 422. */
async function impose(
  tx: Tx,
  platform: Pick<Platform, 'wake' | 'sealer'>,
  admin: Admin,
  { row, userId, input }: { row: ReportRow; userId: string; input: DecideInput },
): Promise<Result<true>> {
  const { decision, rule, reason, urgentReason = null, days = null } = input
  if (decision === 'sin_infraccion' || rule === undefined) return accept(true)
  if (decision === 'ocultar' && !isHideable(row.object))
    return refuse(fieldRefusal('decision', MESSAGES.notHideable))
  const isSuspension = decision === 'suspender'
  const isAnnounced = isSuspension && urgentReason === null
  const id = await sanctionStore.insertSanction(tx, admin, {
    userId,
    reportId: row.id,
    kind: decision,
    state: isAnnounced ? 'anunciada' : 'vigente',
    rule,
    reason,
    urgentReason: isSuspension ? urgentReason : null,
    reviewId: decision === 'ocultar' && row.object === 'review' ? row.object_id : null,
    hidesProfile: decision === 'ocultar' && row.object === 'profile',
    startsInSeconds: isAnnounced ? ANNOUNCED_SECONDS : 0,
    lastsSeconds: isSuspension && days !== null ? days * DAY_SECONDS : null,
  })
  if (id === null) return refuse({ code: 'CONFLICT', message: MESSAGES.suspendedAlready })
  if (decision === 'ocultar' && row.object === 'profile') await applyHiddenProfile(tx, platform, userId)
  if (decision === 'ocultar' && row.object === 'review') {
    const hidden = await writeReviewHidden(tx, platform, {
      id: row.object_id,
      reason,
      actor: admin.adminId,
    })
    if (!hidden.ok) return hidden
  }
  if (isAnnounced) await publishSession(tx, platform, userId)
  if (isSuspension && !isAnnounced) await applySuspension(tx, platform, { id, userId, isSuspended: true })
  const kind = isSuspension ? (isAnnounced ? 'sanction-announced' : 'sanction-begun') : NOTICE_OF[decision]
  await notifyPerson(tx, platform, { id, userId, kind })
  return accept(true)
}

/** DAT-66: reports go on when their reporters have not answered for seven days. */
export async function expireQuestions(platform: Platform): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    for (const row of await store.expireQuestions(tx, REPORTER_ANSWER_SECONDS))
      await publishReport(tx, platform, row)
  })
}
