import { formatLongDate } from '../../../chile/dates.ts'
import { maskPerson } from '../../../input/masks.ts'
import { runInTransaction, type Tx, transact } from '../../../platform/database/database.server.ts'
import { accept, fieldRefusal, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { audit } from '../../../platform/log/audit.server.ts'
import { recordLook } from '../../../platform/log/looks.server.ts'
import { sendMail } from '../../../platform/mail/mail.server.ts'
import { asAdmin, asProvenAdmin } from '../../../platform/rpc/admin-commands.server.ts'
import type { Platform, SignedInContext } from '../../../platform/rpc/context.server.ts'
import type { Admin } from '../../../platform/session/admin.ts'
import { listAdministrators, lockAccount } from '../../accounts/commands.server.ts'
import { eraseReview } from '../../reviews/commands.server.ts'
import { requestsDueMail } from '../mail.server.tsx'
import {
  ANSWER_DAYS,
  complaintText,
  dueText,
  extendedDay,
  grantEffect,
  hasLapsed,
  identityText,
  isCorrectable,
  isOpen,
  isReason,
  isReminderDay,
  needsDone,
  nextRequestState,
  outcomeEvent,
} from '../request-rules.ts'
import * as store from '../request-store.server.ts'
import {
  type DecideRequestInput,
  type EndedBlock,
  type ExtendRequestInput,
  MESSAGES,
  type QueuedRequestView,
  type RequestChanged,
  type RequestIdInput,
  type RequestQueue,
} from '../schema.ts'
import { findAskingVisitor, isAboutAdmin, missingProof } from '../visitor-requests/visitor-matches.server.ts'
import { announceRequest, notifyAsker } from './announcements.server.ts'
import { keepProfileBlocked, moveBlock } from './blocks.server.ts'
import { applyCorrection, currentValue } from './corrections.server.ts'
import { type RequestRow, readRequest } from './views.server.ts'

/** What waits is never so long; the rest comes when these are answered. */
const MAX_QUEUED = 200

const conflict = (message: string) => refuse({ code: 'CONFLICT', message })
const unknown = () => refuse({ code: 'NOT_FOUND', message: MESSAGES.requestUnknown })

/** DAT-60: what waits for an answer. Administrators only (403). */
export const requestQueue = asAdmin(
  async ({ db }, _admin, _input: unknown): Promise<Result<RequestQueue>> => {
    const rows = await store.listQueue(db, MAX_QUEUED)
    return accept({
      requests: rows.map(({ person_id: _, ...row }) => row),
      ...(await store.countOpenRequests(db)),
    })
  },
)

/** DAT-60: one request, with its person masked. The look is recorded (DAT-35). Administrators with a fresh proof only (403); unknown: 404. */
export const openRequest = asProvenAdmin(
  async (context, admin, { requestId }: RequestIdInput): Promise<Result<QueuedRequestView>> =>
    transact(context.db, async (tx) => {
      const row = await store.findRequest(tx, requestId)
      if (!row || row.state === 'por_confirmar') return unknown()
      if (row.person_id !== null && row.person_id !== admin.adminId)
        await recordLook(tx, {
          adminId: admin.adminId,
          action: 'request.viewed',
          personId: row.person_id,
          purpose: 'data_request',
          reference: row.number,
        })
      const visitor = await findAskingVisitor(tx, row)
      if (visitor)
        await audit(tx, { ...entryOf(admin, row), action: 'request.viewed', purpose: 'data_request' })
      const person = row.person_id === null ? null : await store.findPerson(tx, row.person_id)
      const now = await store.readClock(tx)
      const deadline = deadlineOf(row)
      return accept({
        ...(await readRequest(tx, row, false)),
        person: person ? maskPerson(person.name, person.email) : visitor ? 'Sin cuenta' : 'Cuenta eliminada',
        visitor,
        missing_proof: missingProof(row, visitor),
        current_value: isOpen(row.state) ? currentValue(row.about, person) : row.old_value,
        effect: person === null ? null : grantEffect(row),
        needs_done: needsDone(row, 'aceptada'),
        can_apply: row.kind === 'corregir' && isCorrectable(row.about) && person !== null,
        can_extend: nextRequestState(row.state, 'extend', 'admin').ok && extendedDay(deadline, now).ok,
        is_own: row.person_id === admin.adminId || isAboutAdmin(visitor, context),
        identity_lapsed: hasLapsed(row, now),
      })
    }),
)

const deadlineOf = (row: RequestRow) => ({
  received: row.received_at,
  dueOn: row.due_on,
  extendedFrom: row.extended_from,
  isBlock: row.kind === 'bloquear',
})

/**
 * Locks a request for a change by an administrator, who has a fresh proof: a stolen session changes nobody's data.
 * Refusals: unknown (404), of themselves (403).
 */
async function lockFor(
  tx: Tx,
  context: SignedInContext,
  { adminId }: Admin,
  requestId: string,
): Promise<Result<RequestRow>> {
  // Before the request, as the deletion of the account does.
  const personId = (await store.findRequest(tx, requestId))?.person_id
  if (personId) await lockAccount(tx, personId)
  const row = await store.lockRequest(tx, requestId)
  if (!row || row.state === 'por_confirmar') return unknown()
  if (row.person_id === adminId || isAboutAdmin(await findAskingVisitor(tx, row), context))
    return refuse({ code: 'FORBIDDEN', message: MESSAGES.ownAccount })
  return isOpen(row.state) ? accept(row) : conflict(MESSAGES.answeredByOther)
}

/** DAT-13: asks for a proof of identity, once. Refusals: as `lockFor`; the state does not allow it (409). */
export const askIdentity = asProvenAdmin(
  async (context, admin, { requestId }: RequestIdInput): Promise<Result<RequestChanged>> =>
    transact(context.db, async (tx) => {
      const locked = await lockFor(tx, context, admin, requestId)
      if (!locked.ok) return locked
      const row = locked.value
      const next = nextRequestState(row.state, 'ask', 'admin')
      if (!next.ok) return next
      if (row.identity_asked_at !== null) return conflict(MESSAGES.identityAsked)
      await store.updateRequest(tx, row.id, { state: 'identidad' }, false)
      await store.markIdentityAsked(tx, row.id)
      await store.insertMessage(tx, row.id, 'identity', identityText(row.due_on, await store.readClock(tx)))
      await audit(tx, { ...entryOf(admin, row), action: 'request.identity_asked' })
      await notifyAsker(tx, context, row, 'request-identity')
      await announceRequest(tx, context, row)
      return accept({ state: 'identidad' as const })
    }),
)

const entryOf = ({ adminId }: Admin, { id, number, person_id: person }: RequestRow) => ({
  actor: adminId,
  object: id,
  person,
  details: { number },
})

/** DAT-15: extends the deadline once. Refusals: as `lockFor`; extended before, past due, or not extendable (409). */
export const extendRequest = asProvenAdmin(
  async (context, admin, { requestId, reason }: ExtendRequestInput): Promise<Result<RequestChanged>> =>
    transact(context.db, async (tx) => {
      const locked = await lockFor(tx, context, admin, requestId)
      if (!locked.ok) return locked
      const row = locked.value
      const day = extendedDay(deadlineOf(row), await store.readClock(tx))
      if (!day.ok) return day
      const next = nextRequestState(row.state, 'extend', 'admin')
      if (!next.ok) return next
      const state = row.state === 'identidad' ? row.state : 'ampliada'
      await store.updateRequest(tx, row.id, { state, due_on: day.value, extended_from: row.due_on }, false)
      const until = `Te responderemos a más tardar el ${formatLongDate(day.value)}.`
      await store.insertMessage(tx, row.id, 'extended', `${reason}\n\n${until}`)
      await audit(tx, { ...entryOf(admin, row), action: 'request.extended' })
      await notifyAsker(tx, context, row, 'request-extended')
      await announceRequest(tx, context, row)
      return accept({ state })
    }),
)

const DECISION_ACTIONS = {
  aceptada: 'request.granted',
  parcial: 'request.partly_granted',
  rechazada: 'request.refused',
} as const

/**
 * DAT-16, DAT-17, DAT-61: answers a request. Granting a correction changes the named column in the same transaction. Of two
 * answers one succeeds. Refusals: as `lockFor`; a refusal without its cause, or a human review without criteria (422); a proof of identity that is awaited, or
 * what `applyCorrection` refuses (409).
 */
export const decideRequest = asProvenAdmin(
  async (
    context,
    admin,
    { requestId, outcome, cause, answer, criteria, done = null }: DecideRequestInput,
  ): Promise<Result<RequestChanged>> => {
    if (outcome !== 'aceptada' && cause === null)
      return refuse(fieldRefusal('cause', MESSAGES.refusalCauseMissing))
    return transact(context.db, async (tx) => {
      const locked = await lockFor(tx, context, admin, requestId)
      if (!locked.ok) return locked
      const row = locked.value
      const now = await store.readClock(tx)
      if (row.state === 'identidad' && !hasLapsed(row, now)) return conflict(MESSAGES.notYetLapsed)
      const missing = outcome === 'rechazada' ? null : missingProof(row, await findAskingVisitor(tx, row))
      if (missing !== null) return conflict(missing)
      const event = row.state === 'identidad' && outcome === 'rechazada' ? 'lapse' : outcomeEvent[outcome]
      const next = nextRequestState(row.state, event, 'admin')
      if (!next.ok) return next
      const isReview = row.kind === 'revision' && outcome !== 'rechazada'
      if (isReview && !isReason(criteria ?? ''))
        return refuse(fieldRefusal('criteria', MESSAGES.criteriaMissing))
      if (row.kind === 'bloquear' && outcome === 'parcial') return conflict(MESSAGES.partOfBlock)
      const isDoneByHand = outcome !== 'rechazada' && needsDone(row, outcome)
      if (isDoneByHand && !isReason(done ?? '')) return refuse(fieldRefusal('done', MESSAGES.doneMissing))
      const text = isReview
        ? `Criterios: ${criteria}\n\nDecisión: ${answer}`
        : isDoneByHand
          ? `Qué hicimos: ${done}\n\n${answer}`
          : answer
      const applied = outcome === 'aceptada' ? await apply(tx, context, admin, row) : accept(null)
      if (!applied.ok) return applied
      await moveBlock(tx, context, row.id, outcome === 'aceptada' ? 'keep' : 'lift', 'admin')
      const decision = {
        state: outcome,
        decided_by: admin.adminId,
        old_value: applied.value,
        refusal_cause: outcome === 'aceptada' ? null : cause,
      }
      await store.updateRequest(tx, row.id, decision, true)
      await store.insertMessage(tx, row.id, 'answer', `${text}\n\n${complaintText(row.received_at, now)}`)
      const entry = entryOf(admin, row)
      // Without the values: they are deleted with the account.
      const about = isCorrectable(row.about) && outcome === 'aceptada' ? { corrected: row.about } : {}
      await audit(tx, {
        ...entry,
        action: DECISION_ACTIONS[outcome],
        details: { ...entry.details, ...about },
      })
      await notifyAsker(tx, context, row, 'request-answered')
      await announceRequest(tx, context, row)
      return accept({ state: outcome })
    })
  },
)

/** Does what `grantEffect` says. @returns what a corrected column said before */
async function apply(
  tx: Tx,
  context: SignedInContext,
  { adminId }: Admin,
  row: RequestRow,
): Promise<Result<string | null>> {
  if (row.kind === 'borrar' && row.about === 'resena' && row.object_id !== null) {
    const erasure = { id: row.object_id, actor: adminId, authorId: row.person_id }
    if (!(await eraseReview(tx, context, erasure))) return conflict(MESSAGES.reviewOfAnother)
  }
  if (row.kind === 'oponer' && row.about === 'busqueda' && row.person_id !== null)
    await keepProfileBlocked(tx, context, { requestId: row.id, userId: row.person_id })
  if (row.kind !== 'corregir' || !isCorrectable(row.about) || row.person_id === null) return accept(null)
  const person = await store.findPerson(tx, row.person_id)
  if (!person) return unknown()
  const correction = {
    about: row.about,
    newValue: row.new_value ?? '',
    hasEvidence: row.file_keys.length + row.identity_keys.length > 0,
  }
  return applyCorrection(tx, context, person, correction)
}

/**
 * DAT-18: ends a block that was kept, with a reason that its person reads. Refusals: unknown (404), of themselves (403),
 * nothing is blocked by this request (409).
 */
export const liftBlock = asProvenAdmin(
  async (context, admin, { requestId, reason }: ExtendRequestInput): Promise<Result<EndedBlock>> =>
    transact(context.db, async (tx) => {
      const personId = (await store.findRequest(tx, requestId))?.person_id
      if (personId) await lockAccount(tx, personId)
      const row = await store.lockRequest(tx, requestId)
      if (!row || row.state === 'por_confirmar') return unknown()
      if (row.person_id === admin.adminId) return refuse({ code: 'FORBIDDEN', message: MESSAGES.ownAccount })
      // While the request is open, its decision ends the block.
      const block = row.decided_at && (await moveBlock(tx, context, row.id, 'lift', 'admin'))
      if (!block) return conflict(MESSAGES.notBlocked)
      const complaint = complaintText(row.received_at, await store.readClock(tx))
      await store.insertMessage(tx, row.id, 'lifted', `${reason}\n\n${complaint}`)
      await audit(tx, { ...entryOf(admin, row), action: 'block.lifted' })
      await notifyAsker(tx, context, row, 'block-lifted')
      await announceRequest(tx, context, row)
      return accept({ block })
    }),
)

/** DAT-60: e-mails administrators of what is due, once a day: at day 20, 25 and 28, then daily; of blocks daily. */
export async function remindOfRequests(platform: Pick<Platform, 'db' | 'sealer' | 'config'>): Promise<void> {
  await runInTransaction(platform.db, async (tx) => {
    const rows = await store.takeForReminder(tx, ANSWER_DAYS)
    const today = rows[0]?.today
    if (today === undefined) return
    // Those without a reminder today, too: the next minute does not lock them again.
    const seen = rows.map(({ id }) => id)
    await store.markReminded(tx, seen, today)
    const due = rows.filter(({ kind, due_on }) => kind === 'bloquear' || isReminderDay(due_on, today))
    const [first] = due
    if (!first) return
    const lines = due.map(({ number, due_on }) => `${number}: ${dueText(due_on, today).toLowerCase()}`)
    for (const admin of await listAdministrators(tx))
      await sendMail(tx, platform.sealer, {
        template: requestsDueMail,
        to: admin.email,
        props: { lines, link: `${platform.config.publicUrl}/admin/solicitudes` },
        key: `requests-due:${admin.id}:${today}:${first.id}`,
      })
  })
}

/** DAT-11: whether a person may open a file of a request: its owner, and administrators. */
export async function canReadEvidence(context: SignedInContext, key: string): Promise<boolean> {
  const request = await store.findRequestOfFile(context.db, key)
  if (!request) return false
  return context.session.role === 'admin' || request.person_id === context.session.userId
}
