import { type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { publish } from '../../platform/realtime/publish.server.ts'
import type { Platform, SignedIn } from '../../platform/rpc/context.server.ts'
import { isSuspended } from '../accounts/commands.server.ts'
import { assignCase, holdClient, holdParties, provenCaseParty } from '../cases/commands.server.ts'
import { marketTitle, titleFor } from '../cases/rules.ts'
import { DAILY_DAYS, type Daily, GONE } from '../cases/schema.ts'
import {
  linkCase,
  postProposalMessage,
  postSystemMessage,
  provenChatParty,
  readMessagesForEvents,
} from '../chat/commands.server.ts'
import { type ChatParty, chatParty, shownPartner, sideOf } from '../chat/rules.ts'
import { MESSAGES as CHAT_MESSAGES } from '../chat/schema.ts'
import { verifiedLawyer } from '../lawyers/rules.ts'
import { administrator } from '../verification/rules.ts'
import { PROPOSAL_EVENTS } from './events.ts'
import {
  IN_A_ROW_MAX,
  nextProposalStatus,
  PROPOSAL_LIMIT,
  PROPOSAL_MOVES,
  PROPOSAL_WAIT,
  type ProposalEvent,
} from './rules.ts'
import {
  type CreateInput,
  MESSAGES,
  PAGE,
  type PendingInput,
  type PendingPage,
  type Proposal,
  type ReceivedPage,
  SENT_BY,
} from './schema.ts'
import {
  countInARow,
  countProposals,
  decide,
  deletePending,
  deletePendingFor,
  deletePendingOf,
  findAccepted,
  findCaseSought,
  findOwnProposals,
  findProposal,
  holdProposal,
  insertProposal,
  isPast,
  listPending,
  type PendingRow,
  type PlacedProposal,
  rejectOthers,
  type TitledProposal,
} from './store.server.ts'

type Waking = Pick<Platform, 'wake'>
type ById = { proposalId: string }

function view(row: TitledProposal, userId: string): Proposal {
  const { id, chat_id, case_id, creator_id, summary, fee, deadline, conditions, status, version } = row
  return {
    id,
    chat_id,
    case_id,
    case_title: titleFor(row, userId),
    creator_id,
    mine: creator_id === userId,
    content: { summary, fee, deadline, conditions },
    status,
    version,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }
}

const toBoth = (ref: string, { clientId, lawyerId }: Pick<ChatParty, 'clientId' | 'lawyerId'>) =>
  [clientId, lawyerId]
    .filter((id) => id !== null)
    .map((user_id) => ({ user_id, kind: PROPOSAL_EVENTS.changed, ref }))

/**
 * Sends a proposal (PRP-01 to PRP-03, OPEN-36, OPEN-39): the proposal, its message and the system message in one
 * transaction. The same again is the same one; another under its id is refused (409), and so is one that was withdrawn.
 * Refuses whoever is not a verified lawyer (403), a chat that is not theirs (404), a past deadline (422), a client who has
 * left or is suspended, and more than IN_A_ROW_MAX in a row without the client's doing (409).
 */
export async function createProposal(context: SignedIn, input: CreateInput): Promise<Result<Proposal>> {
  const lawyer = verifiedLawyer(context.session)
  if (!lawyer.ok) return lawyer
  const { userId } = context.session
  const { id, summary, fee, conditions } = input
  const deadline = input.deadline ?? null
  return transact(context.db, async (tx) => {
    const proven = await provenChatParty(tx, input.chatId, userId)
    if (!proven.ok) return proven
    const party = proven.value
    // Nobody of the two leaves from here on, and the case that it is for stays open or taken.
    const areThere = await holdParties(tx, party)
    // Its lawyer, who may just have undone the chat in another tab (H-05), waits from here on too.
    const still = areThere ? await provenChatParty(tx, input.chatId, userId) : proven
    if (!still.ok) return still
    const known = await findProposal(tx, id)
    if (known) return same(known, party, input)
    if (!areThere || party.clientId === null) return refuse({ code: 'CONFLICT', message: CHAT_MESSAGES.gone })
    if (await isSuspended(tx, { id: party.clientId }))
      return refuse({ code: 'CONFLICT', message: MESSAGES.suspendedClient })
    if (deadline !== null && (await isPast(tx, deadline)))
      return refuse({
        code: 'UNPROCESSABLE_CONTENT',
        message: MESSAGES.deadlinePast,
        fields: { deadline: MESSAGES.deadlinePast },
      })
    const caseId = (await findCaseSought(tx, party))?.id ?? null
    const sketch = { id, caseId, summary, fee, deadline, conditions, limit: PROPOSAL_LIMIT }
    const written = await insertProposal(tx, party, sketch)
    const stored = await findProposal(tx, id)
    if (!written && stored) return same(stored, party, input)
    // Looked for while the id is ours: of one that was sent and withdrawn meanwhile the message is there.
    const taken = await refusalOf(tx, party, id)
    if (taken) return taken
    if (!written) {
      return refuse({ code: 'TOO_MANY_REQUESTS', message: MESSAGES.tooMany, retryAfter: PROPOSAL_WAIT })
    }
    if (!stored) throw new Error('proposal row missing')
    await postProposalMessage(tx, context, party, { proposalId: id, text: MESSAGES.sent })
    // The message has the chat's row: whoever sends another one at this moment waits, and counts this one.
    if ((await countInARow(tx, party)) > IN_A_ROW_MAX)
      return refuse({ code: 'CONFLICT', message: MESSAGES.waitForAnswer })
    await postSystemMessage(tx, context, party, { text: SENT_BY, inList: false })
    await publish(tx, context.wake, toBoth(id, party))
    return accept(view(stored, userId))
  })
}

/** Why a new proposal may not have this id: its message, which has the same one and stays, is there already. */
async function refusalOf(tx: Tx, { chatId, userId }: ChatParty, id: string) {
  const message = (await readMessagesForEvents(tx, [id])).get(id)
  if (!message) return null
  const isOwn = message.type === 'proposal' && message.chat_id === chatId && message.sender_id === userId
  return refuse({ code: 'CONFLICT', message: isOwn ? MESSAGES.withdrawn : MESSAGES.idTaken })
}

/** The stored proposal when it is the one that is sent again. */
function same(known: TitledProposal, { userId, chatId }: ChatParty, input: CreateInput): Result<Proposal> {
  const isSame =
    // Its lawyer alone makes any there.
    known.chat_id === chatId &&
    known.summary === input.summary &&
    known.fee === input.fee &&
    known.deadline === (input.deadline ?? null) &&
    JSON.stringify(known.conditions) === JSON.stringify(input.conditions)
  return isSame ? accept(view(known, userId)) : refuse({ code: 'CONFLICT', message: MESSAGES.idTaken })
}

interface Asked {
  proposal: PlacedProposal
  party: ChatParty
}

/** Whether the asker may do this to the proposal as it stands: not theirs to see 404, not theirs to do 403, closed 409. */
function asked(proposal: PlacedProposal | null, userId: string, event: ProposalEvent): Result<Asked> {
  const party = proposal && chatParty(proposal.chat, userId)
  if (!proposal || !party) return refuse({ code: 'NOT_FOUND', message: PROPOSAL_MOVES[event].failed })
  const actor = proposal.creator_id === userId ? 'creator' : 'other'
  const next = nextProposalStatus(proposal.status, event, actor)
  return next.ok ? accept({ proposal, party }) : next
}

const tooLate = (event: ProposalEvent) =>
  refuse({ code: 'CONFLICT', message: `${PROPOSAL_MOVES[event].failed} ${MESSAGES.notPending}` })

/**
 * Accepts a proposal (PRP-09 to PRP-11, OPEN-35), in one transaction: it is accepted, a case has its lawyer and is under
 * way, what else was pending for that case is rejected, and every chat concerned says so. Refused without a trace: not
 * theirs 404, one's own 403, closed or of a suspended lawyer 409.
 * @returns the case that it leads to
 */
export async function acceptProposal(
  context: SignedIn,
  { proposalId }: ById,
): Promise<Result<{ caseId: string; proposal: Proposal }>> {
  const side = sideOf(context.session)
  if (!side.ok) return side
  const { userId } = context.session
  return transact(context.db, async (tx) => {
    // Looked at before anything is held: a stranger must not make others wait.
    const seen = asked(await findProposal(tx, proposalId), userId, 'accept')
    if (!seen.ok) return seen
    const { clientId, lawyerId } = seen.value.party
    if (!clientId || !lawyerId || !(await holdClient(tx, clientId))) return tooLate('accept')
    if (await isSuspended(tx, { id: lawyerId }))
      return refuse({ code: 'CONFLICT', message: MESSAGES.suspendedLawyer })
    const still = asked(await holdProposal(tx, proposalId), userId, 'accept')
    if (!still.ok) return still
    const { proposal, party } = still.value
    const preferred = proposal.case_id
    const caseId = await assignCase(tx, context, { clientId, lawyerId, preferred, summary: proposal.summary })
    if (!(await decide(tx, proposalId, 'accepted', caseId))) return tooLate('accept')
    const others = await rejectOthers(tx, caseId, proposalId)
    await linkCase(tx, party, caseId)
    await postSystemMessage(tx, context, party, { text: MESSAGES.accepted, inList: true })
    for (const other of others.sort((a, b) => a.chat_id.localeCompare(b.chat_id)))
      await sayRejected(tx, context, chatParty(other.chat, userId), other.id)
    await publish(tx, context.wake, toBoth(proposalId, party))
    const stored = await findProposal(tx, proposalId)
    if (!stored) throw new Error('proposal row missing')
    return accept({ caseId, proposal: view(stored, userId) })
  })
}

async function sayRejected(tx: Tx, platform: Waking, party: ChatParty | null, id: string): Promise<void> {
  if (!party) return
  await postSystemMessage(tx, platform, party, { text: MESSAGES.rejected, inList: true })
  await publish(tx, platform.wake, toBoth(id, party))
}

/** Rejects a proposal (PRP-12). Refused without a trace: not theirs 404, one's own 403, closed 409. */
export async function rejectProposal(context: SignedIn, { proposalId }: ById): Promise<Result<Proposal>> {
  const side = sideOf(context.session)
  if (!side.ok) return side
  const { userId } = context.session
  return transact(context.db, async (tx) => {
    const seen = asked(await findProposal(tx, proposalId), userId, 'reject')
    if (!seen.ok) return seen
    if (!(await decide(tx, proposalId, 'rejected', null))) {
      // Somebody was first: say what became of it.
      const now = asked(await findProposal(tx, proposalId), userId, 'reject')
      return now.ok ? tooLate('reject') : now
    }
    await sayRejected(tx, context, seen.value.party, proposalId)
    const stored = await findProposal(tx, proposalId)
    if (!stored) throw new Error('proposal row missing')
    return accept(view(stored, userId))
  })
}

/** Deletes an own pending proposal (OPEN-38, DAL-06). Refused: not theirs to see 404, the other party 403, closed 409. */
export async function withdrawProposal(
  context: SignedIn,
  { proposalId }: ById,
): Promise<Result<{ withdrawn: true }>> {
  const side = sideOf(context.session)
  if (!side.ok) return side
  const { userId } = context.session
  return transact(context.db, async (tx) => {
    const seen = asked(await findProposal(tx, proposalId), userId, 'withdraw')
    if (!seen.ok) return seen
    const { party } = seen.value
    if (!(await deletePending(tx, party, proposalId))) {
      const now = asked(await findProposal(tx, proposalId), userId, 'withdraw')
      return now.ok ? tooLate('withdraw') : now
    }
    await publish(tx, context.wake, toBoth(proposalId, party))
    return accept({ withdrawn: true as const })
  })
}

/** CAL-19: one proposal of a chat of mine; others 404 with «No se pudo cargar la propuesta.» (PRP-05). */
export async function proposalById(context: SignedIn, { proposalId }: ById): Promise<Result<Proposal>> {
  const found = await proposalsById(context, { ids: [proposalId] })
  if (!found.ok) return found
  const [proposal] = found.value.proposals
  return proposal ? accept(proposal) : refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
}

/** The cards of a page of messages: those of the ids that are there and in chats of mine. */
export async function proposalsById(
  context: SignedIn,
  { ids }: { ids: readonly string[] },
): Promise<Result<{ proposals: Proposal[] }>> {
  const side = sideOf(context.session)
  if (!side.ok) return side
  const { userId } = context.session
  const rows = await findOwnProposals(context.db, userId, ids)
  return accept({ proposals: rows.map((row) => view(row, userId)) })
}

/**
 * What the case is called that a proposal of the asker in this chat would be for now (decision 0022), before it is sent.
 * Refused: whoever is not a verified lawyer (403), a chat that is not theirs (404).
 */
export async function soughtOfChat(
  context: SignedIn,
  { chatId }: { chatId: string },
): Promise<Result<{ case_title: string | null }>> {
  const lawyer = verifiedLawyer(context.session)
  if (!lawyer.ok) return lawyer
  const party = await provenChatParty(context.db, chatId, context.session.userId)
  if (!party.ok) return party
  const sought = await findCaseSought(context.db, party.value)
  return accept({ case_title: sought && marketTitle(sought.title, sought.client_name) })
}

/** The accepted proposal of a case, for its parties (tab «Propuesta»); others 404. */
export async function acceptedOfCase(
  context: SignedIn,
  { caseId }: { caseId: string },
): Promise<Result<{ proposal: Proposal | null }>> {
  const party = await provenCaseParty(context.db, caseId, context.session.userId)
  if (!party.ok) return party
  const row = await findAccepted(context.db, party.value)
  return accept({ proposal: row && view(row, party.value.userId) })
}

/** DAL-05: my pending proposals with case title and client, newest first, 50 a page. Verified lawyers only (403). */
export async function pendingOfLawyer(
  context: SignedIn,
  { cursor }: PendingInput,
): Promise<Result<PendingPage>> {
  const lawyer = verifiedLawyer(context.session)
  if (!lawyer.ok) return lawyer
  const { rows, next, total } = await pendingPage(context, 'lawyer', cursor)
  const { lawyerId: id } = lawyer.value
  const proposals = rows.map((row) => ({ ...view(row, id), client: otherOf(row, row.is_anonymous) }))
  return accept({ proposals, next, total })
}

/** Proposals to me that wait for my answer, with case title and lawyer, newest first, 50 a page. Clients only (403). */
export async function pendingOfClient(
  context: SignedIn,
  { cursor }: PendingInput,
): Promise<Result<ReceivedPage>> {
  const { role, userId } = context.session
  if (role !== 'client') return refuse({ code: 'FORBIDDEN', message: MESSAGES.clientsOnly })
  const { rows, next, total } = await pendingPage(context, 'client', cursor)
  const proposals = rows.map((row) => ({ ...view(row, userId), lawyer: otherOf(row, false) }))
  return accept({ proposals, next, total })
}

async function pendingPage({ db, session }: SignedIn, side: 'lawyer' | 'client', cursor: string | undefined) {
  const [stamp, id] = cursor?.split('_') ?? []
  const after = id ? { stamp: Number(stamp), id } : undefined
  const rows = await listPending(db, side, session.user.id, { after, limit: PAGE + 1 })
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
  const next = last ? `${last.stamp}_${last.id}` : null
  return { rows: rows.slice(0, PAGE), next, total: rows[0]?.total ?? 0 }
}

const otherOf = (row: PendingRow, isAnonymous: boolean) =>
  shownPartner({ id: row.other_id, name: row.other_name, avatar_url: row.other_avatar }, isAnonymous, GONE)

/** This slice's step of an account's deletion (OPEN-58), the first of them: pending proposals go. */
export async function leaveProposals(tx: Tx, platform: Waking, userId: string): Promise<void> {
  // Before anything else is held, as acceptance does: of two people who wait for each other nobody gets on.
  await holdClient(tx, userId)
  const gone = await deletePendingOf(tx, userId)
  const told = gone.flatMap(({ id, other }) =>
    other === null ? [] : [{ user_id: other, kind: PROPOSAL_EVENTS.changed, ref: id }],
  )
  await publish(tx, platform.wake, told)
}

/** Ends the pending proposals for a case that its client deletes (OPEN-58) and tells both sides. The caller has locked the client. */
export async function endPendingFor(tx: Tx, platform: Waking, caseId: string): Promise<void> {
  const gone = await deletePendingFor(tx, caseId)
  const told = gone.flatMap(({ id, chat }) =>
    toBoth(id, { clientId: chat.client_id, lawyerId: chat.lawyer_id }),
  )
  await publish(tx, platform.wake, told)
}

/** Proposals sent on each of the last days (OPEN-03); withdrawn ones are gone. Administrators; others: 403. */
export async function proposalCounts(context: SignedIn): Promise<Result<Daily>> {
  const proof = administrator(context.session)
  return proof.ok ? accept({ days: await countProposals(context.db, proof.value, DAILY_DAYS) }) : proof
}
