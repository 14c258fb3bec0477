import { maskName } from '../../input/masks.ts'
import { runInTransaction, type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { audit } from '../../platform/log/audit.server.ts'
import { recordLook } from '../../platform/log/looks.server.ts'
import { type EventPublisher, eventsTo, publish } from '../../platform/realtime/publish.server.ts'
import { asProvenAdmin } from '../../platform/rpc/admin-commands.server.ts'
import type { Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import type { Admin } from '../../platform/session/admin.ts'
import {
  ACCOUNT_GONE,
  isSuspendedInAnyWay,
  lockAccount,
  writePausedCases,
  writeProfileSuspension,
} from '../accounts/commands.server.ts'
import { lockClient, marketEvents } from '../cases/commands.server.ts'
import { lockLawyerFirst, setSuspended, writeDescriptionHidden } from '../lawyers/commands.server.ts'
import { notify } from '../notices/commands.server.ts'
import { writeReviewHidden } from '../reviews/commands.server.ts'
import {
  APPEAL_GRAPH,
  type GraphActor,
  requireClientOrLawyer,
  roleText,
  SANCTION_GRAPH,
  type SanctionEvent,
  stateAfter,
} from './rules.ts'
import * as store from './sanction-store.server.ts'
import {
  type DecideAppealInput,
  type LiftInput,
  MESSAGES,
  type OpenedSanction,
  type Sanction,
  type SanctionIdInput,
  type SanctionState,
  type SanctionTextInput,
} from './schema.ts'

const notFound = () => refuse({ code: 'NOT_FOUND', message: MESSAGES.sanctionNotFound })
const conflict = (message: string) => refuse({ code: 'CONFLICT', message })

/**
 * Locks a person in the order of docs/design.md §4, so that no acceptance, new case or deletion happens meanwhile.
 * @returns the role; null: the account no longer exists
 */
export async function lockPerson(tx: Tx, userId: string) {
  await lockAccount(tx, userId)
  await lockLawyerFirst(tx, userId)
  await lockClient(tx, userId)
  return store.lockProfileRow(tx, userId)
}

/**
 * Hides a suspended person from search, public profile and market, or shows them again, as both ways of suspension say:
 * of the operator (H-04) and of the team (DAT-70). The person must be locked.
 */
export async function applyVisibility(tx: Tx, platform: EventPublisher, userId: string): Promise<void> {
  const isSuspended = await isSuspendedInAnyWay(tx, userId)
  await setSuspended(tx, userId, isSuspended)
  const cases = await store.listOpenCases(tx, userId, isSuspended ? 'open' : 'paused')
  const ids = cases.map(({ id }) => id)
  await writePausedCases(tx, ids, { paused: isSuspended, why: 'suspension' })
  await publish(tx, platform.wake, cases.flatMap(marketEvents))
}

/**
 * DAT-70, DAT-72: a suspension begins, or is over, with all that follows. The log has no reason: that of the sanction goes
 * with the account.
 */
export async function applySuspension(
  tx: Tx,
  platform: EventPublisher,
  { id, userId, isSuspended }: { id: string; userId: string; isSuspended: boolean },
): Promise<void> {
  await writeProfileSuspension(tx, userId, isSuspended)
  await audit(tx, {
    actor: null,
    action: isSuspended ? 'account.suspended' : 'account.restored',
    object: userId,
    person: userId,
  })
  await applyVisibility(tx, platform, userId)
  const cases = await store.listRunningCases(tx, userId)
  if (isSuspended)
    await notify(
      tx,
      platform,
      cases.map(({ id: caseId, client_id, lawyer_id }) => ({
        userId: client_id === userId ? lawyer_id : client_id,
        kind: 'partner-suspended',
        key: `partner-suspended:${id}:${caseId}`,
        ref: caseId,
        caseId,
        actorId: null,
      })),
    )
  await publish(tx, platform.wake, [
    ...eventsTo([userId], 'profile', userId),
    ...cases.flatMap(({ id: caseId, client_id, lawyer_id }) =>
      eventsTo([client_id, lawyer_id], 'case', caseId),
    ),
  ])
}

/** DAT-69: hides the description of a profile, or shows it again, as the decisions in force say. The person must be locked. */
export async function applyHiddenProfile(tx: Tx, platform: EventPublisher, userId: string): Promise<void> {
  await writeDescriptionHidden(tx, userId, await store.isProfileHidden(tx, userId))
  await publishSession(tx, platform, userId)
}

/** The person's open pages read the session again: an announcement begins or is withdrawn. */
export const publishSession = (tx: Tx, platform: EventPublisher, userId: string) =>
  publish(tx, platform.wake, eventsTo([userId], 'profile', userId))

/** Something in the queue of reports changed: its open pages, and the person whom it is about, refetch. */
export async function publishToQueue(
  tx: Tx,
  platform: EventPublisher,
  { kind, id, personId }: { kind: 'report' | 'sanction'; id: string; personId: string | null },
): Promise<void> {
  const admins = await store.listAdmins(tx)
  await publish(tx, platform.wake, eventsTo([personId, ...admins], kind, id))
}

/** A notice to the person of a sanction. */
export async function notifyPerson(
  tx: Tx,
  platform: EventPublisher,
  { id, userId, kind }: { id: string; userId: string; kind: string },
): Promise<void> {
  await notify(tx, platform, [{ userId, kind, key: `${kind}:${id}`, ref: id, caseId: null, actorId: null }])
  await publishToQueue(tx, platform, { kind: 'sanction', id, personId: userId })
}

const iso = (time: Date | null) => time?.toISOString() ?? null

const toSanction = (row: store.SanctionRow): Sanction => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  rule: row.rule,
  reason: row.reason,
  urgent_reason: row.urgent_reason,
  created_at: row.created_at.toISOString(),
  starts_at: row.starts_at.toISOString(),
  ends_at: iso(row.ends_at),
  closed_at: iso(row.closed_at),
  closing_reason: row.closing_reason,
  answer: row.answer,
  answered_at: iso(row.answered_at),
  appeal:
    row.appeal_text === null || row.appeal_state === null || row.appealed_at === null
      ? null
      : {
          text: row.appeal_text,
          state: row.appeal_state,
          created_at: row.appealed_at.toISOString(),
          decision: row.appeal_decision,
          decided_at: iso(row.appeal_decided_at),
        },
})

/** DAT-69, DAT-72: what the team decided about the caller, newest first. */
export async function ownSanctions(context: SignedInContext): Promise<Result<{ sanctions: Sanction[] }>> {
  const rows = await store.listSanctionsOf(context.db, context.session.userId)
  return accept({ sanctions: rows.map(toSanction) })
}

/** Changes a sanction of the caller and returns it. Errors: 403 for administrators, 404 for another person's. */
async function changeOwn(
  context: SignedInContext,
  id: string,
  change: (tx: Tx, row: store.SanctionRow) => Promise<Result<true>>,
): Promise<Result<Sanction>> {
  const party = requireClientOrLawyer(context.session)
  if (!party.ok) return party
  const { userId } = context.session
  return transact(context.db, async (tx) => {
    // Before the sanction, as the deletion of the account does.
    if ((await lockAccount(tx, userId)) === null) return refuse(ACCOUNT_GONE)
    const row = await store.lockSanction(tx, id)
    if (row?.user_id !== userId) return notFound()
    const changed = await change(tx, row)
    if (!changed.ok) return changed
    const next = await store.findSanction(tx, id)
    return next ? accept(toSanction(next)) : notFound()
  })
}

/**
 * DAT-70: the person answers the announcement of a suspension, once. A retry changes nothing. Errors: 404, 409 answered
 * before or begun.
 */
export const answerAnnouncement = (context: SignedInContext, { id, text }: SanctionTextInput) =>
  changeOwn(context, id, async (tx, row) => {
    if (row.answer === text) return accept(true)
    if (row.answer !== null) return conflict(MESSAGES.answeredBefore)
    if (row.state !== 'anunciada') return conflict(MESSAGES.notAnswerable)
    await store.setAnswer(tx, id, text)
    await publishToQueue(tx, context, { kind: 'sanction', id, personId: row.user_id })
    return accept(true)
  })

/** DAT-72: «Apelar», once. A retry changes nothing. Errors: 404, 409 appealed before, or not in force. */
export const appeal = (context: SignedInContext, { id, text }: SanctionTextInput) =>
  changeOwn(context, id, async (tx, row) => {
    if (row.appeal_text === text) return accept(true)
    if (!stateAfter(APPEAL_GRAPH, row.appeal_state ?? 'ninguna', 'appeal', 'person'))
      return conflict(MESSAGES.appealedBefore)
    if (row.state !== 'vigente') return conflict(MESSAGES.notAppealable)
    await store.insertAppeal(tx, id, text)
    await notifyPerson(tx, context, { id, userId: row.user_id, kind: 'appeal-received' })
    return accept(true)
  })

/**
 * DAT-35: a sanction for an administrator, with its appeal; the look is recorded with it. Errors: 403 without a fresh proof,
 * 404.
 */
export const openSanction = asProvenAdmin(async (context, admin, { id }: SanctionIdInput) =>
  transact(context.db, async (tx) => {
    const row = await store.findSanction(tx, id)
    const person = row && (await store.findPerson(tx, row.user_id))
    if (!row || !person) return notFound()
    await recordLook(tx, {
      adminId: admin.adminId,
      action: 'sanction.viewed',
      personId: row.user_id,
      purpose: 'report',
      reference: id,
    })
    const isOwn = row.decided_by === admin.adminId
    const opened: OpenedSanction = {
      ...toSanction(row),
      about: await describePerson(tx, row.user_id, person),
      needs_other: isOwn && (await store.hasOtherAdmin(tx, admin.adminId)),
    }
    return accept(opened)
  }),
)

/** Masked name and role, and how many sanctions the person had. */
export async function describePerson(
  tx: Tx,
  userId: string,
  person: NonNullable<Awaited<ReturnType<typeof store.findPerson>>>,
) {
  const isVerified = person.role === 'lawyer' && person.verification_status === 'verified'
  return {
    name: maskName(person.name),
    role: roleText(person.role, isVerified),
    earlier: await store.countEarlier(tx, userId),
  }
}

/** Moves a locked sanction and applies what follows. Refused (409): its graph has no such transition. */
async function move(
  tx: Tx,
  platform: Pick<Platform, 'wake' | 'sealer'>,
  row: store.SanctionRow,
  { event, actor, reason = null }: { event: SanctionEvent; actor: GraphActor; reason?: string | null },
): Promise<Result<SanctionState>> {
  const state = stateAfter(SANCTION_GRAPH, row.state, event, actor)
  if (!state) return conflict(MESSAGES.answered)
  const { id, user_id: userId } = row
  await store.setSanctionState(tx, id, state, reason)
  if (row.kind === 'suspender' && state !== 'retirada')
    await applySuspension(tx, platform, { id, userId, isSuspended: state === 'vigente' })
  if (state === 'retirada') await publishSession(tx, platform, userId)
  if (row.kind === 'ocultar' && state === 'terminada' && row.review_id !== null)
    await writeReviewHidden(tx, platform, { id: row.review_id, reason: null, actor: null })
  if (row.hides_profile && state === 'terminada') await applyHiddenProfile(tx, platform, userId)
  if (event !== 'winAppeal')
    await notifyPerson(tx, platform, {
      id,
      userId,
      kind: state === 'vigente' ? 'sanction-begun' : 'sanction-ended',
    })
  return accept(state)
}

/** Locks the person of a sanction, then the sanction. Errors: 404; 403 the administrator's own. */
async function lockForAdmin(tx: Tx, admin: Admin, id: string): Promise<Result<store.SanctionRow>> {
  const found = await store.findSanction(tx, id)
  if (!found) return notFound()
  if (found.user_id === admin.adminId) return refuse({ code: 'FORBIDDEN', message: MESSAGES.aboutYourself })
  await lockPerson(tx, found.user_id)
  const row = await store.lockSanction(tx, id)
  return row ? accept(row) : notFound()
}

/**
 * DAT-70, DAT-72: ends a sanction, or withdraws an announced suspension because its person's answer is accepted. All that it
 * took away is back in this transaction. Errors: 403 without a fresh proof or about oneself, 404, 409 over already.
 */
export const lift = asProvenAdmin(async (context, admin, { id, reason }: LiftInput) =>
  transact(context.db, async (tx) => {
    const row = await lockForAdmin(tx, admin, id)
    if (!row.ok) return row
    const event = row.value.state === 'anunciada' ? 'acceptAnswer' : 'lift'
    const moved = await move(tx, context, row.value, { event, actor: 'admin', reason })
    if (!moved.ok) return moved
    const person = row.value.user_id
    await audit(tx, { actor: admin.adminId, action: 'sanction.lifted', object: id, person })
    return accept({ state: moved.value })
  }),
)

/** DAT-70: a suspension without end stays after its review. Errors: as lift. */
export const keep = asProvenAdmin(async (context, admin, { id }: SanctionIdInput) =>
  transact(context.db, async (tx) => {
    const row = await lockForAdmin(tx, admin, id)
    if (!row.ok) return row
    const { kind, state, ends_at, user_id: person } = row.value
    if (kind !== 'suspender' || state !== 'vigente' || ends_at !== null) return conflict(MESSAGES.answered)
    await store.setReviewed(tx, id)
    await publishToQueue(tx, context, { kind: 'sanction', id, personId: null })
    await audit(tx, { actor: admin.adminId, action: 'sanction.kept', object: id, person })
    return accept({ state })
  }),
)

/**
 * DAT-72: answers an appeal; where there are two administrators, another one than decided. Errors: 403 without a fresh proof,
 * about oneself, or one's own decision; 404; 409 «Otra persona ya respondió.».
 */
export const decideAppeal = asProvenAdmin(async (context, admin, input: DecideAppealInput) => {
  const { id, revokes, reason } = input
  return transact(context.db, async (tx) => {
    const locked = await lockForAdmin(tx, admin, id)
    if (!locked.ok) return locked
    const row = locked.value
    const event = revokes ? 'revoke' : 'confirm'
    const state = stateAfter(APPEAL_GRAPH, row.appeal_state ?? 'ninguna', event, 'admin')
    if (state !== 'confirmada' && state !== 'revocada') return conflict(MESSAGES.answered)
    if (row.decided_by === admin.adminId && (await store.hasOtherAdmin(tx, admin.adminId)))
      return refuse({ code: 'FORBIDDEN', message: MESSAGES.otherAdmin })
    await store.closeAppeal(tx, admin, id, { state, decision: reason })
    let next = row.state
    // Its time may be over meanwhile.
    if (revokes && row.state === 'vigente') {
      const moved = await move(tx, context, row, { event: 'winAppeal', actor: 'admin', reason })
      if (!moved.ok) return moved
      next = moved.value
    }
    await notifyPerson(tx, context, { id, userId: row.user_id, kind: 'appeal-answered' })
    await audit(tx, {
      actor: admin.adminId,
      action: revokes ? 'appeal.revoked' : 'appeal.confirmed',
      object: id,
      person: row.user_id,
    })
    return accept({ state: next })
  })
})

const BATCH_SIZE = 100

/**
 * DAT-70: suspensions begin and end by their dates, on any number of processes; each in its own transaction, so that one
 * that fails delays no other.
 */
export async function moveDueSanctions(platform: Platform): Promise<void> {
  const due = await store.listDueSanctions(platform.db, BATCH_SIZE)
  for (const { id, user_id } of due)
    try {
      await moveDueSanction(platform, id, user_id)
    } catch (error) {
      platform.log.error({ err: error, sanction: id }, 'a suspension could not begin or end')
    }
}

const moveDueSanction = (platform: Platform, id: string, userId: string) =>
  runInTransaction(platform.db, async (tx) => {
    await lockPerson(tx, userId)
    const row = await store.lockSanction(tx, id)
    // Another process, or an administrator, may have been first.
    if (!row || !(await store.isDue(tx, id))) return
    await move(tx, platform, row, { event: row.state === 'anunciada' ? 'begin' : 'end', actor: 'system' })
  })
