import { isoDay } from '../../chile/dates.ts'
import { cutPage, parseTimeCursor, type TimeCursor } from '../../input/cursor.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.server.ts'
import type { Found } from '../../platform/database/queries.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { checkRateLimit } from '../../platform/http/rate-limit.server.ts'
import type { EventKind } from '../../platform/realtime/event-kinds.ts'
import {
  type EventPublisher,
  type EventRow,
  eventsTo,
  publish,
} from '../../platform/realtime/publish.server.ts'
import { asAdmin } from '../../platform/rpc/admin-commands.server.ts'
import type { Context, Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import { isEmailVerified, isSuspendedInAnyWay } from '../accounts/commands.server.ts'
import { consentToCase } from '../consents/commands.server.ts'
import { PUBLISH_BUTTON, SCREENS } from '../consents/rules.ts'
import { presetDiscretion } from '../safe-contact/commands.server.ts'
import { composeCase, mentionsChildren } from './intake/answers.ts'
import { isSafetySpecialty } from './intake/questions.ts'
import {
  type CaseEvent,
  type CaseParty,
  caseParty,
  checkOpenCaseLimit,
  isBeforeLawyer,
  type NewEntry,
  nextCaseStatus,
  PUBLISH_RATE_LIMIT,
  requireCaseOwner,
} from './rules.ts'
import {
  type AdvanceInput,
  type CaseStatus,
  type CaseView,
  caseNumber,
  DELETED_USER_NAME,
  FINISHED_FIRST_PAGE_SIZE,
  generatedTitle,
  type LawyerStats,
  MESSAGES,
  OWN_CASE_LISTS,
  OWN_CASES_PAGE_SIZE,
  type OwnCasesInput,
  type OwnCasesPage,
  type Party,
  type PublishInput,
} from './schema.ts'
import type { LockedCase, NewCase } from './store.server.ts'
import * as store from './store.server.ts'
import {
  countOpenCases,
  lockCasesOfUser,
  lockClient,
  lockParties,
  mayBeRepublished,
  replaceContent,
  updateInMarket,
} from './store.server.ts'

/** Tells the lawyers with a plan that a case comes to the market or leaves it; of a hidden one they hear nothing. */
export const marketEvents = ({ id: ref, in_market }: { id: string; in_market: boolean }): EventRow[] =>
  in_market ? [{ user_id: null, audience: 'mercado', kind: 'case', ref }] : []

const notFound = refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })

/** The scope of a user in a case. Refuses an unknown case and a case of other people alike (404, ROU-35). */
export async function authorizeCaseParty(db: Db, caseId: string, userId: string): Promise<Result<CaseParty>> {
  const party = caseParty(await store.findCase(db, caseId), userId)
  return party ? accept(party) : notFound
}

/**
 * For later slices: runs a change of something in a case by one of its parties, with the case locked, and sends
 * both parties an event with the case's id. Errors: not a party (404).
 */
export function changeInCase<T>(
  context: SignedInContext,
  { caseId }: { caseId: string },
  kind: EventKind,
  change: (tx: Tx, party: CaseParty, row: LockedCase) => Promise<Result<T>>,
  /** Locks what comes before the case in the lock order. */
  lockFirst?: (tx: Tx) => Promise<unknown>,
): Promise<Result<T>> {
  return transact(context.db, async (tx) => {
    await lockFirst?.(tx)
    const row = await store.lockCaseForChange(tx, caseId)
    const party = caseParty(row, context.session.userId)
    if (!row || !party) return notFound
    const result = await change(tx, party, row)
    if (result.ok) await publish(tx, context.wake, eventsTo([row.client_id, row.lawyer_id], kind, caseId))
    return result
  })
}

export type { LockedCase }
/** For later slices: locks a case as its changes do. */
export const lockCase = store.lockCaseForChange

/**
 * SEG-03: writes an entry of a case's history in the causing transaction. It sends no event: the command publishes
 * its own to the parties of the case.
 */
export async function recordEntry(tx: Tx, entry: NewEntry): Promise<void> {
  await store.insertEntries(tx, [entry])
}

/** The entry of a step of the case itself, which happens once. */
const stepEntry = (kind: NewEntry['kind'], caseId: string, actorId: string | null): NewEntry => ({
  caseId,
  kind,
  ref: caseId,
  actorId,
})

/** CAS-01 to CAS-06: a case, for its client or its lawyer. Everyone else gets 404, as for an unknown case. */
export async function caseById(
  context: SignedInContext,
  input: { caseId: string },
): Promise<Result<CaseView>> {
  const party = await authorizeCaseParty(context.db, input.caseId, context.session.userId)
  if (!party.ok) return party
  const row = await store.readCase(context.db, party.value)
  return row ? accept(toCaseView(row, party.value)) : notFound
}

const toParty = (id: string | null, name: string | null, avatar_url: string | null): Party =>
  id === null
    ? { id, name: DELETED_USER_NAME, avatar_url: null }
    : { id, name: name ?? DELETED_USER_NAME, avatar_url }

function toCaseView(row: Found<typeof store.readCase>, { side }: CaseParty): CaseView {
  const { client_id, lawyer_id, client_name, client_avatar, lawyer_name, lawyer_avatar, ...rest } = row
  return {
    ...rest,
    number: caseNumber(row.id),
    proposal_accepted_at: row.proposal_accepted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    republish_until: row.republish_until?.toISOString() ?? null,
    side,
    client: toParty(client_id, client_name, client_avatar),
    lawyer: isBeforeLawyer(row.status) ? null : toParty(lawyer_id, lawyer_name, lawyer_avatar),
  }
}

/** OPEN-42: the lawyer's next step. Refusals: no party (404), the client (403), another status (409). */
export const advanceCase = (context: SignedInContext, input: AdvanceInput): Promise<Result<CaseView>> =>
  changeInCase(context, input, 'case', async (tx, party, row) => {
    const moved = await moveCase(tx, context, { party, row, event: 'progress' })
    if (!moved.ok) return moved
    await recordEntry(tx, stepEntry('in-progress', row.id, party.userId))
    const view = await store.readCase(tx, party)
    return view ? accept(toCaseView(view, party)) : notFound
  })

/**
 * For later slices: moves a locked case along the state graph by one of its parties. The caller sends the parties'
 * events and writes the entry of the history. Refusals: the wrong side (403), another status (409).
 */
export async function moveCase(
  tx: Tx,
  platform: EventPublisher,
  { party, row, event, reason }: CaseMove,
): Promise<Result<CaseStatus>> {
  const next = nextCaseStatus(row.status, event, party.side)
  if (!next.ok) return next
  const [from, to] = [row.status, next.value]
  if (!(await store.updateCaseStatus(tx, party, { from, to, reason: reason ?? null })))
    return refuse({ code: 'CONFLICT', message: MESSAGES.statusChanged })
  if (isBeforeLawyer(from) && isBeforeLawyer(to)) await publish(tx, platform.wake, marketEvents(row))
  return next
}

interface CaseMove {
  party: CaseParty
  row: LockedCase
  event: CaseEvent
  /** Why it is withdrawn. */
  reason?: string
}

/**
 * WIZ-25: a new open case. Idempotent by id, with the same content.
 * Refusals: not a client (403), the same id with other content (409).
 */
export async function publishCase(
  platform: Pick<Platform, 'db' | 'wake'>,
  newCase: NewCase,
): Promise<Result<{ id: string }>> {
  return transact(platform.db, async (tx) =>
    (await store.lockClient(tx, newCase.clientId))
      ? addCase(tx, platform, newCase)
      : refuse({ code: 'FORBIDDEN', message: MESSAGES.clientsOnly }),
  )
}

/**
 * WIZ-06, WIZ-23, WIZ-25 to WIZ-28: a new open case of the caller, composed from the answers of the wizard. PLZ-66: about
 * danger it is hidden, unless they chose the market.
 * Idempotent: a retry with the same id, or the same answers from another tab, returns the existing open case.
 * Refusals: not a client (403), invalid answers (422), the same id with other content or too many open cases
 * (409, B3), too many new cases (429).
 */
export async function publishIntake(
  context: SignedInContext,
  input: PublishInput,
): Promise<Result<{ id: string }>> {
  const { userId: clientId, role } = context.session
  const clientsOnly = refuse({ code: 'FORBIDDEN', message: MESSAGES.clientsOnly })
  if (role !== 'client') return clientsOnly
  const composed = composeCase(input, isoDay(new Date()))
  if (!composed.ok) return composed
  const in_market = !isSafetySpecialty(input.specialty) || input.in_market === true
  const newCase = { id: input.id, clientId, ...composed.value, in_market }
  return transact(context.db, async (tx) => {
    // One transaction at a time per client: the second one sees the case written by the first.
    if (!(await store.lockClient(tx, clientId)) || (await isSuspendedInAnyWay(tx, clientId)))
      return clientsOnly
    const existing = await store.findIdenticalCase(tx, newCase)
    if (existing) return accept({ id: existing })
    const allowed = checkOpenCaseLimit(
      await store.countOpenCases(tx, clientId),
      await isEmailVerified(tx, clientId),
    )
    if (!allowed.ok) return allowed
    const limitKey = `cases:publish:${clientId}`
    const within = await checkRateLimit(tx, limitKey, PUBLISH_RATE_LIMIT, MESSAGES.tooManyCases)
    if (!within.ok) return within
    return addCase(tx, context, newCase)
  })
}

/** Inserts the case and publishes its events. The caller must have locked the client. */
async function addCase(tx: Tx, platform: EventPublisher, newCase: NewCase): Promise<Result<{ id: string }>> {
  if (!(await store.insertCase(tx, newCase)))
    return (await store.findIdenticalCase(tx, newCase)) === newCase.id
      ? accept({ id: newCase.id })
      : refuse({ code: 'CONFLICT', message: MESSAGES.idTaken, reason: 'ID_TAKEN' })
  await recordEntry(tx, stepEntry(newCase.in_market ? 'published' : 'saved', newCase.id, newCase.clientId))
  const hasChildren = mentionsChildren(newCase.specialty, newCase.details)
  const consent = { caseId: newCase.id, button: PUBLISH_BUTTON, hasChildren, isHidden: !newCase.in_market }
  await consentToCase(tx, newCase.clientId, { ...consent, screen: SCREENS.publish })
  if (isSafetySpecialty(newCase.specialty)) await presetDiscretion(tx, newCase.clientId)
  await publish(tx, platform.wake, [
    ...eventsTo([newCase.clientId], 'case', newCase.id),
    ...marketEvents(newCase),
  ])
  return accept({ id: newCase.id })
}

/**
 * OPEN-35: chooses the case that an accepted proposal starts, and assigns the lawyer: the preferred case, if
 * still open; else the client's only open case in a specialty of the lawyer, unless it was edited after the proposal
 * (SEG-32); else a new case, described by `summary`. The client must be locked (`lockClient`), so that two
 * acceptances do not choose concurrently.
 * @returns the id of the case
 */
export async function assignCase(
  tx: Tx,
  platform: EventPublisher,
  start: { clientId: string; lawyerId: string; preferred: string | null; summary: string; proposedAt: Date },
): Promise<string> {
  const { clientId, lawyerId, preferred, proposedAt } = start
  const onlyMatchingCase = async () => {
    const [open, another] = await store.findMatchingOpenCases(tx, clientId, lawyerId, proposedAt)
    return open && !open.is_edited && !another ? open.id : null
  }
  for (const choose of [async () => preferred, onlyMatchingCase]) {
    const caseId = await choose()
    const in_market = caseId && (await store.startCase(tx, { caseId, clientId, lawyerId }))
    if (!caseId || typeof in_market !== 'boolean') continue
    await recordEntry(tx, stepEntry('accepted', caseId, clientId))
    await publish(tx, platform.wake, [
      ...eventsTo([clientId, lawyerId], 'case', caseId),
      ...marketEvents({ id: caseId, in_market }),
    ])
    return caseId
  }
  const title = generatedTitle((await store.findName(tx, lawyerId)) ?? DELETED_USER_NAME)
  const caseId = await store.insertStartedCase(tx, { clientId, lawyerId, title, description: start.summary })
  await recordEntry(tx, stepEntry('accepted', caseId, clientId))
  await publish(tx, platform.wake, eventsTo([clientId, lawyerId], 'case', caseId))
  return caseId
}

/**
 * For later slices. `lockClient`: before choosing among a client's cases. `lockParties`: against account
 * deletion. `lockCasesOfUser`: for account deletion. The rest: for open cases.
 */
export {
  countOpenCases,
  lockCasesOfUser,
  lockClient,
  lockParties,
  mayBeRepublished,
  replaceContent,
  updateInMarket,
}

/**
 * Locks a case that its client wants to delete, until the transaction ends.
 * Refusals: not a party (404), its lawyer (403), a case that has a lawyer (409).
 */
export async function lockWaitingCase(tx: Tx, caseId: string, userId: string): Promise<Result<CaseParty>> {
  const row = await store.lockCase(tx, caseId)
  const party = caseParty(row, userId)
  if (!row || !party) return notFound
  if (party.side !== 'client') return refuse({ code: 'FORBIDDEN', message: MESSAGES.onlyClientDeletes })
  return isBeforeLawyer(row.status)
    ? accept(party)
    : refuse({ code: 'CONFLICT', message: MESSAGES.alreadyHasLawyer })
}

/** Deletes a locked open or withdrawn case with all its texts, and removes it from the market. */
export async function deleteWaitingCase(
  tx: Tx,
  platform: EventPublisher,
  { caseId, userId }: CaseParty,
): Promise<void> {
  const in_market = (await store.deleteCase(tx, caseId)) === true
  await publish(tx, platform.wake, [
    ...eventsTo([userId], 'case', caseId),
    ...marketEvents({ id: caseId, in_market }),
  ])
}

/**
 * Step of account deletion (OPEN-58): deletes open cases, finishes the running cases of a lawyer, and deletes
 * cases without any remaining party.
 * @returns clients whose running cases were finished; the caller posts that to their chats
 */
export async function leaveCases(
  tx: Tx,
  platform: EventPublisher,
  userId: string,
): Promise<{ closedFor: string[] }> {
  // Serializes with a concurrent deletion of the other party's account.
  const locked = await store.lockCasesOfUser(tx, userId)
  const open = await store.deleteOpenCases(tx, userId)
  const closed = await store.closeRunningCases(tx, userId)
  await store.deleteAbandonedCases(tx, userId, {
    like: generatedTitle('%'),
    nameless: generatedTitle(DELETED_USER_NAME),
  })
  const remaining = locked.flatMap(({ id, client_id, lawyer_id }) => {
    const [other, kind] =
      client_id === userId ? [lawyer_id, 'client-left' as const] : [client_id, 'lawyer-left' as const]
    return other === null ? [] : [{ id, other, kind }]
  })
  await store.insertEntries(tx, [
    ...remaining.map(({ id, kind }) => stepEntry(kind, id, null)),
    // Those without a client are deleted by now.
    ...closed.flatMap(({ id, client_id }) => (client_id === null ? [] : [stepEntry('finished', id, null)])),
  ])
  await publish(tx, platform.wake, [
    ...open.flatMap(marketEvents),
    ...remaining.flatMap(({ id, other }) => eventsTo([other], 'case', id)),
  ])
  return { closedFor: [...new Set(closed.map((row) => row.client_id).filter((id) => id !== null))] }
}

const cursorOf = ({ stamp, id }: TimeCursor) => `${stamp}.${id}`

/**
 * DAL-08, DAC-04, OPEN-43: a page of the caller's own cases, newest first, each with the other party. Lawyers
 * have no waiting cases. Refuses administrators (403).
 */
export async function ownCases(
  context: SignedInContext,
  { list, after }: OwnCasesInput,
): Promise<Result<OwnCasesPage>> {
  const owner = requireCaseOwner(context.session)
  if (!owner.ok) return owner
  const pageSize = list === 'finished' && !after ? FINISHED_FIRST_PAGE_SIZE : OWN_CASES_PAGE_SIZE
  const page = { statuses: OWN_CASE_LISTS[list], after: parseTimeCursor(after), limit: pageSize + 1 }
  const rows = await store.listOwnCases(context.db, owner.value, page)
  const { shown, next } = cutPage(rows, pageSize, cursorOf)
  return accept({
    items: shown.map(({ title, since, chat_id, other_id, other_name, other_avatar, ...row }) => ({
      id: row.id,
      title,
      status: row.status,
      since: since.toISOString(),
      other: isBeforeLawyer(row.status) ? null : toParty(other_id, other_name, other_avatar),
      chat_id,
      republish_until: row.republish_until?.toISOString() ?? null,
      visibility: row.visibility,
    })),
    next,
    total: rows[0]?.total ?? 0,
  })
}

/** CAL-08, PUB-07, PUB-08: public statistics of a lawyer; zeros for an unknown id. */
export const lawyerStats = (context: Context, { lawyerId }: { lawyerId: string }): Promise<LawyerStats> =>
  store.readLawyerStats(context.db, lawyerId)

/** Current number of cases by status (OPEN-03). Administrators only (403). */
export const caseCounts = asAdmin(async ({ db }, admin) => accept(await store.countCases(db, admin)))
