import { isDeepStrictEqual } from 'node:util'
import { cutPage, parseTimeCursor } from '../../input/cursor.ts'
import { type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, fieldRefusal, type Result, refuse } from '../../platform/errors/refusal.ts'
import { type EventPublisher, eventsTo, publish } from '../../platform/realtime/publish.server.ts'
import { asAdmin } from '../../platform/rpc/admin-commands.server.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import { isSuspendedInAnyWay } from '../accounts/commands.server.ts'
import { assignCase, authorizeCaseParty, lockClient, lockParties } from '../cases/commands.server.ts'
import { caseTitleFor, marketTitle } from '../cases/rules.ts'
import { DAILY_COUNT_DAYS, DELETED_USER_NAME } from '../cases/schema.ts'
import {
  authorizeChatParty,
  authorizeWriter,
  linkCase,
  postProposalMessage,
  postSystemMessage,
  readMessagesForEvents,
} from '../chat/commands.server.ts'
import { type ChatParty, chatParty, shownPartner, sideOf } from '../chat/rules.ts'
import { MESSAGES as CHAT_MESSAGES } from '../chat/schema.ts'
import { moveChatFiles } from '../documents/commands.server.ts'
import { shareLawyer } from '../lawyers/commands.server.ts'
import { requireVerifiedLawyer } from '../lawyers/rules.ts'
import { notify } from '../notices/commands.server.ts'
import {
  MAX_CONSECUTIVE_PROPOSALS,
  nextProposalStatus,
  PROPOSAL_RATE_LIMIT,
  PROPOSAL_RETRY_AFTER_SECONDS,
  type ProposalEvent,
  proposalNotice,
  refuseEvent,
} from './rules.ts'
import {
  CASE_EDITED_TEXT,
  type CreateInput,
  MESSAGES,
  PAGE_SIZE,
  type PendingInput,
  type PendingPage,
  PROPOSAL_SENT_TEXT,
  type Proposal,
  type ReceivedPage,
  toContent,
} from './schema.ts'
import type { PendingRow, ProposalWithCase, ProposalWithChat } from './store.server.ts'
import * as store from './store.server.ts'

type ProposalIdInput = { proposalId: string }

function toProposal(row: ProposalWithCase, userId: string): Proposal {
  const { id, chat_id, case_id, creator_id, status, version } = row
  return {
    id,
    chat_id,
    case_id,
    case_title: caseTitleFor(row, userId),
    creator_id,
    mine: creator_id === userId,
    content: toContent(row),
    status,
    version,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }
}

const refuseConflict = (message: string) => refuse({ code: 'CONFLICT', message })

const eventsForParties = (ref: string, { clientId, lawyerId }: Pick<ChatParty, 'clientId' | 'lawyerId'>) =>
  eventsTo([clientId, lawyerId], 'proposal', ref)

/**
 * Sends a proposal (PRP-01 to PRP-03, OPEN-36, OPEN-39): writes the proposal, its message and the system
 * message in one transaction. Idempotent by id: the same content again returns the stored proposal.
 * Errors: not a verified lawyer (403), not their chat (404), past deadline (422), PROPOSAL_RATE_LIMIT hit (429).
 * 409: other content under this id, this id was withdrawn, the client left or is suspended, a block, or more than
 * MAX_CONSECUTIVE_PROPOSALS proposals since the client last wrote or answered.
 */
export async function createProposal(
  context: SignedInContext,
  input: CreateInput,
): Promise<Result<Proposal>> {
  const lawyer = requireVerifiedLawyer(context.session)
  if (!lawyer.ok) return lawyer
  const { userId } = context.session
  const { id } = input
  const content = toContent(input)
  return transact(context.db, async (tx) => {
    const proven = await authorizeChatParty(tx, input.chatId, userId)
    if (!proven.ok) return proven
    const party = proven.value
    // Locks both accounts until the commit: neither can be deleted, and no acceptance can take the case.
    const bothExist = await lockParties(tx, party)
    const existing = await store.findProposal(tx, id, userId)
    if (existing) return replyIfSame(existing, party, input)
    // Check the chat again under the lock: it may have been undone (H-05) or blocked (DAT-68).
    const recheck = bothExist ? await authorizeWriter(tx, input.chatId, userId) : proven
    if (!recheck.ok) return recheck
    if (!bothExist || party.clientId === null) return refuseConflict(CHAT_MESSAGES.gone)
    if (await isSuspendedInAnyWay(tx, party.clientId)) return refuseConflict(MESSAGES.suspendedClient)
    if (content.deadline !== null && (await store.isPastDay(tx, content.deadline)))
      return refuse(fieldRefusal('deadline', MESSAGES.deadlinePast))
    const caseId = (await store.findTargetCase(tx, party))?.id ?? null
    const draft = { id, caseId, content, limit: PROPOSAL_RATE_LIMIT }
    const inserted = await store.insertProposal(tx, party, draft)
    const stored = await store.findProposal(tx, id, userId)
    if (!inserted && stored) return replyIfSame(stored, party, input)
    // Check once the insert has reserved the id: a proposal withdrawn concurrently has left its message.
    const conflict = await messageIdConflict(tx, party, id)
    if (conflict) return conflict
    if (!inserted) {
      return refuse({
        code: 'TOO_MANY_REQUESTS',
        message: MESSAGES.tooMany,
        retryAfter: PROPOSAL_RETRY_AFTER_SECONDS,
      })
    }
    if (!stored) throw new Error('proposal row missing')
    await postProposalMessage(tx, context, party, { proposalId: id, text: MESSAGES.sent })
    // The message has locked the chat row, so a concurrent proposal waits here and then counts this one.
    if ((await store.countConsecutive(tx, party)) > MAX_CONSECUTIVE_PROPOSALS)
      return refuseConflict(MESSAGES.waitForAnswer)
    await postSystemMessage(tx, context, party, { text: PROPOSAL_SENT_TEXT, showInList: false })
    const to = { userId: party.clientId, actorId: userId, caseId }
    await notify(tx, context, [proposalNotice('proposal-received', id, to)])
    await publish(tx, context.wake, eventsForParties(id, party))
    return accept(toProposal(stored, userId))
  })
}

const idTaken = () => refuse({ code: 'CONFLICT', message: MESSAGES.idTaken, reason: 'ID_TAKEN' })

/** Refuses a new proposal whose id is the id of a message: after a withdrawal the message keeps it. */
async function messageIdConflict(tx: Tx, { chatId, userId }: ChatParty, id: string) {
  const message = (await readMessagesForEvents(tx, [id])).get(id)
  if (!message) return null
  const isOwn = message.type === 'proposal' && message.chat_id === chatId && message.sender_id === userId
  return isOwn
    ? refuse({ code: 'CONFLICT', message: MESSAGES.withdrawn, reason: 'PROPOSAL_WITHDRAWN' })
    : idTaken()
}

/** Returns the stored proposal when the input repeats it; other content under its id is refused (409). */
function replyIfSame(
  existing: ProposalWithCase,
  { userId, chatId }: ChatParty,
  input: CreateInput,
): Result<Proposal> {
  // Only one lawyer can create proposals in a chat, so the creator need not be compared.
  const isSame = existing.chat_id === chatId && isDeepStrictEqual(toContent(existing), toContent(input))
  return isSame ? accept(toProposal(existing, userId)) : idTaken()
}

type ChatOfProposal = Pick<ProposalWithChat, 'chat_id' | 'chat_client' | 'chat_lawyer' | 'chat_case'>

/** The user as a party of the chat of a proposal, or null. */
const partyOf = ({ chat_id: id, chat_client, chat_lawyer, chat_case }: ChatOfProposal, userId: string) =>
  chatParty({ id, client_id: chat_client, lawyer_id: chat_lawyer, case_id: chat_case }, userId)

interface AllowedEvent {
  proposal: ProposalWithChat
  party: ChatParty
}

/** Whether the user may apply the event. Errors: outside the chat (404), wrong party (403), closed (409). */
function checkEvent(
  proposal: ProposalWithChat | null,
  userId: string,
  event: ProposalEvent,
): Result<AllowedEvent> {
  const party = proposal && partyOf(proposal, userId)
  if (!proposal || !party) return refuseEvent(event, 'NOT_FOUND')
  const actor = proposal.creator_id === userId ? 'creator' : 'other'
  const next = nextProposalStatus(proposal.status, event, actor)
  return next.ok ? accept({ proposal, party }) : next
}

const noLongerPending = (event: ProposalEvent) => refuseEvent(event, 'CONFLICT', MESSAGES.notPending)

/**
 * Accepts a proposal (PRP-09 to PRP-11, OPEN-35). One transaction accepts it, assigns its lawyer to a case,
 * starts that case, rejects the other pending proposals for it and posts system messages in the chats.
 * Errors: outside the chat (404), the caller's own (403), closed, suspended or blocked (409). @returns the started case
 */
export async function acceptProposal(
  context: SignedInContext,
  { proposalId }: ProposalIdInput,
): Promise<Result<{ caseId: string; proposal: Proposal }>> {
  const side = sideOf(context.session)
  if (!side.ok) return side
  const { userId } = context.session
  return transact(context.db, async (tx) => {
    // Check before locking any row: a user outside the chat must not block others.
    const seen = checkEvent(await store.findProposal(tx, proposalId, userId), userId, 'accept')
    if (!seen.ok) return seen
    const { clientId, lawyerId } = seen.value.party
    if (!clientId || !lawyerId || !(await shareLawyer(tx, lawyerId)) || !(await lockClient(tx, clientId)))
      return noLongerPending('accept')
    if (await isSuspendedInAnyWay(tx, lawyerId)) return refuseConflict(MESSAGES.suspendedLawyer)
    const locked = checkEvent(await store.lockProposal(tx, proposalId), userId, 'accept')
    if (!locked.ok) return locked
    const { proposal, party } = locked.value
    // SEG-32: no lawyer gets a case with words that were not shown to them.
    if (await store.hasUnreadMessage(tx, party, CASE_EDITED_TEXT))
      return refuseEvent('accept', 'CONFLICT', MESSAGES.editNotSeen)
    const { case_id: preferred, summary, created_at: proposedAt } = proposal
    const caseId = await assignCase(tx, context, { clientId, lawyerId, preferred, summary, proposedAt })
    if (!(await store.answerIfPending(tx, proposalId, 'accepted', caseId))) return noLongerPending('accept')
    if (!(await linkCase(tx, party, caseId))) return refuseConflict(CHAT_MESSAGES.blocked)
    await moveChatFiles(tx, context, party, caseId)
    await postSystemMessage(tx, context, party, { text: MESSAGES.accepted, showInList: true })
    await rejectPendingOfCase(tx, context, { caseId, userId })
    const recipient = { userId: lawyerId, actorId: userId, caseId }
    await notify(tx, context, [proposalNotice('proposal-accepted', proposalId, recipient)])
    await publish(tx, context.wake, eventsForParties(proposalId, party))
    const stored = await store.findProposal(tx, proposalId, userId)
    if (!stored) throw new Error('proposal row missing')
    return accept({ caseId, proposal: toProposal(stored, userId) })
  })
}

/** Rejects the pending proposals for a case of this locked client, and announces it in each chat (OPEN-35, SEG-33). */
export async function rejectPendingOfCase(
  tx: Tx,
  platform: EventPublisher,
  { caseId, userId }: { caseId: string; userId: string },
): Promise<void> {
  const rejected = await store.rejectPendingOfCase(tx, caseId)
  for (const one of rejected.sort((a, b) => a.chat_id.localeCompare(b.chat_id)))
    await announceRejection(tx, platform, partyOf(one, userId), one.id)
}

async function announceRejection(tx: Tx, platform: EventPublisher, party: ChatParty | null, id: string) {
  if (!party) return
  await postSystemMessage(tx, platform, party, { text: MESSAGES.rejected, showInList: true })
  const recipient = { userId: party.lawyerId, actorId: party.userId, caseId: null }
  await notify(tx, platform, [proposalNotice('proposal-rejected', id, recipient)])
  await publish(tx, platform.wake, eventsForParties(id, party))
}

/** Rejects a proposal (PRP-12). Errors: outside the chat (404), the caller's own (403), closed (409). */
export const rejectProposal = (context: SignedInContext, { proposalId }: ProposalIdInput) =>
  changePending(context, proposalId, 'reject', async (tx, party) => {
    if (!party.clientId || !(await lockClient(tx, party.clientId))) return null
    if (!(await store.answerIfPending(tx, proposalId, 'rejected', null))) return null
    await announceRejection(tx, context, party, proposalId)
    const stored = await store.findProposal(tx, proposalId, party.userId)
    if (!stored) throw new Error('proposal row missing')
    return toProposal(stored, party.userId)
  })

/** Deletes the caller's own pending proposal (OPEN-38, DAL-06). Errors: 404, 403 not theirs, 409 closed. */
export const withdrawProposal = (context: SignedInContext, { proposalId }: ProposalIdInput) =>
  changePending(context, proposalId, 'withdraw', async (tx, party) => {
    if (!(await store.deleteIfPending(tx, party, proposalId))) return null
    await publish(tx, context.wake, eventsForParties(proposalId, party))
    return { withdrawn: true as const }
  })

/** @param change null: the proposal is no longer pending */
async function changePending<T>(
  context: SignedInContext,
  proposalId: string,
  event: ProposalEvent,
  change: (tx: Tx, party: ChatParty) => Promise<T | null>,
): Promise<Result<T>> {
  const side = sideOf(context.session)
  if (!side.ok) return side
  const { userId } = context.session
  return transact(context.db, async (tx) => {
    const check = async () => checkEvent(await store.findProposal(tx, proposalId, userId), userId, event)
    const seen = await check()
    if (!seen.ok) return seen
    const changed = await change(tx, seen.value.party)
    if (changed !== null) return accept(changed)
    // Lost a race: report the status that the proposal has now.
    const current = await check()
    return current.ok ? noLongerPending(event) : current
  })
}

/** CAL-19: a proposal in one of the caller's chats; else 404 «No se pudo cargar la propuesta.» (PRP-05). */
export async function proposalById(context: SignedInContext, { proposalId }: ProposalIdInput) {
  const found = await proposalsByIds(context, { ids: [proposalId] })
  if (!found.ok) return found
  const [proposal] = found.value.proposals
  return proposal ? accept(proposal) : refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
}

/** The proposals for a page of messages. Skips unknown ids and ids outside the caller's chats. */
export async function proposalsByIds(
  context: SignedInContext,
  { ids }: { ids: readonly string[] },
): Promise<Result<{ proposals: Proposal[] }>> {
  const side = sideOf(context.session)
  if (!side.ok) return side
  const { userId } = context.session
  const rows = await store.findProposalsOfUser(context.db, userId, ids)
  return accept({ proposals: rows.map((row) => toProposal(row, userId)) })
}

/**
 * The title of the case that a new proposal in this chat would be for (docs/decisions/0022); null for none.
 * Errors: not a verified lawyer (403), not their chat (404).
 */
export async function targetCaseOfChat(
  context: SignedInContext,
  { chatId }: { chatId: string },
): Promise<Result<{ case_title: string | null }>> {
  const lawyer = requireVerifiedLawyer(context.session)
  if (!lawyer.ok) return lawyer
  const party = await authorizeChatParty(context.db, chatId, context.session.userId)
  if (!party.ok) return party
  const target = await store.findTargetCase(context.db, party.value)
  return accept({ case_title: target && marketTitle(target.title, target.client_name) })
}

/** The accepted proposal of a case, for its parties (tab «Propuesta»). Anybody else gets 404. */
export async function acceptedOfCase(
  context: SignedInContext,
  { caseId }: { caseId: string },
): Promise<Result<{ proposal: Proposal | null }>> {
  const party = await authorizeCaseParty(context.db, caseId, context.session.userId)
  if (!party.ok) return party
  const row = await store.findAcceptedProposal(context.db, party.value)
  return accept({ proposal: row && toProposal(row, party.value.userId) })
}

/** DAL-05: the caller's pending proposals, newest first, 50 per page. Errors: not a verified lawyer (403). */
export async function pendingOfLawyer(
  context: SignedInContext,
  { cursor }: PendingInput,
): Promise<Result<PendingPage>> {
  const lawyer = requireVerifiedLawyer(context.session)
  if (!lawyer.ok) return lawyer
  const { shown, next, total } = await pendingPage(context, 'lawyer', cursor)
  const { lawyerId: id } = lawyer.value
  const proposals = shown.map((row) => ({
    ...toProposal(row, id),
    client: otherParty(row, row.is_anonymous),
  }))
  return accept({ proposals, next, total })
}

/** Pending proposals to the calling client, newest first, 50 per page. Errors: not a client (403). */
export async function pendingOfClient(
  context: SignedInContext,
  { cursor }: PendingInput,
): Promise<Result<ReceivedPage>> {
  const { role, userId } = context.session
  if (role !== 'client') return refuse({ code: 'FORBIDDEN', message: MESSAGES.clientsOnly })
  const { shown, next, total } = await pendingPage(context, 'client', cursor)
  const proposals = shown.map((row) => ({ ...toProposal(row, userId), lawyer: otherParty(row, false) }))
  return accept({ proposals, next, total })
}

async function pendingPage(
  { db, session }: SignedInContext,
  side: 'lawyer' | 'client',
  cursor: string | undefined,
) {
  const page = { after: parseTimeCursor(cursor), limit: PAGE_SIZE + 1 }
  const rows = await store.listPending(db, side, session.user.id, page)
  const cut = cutPage(rows, PAGE_SIZE, (last) => `${last.stamp}_${last.id}`)
  return { ...cut, total: rows[0]?.total ?? 0 }
}

const otherParty = (row: PendingRow, isAnonymous: boolean) =>
  shownPartner(
    { id: row.other_id, name: row.other_name, avatar_url: row.other_avatar },
    isAnonymous,
    DELETED_USER_NAME,
  )

/** This slice's step of an account deletion (OPEN-58): deletes pending proposals from and to it. */
export async function leaveProposals(tx: Tx, platform: EventPublisher, userId: string): Promise<void> {
  // Same lock order as acceptProposal (client, then proposals), to avoid deadlocks.
  await lockClient(tx, userId)
  const events = (await store.deletePendingOfAccount(tx, userId)).flatMap(eventsOfDeleted)
  await publish(
    tx,
    platform.wake,
    events.filter(({ user_id }) => user_id !== userId),
  )
}

/** Deletes the pending proposals for a case that its client deletes (OPEN-58). Needs a lock on the client. */
export const withdrawProposalsForCase = async (tx: Tx, platform: EventPublisher, caseId: string) =>
  publish(tx, platform.wake, (await store.deletePendingOfCase(tx, caseId)).flatMap(eventsOfDeleted))

const eventsOfDeleted = ({ id, ...parties }: Awaited<ReturnType<typeof store.deletePendingOfCase>>[number]) =>
  eventsForParties(id, parties)

/** Proposals sent per day, without withdrawn ones (OPEN-03). Errors: not an administrator (403). */
export const proposalCounts = asAdmin(async ({ db }, admin) =>
  accept({ days: await store.countProposals(db, admin, DAILY_COUNT_DAYS) }),
)
