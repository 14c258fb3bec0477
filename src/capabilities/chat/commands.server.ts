import { cutPage, parseTimeCursor } from '../../input/cursor.ts'
import { afterCommit, type Db, type Tx, transact } from '../../platform/database/database.server.ts'
import { batch } from '../../platform/database/queries.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { checkRateLimit } from '../../platform/http/rate-limit.server.ts'
import { type EventPublisher, eventsTo, publish } from '../../platform/realtime/publish.server.ts'
import { asAdmin } from '../../platform/rpc/admin-commands.server.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import { isEmailVerified } from '../accounts/commands.server.ts'
import { abbreviatedName } from '../accounts/rules.ts'
import { authorizeCaseParty } from '../cases/commands.server.ts'
import { DAILY_COUNT_DAYS, DELETED_USER_NAME, type Side } from '../cases/schema.ts'
import { enqueueRefunds, lockMarketLawyer, refundCredit, spendCredit } from '../plans/commands.server.ts'
import { requireMarketLawyer } from '../plans/rules.ts'
import { MESSAGES as PLAN_MESSAGES } from '../plans/schema.ts'
import * as lists from './lists.server.ts'
import {
  type ChatParty,
  chatParty,
  MAX_UNANSWERED_MARKET_CHATS,
  MAX_UNANSWERED_MESSAGES,
  NEW_CHAT_LIMIT,
  previewOf,
  SEND_LIMIT,
  SEND_RETRY_AFTER_SECONDS,
  shownMessage,
  shownPartner,
  sideOf,
  UNCONFIRMED_NEW_CHAT_LIMIT,
  UNDO_GRACE_SECONDS,
  UNDO_SECONDS,
} from './rules.ts'
import {
  type Chat,
  type ChatsPage,
  FILE_SENT,
  type ListInput,
  MESSAGES,
  type Message,
  PAGE_SIZE,
  type SendInput,
} from './schema.ts'
import type { NewMessage } from './store.server.ts'
import * as store from './store.server.ts'

const notFound = () => refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })

/** Authorizes a user for a chat. Error: 404, the same for a stranger and for an unknown chat (CHA-22). */
export async function authorizeChatParty(db: Db, chatId: string, userId: string): Promise<Result<ChatParty>> {
  const party = chatParty(await store.findChat(db, chatId), userId)
  return party ? accept(party) : notFound()
}

/** For later slices: a party who may write. Errors: as authorizeChatParty, and 409 when one blocked the other (DAT-68). */
export async function authorizeWriter(db: Db, chatId: string, userId: string): Promise<Result<ChatParty>> {
  const chat = await store.findChat(db, chatId)
  const party = chatParty(chat, userId)
  if (!chat || !party) return notFound()
  if (chat.client_blocked_at || chat.lawyer_blocked_at)
    return refuse({ code: 'CONFLICT', message: MESSAGES.blocked })
  return accept(party)
}

/** The same for a session. Errors: 404, and 403 for administrators and users without a profile (OPEN-03). */
export async function requireChatParty(context: SignedInContext, chatId: string): Promise<Result<ChatParty>> {
  const side = sideOf(context.session)
  return side.ok ? authorizeChatParty(context.db, chatId, context.session.userId) : side
}

const isUniqueViolation = (error: unknown) => (error as { code?: string }).code === '23505'

/**
 * Sends a message (CHA-11 to CHA-17, CAL-04, CAL-18). Idempotent by id: sent again, it returns the stored
 * message. Errors: 409 another message has this id, the other party has left, or more than MAX_UNANSWERED_MESSAGES
 * messages before the other party's first answer (B6); 404 not a party; 429 over SEND_LIMIT.
 */
export async function sendMessage(context: SignedInContext, input: SendInput): Promise<Result<Message>> {
  const side = sideOf(context.session)
  if (!side.ok) return side
  const insert = newMessage(context, input)
  const stored = await store.insertMessage(context.db, insert).catch((error: unknown) => {
    // A concurrent request has stored the same id.
    if (isUniqueViolation(error)) return null
    throw error
  })
  if (stored) {
    context.wake({ kind: 'message', ref: stored.id, data: stored })
    return accept(stored)
  }
  return existingOrRefusal(context.db, insert)
}

const newMessage = (context: SignedInContext, message: SendInput & { isFile?: boolean }): NewMessage => ({
  ...message,
  userId: context.session.userId,
  preview: previewOf(message.content),
  maxUnanswered: MAX_UNANSWERED_MESSAGES,
  limit: SEND_LIMIT,
})

/** For a message that was not inserted: the same one if it is stored, else why not. */
async function existingOrRefusal(db: Db, insert: NewMessage): Promise<Result<Message>> {
  const failure = await store.findInsertFailure(db, insert)
  if (!failure) return notFound()
  if (failure.existing)
    return failure.isRetry
      ? accept(failure.existing)
      : refuse({ code: 'CONFLICT', message: MESSAGES.idTaken })
  if (failure.partnerLeft) return refuse({ code: 'CONFLICT', message: MESSAGES.gone })
  if (failure.isBlocked) return refuse({ code: 'CONFLICT', message: MESSAGES.blocked })
  if (failure.awaitsAnswer) return refuse({ code: 'CONFLICT', message: MESSAGES.waitForAnswer })
  return refuse({
    code: 'TOO_MANY_REQUESTS',
    message: MESSAGES.tooMany,
    retryAfter: SEND_RETRY_AFTER_SECONDS,
  })
}

/** The first page is the most frequent request: concurrent requests are batched into one statement. */
const firstPage: Record<Side, (context: SignedInContext, userId: string) => Promise<lists.ChatListRow[]>> = {
  client: batch('chats', (db, people) => lists.listFirstPages(db, 'client', people, PAGE_SIZE + 1)),
  lawyer: batch('chats', (db, people) => lists.listFirstPages(db, 'lawyer', people, PAGE_SIZE + 1)),
}

/** CHA-02, CHA-04, CHA-05, OPEN-41: the caller's chats, newest first. Error: 403 administrators. */
export async function listMyChats(context: SignedInContext, input: ListInput): Promise<Result<ChatsPage>> {
  const side = sideOf(context.session)
  if (!side.ok) return side
  const { userId } = context.session
  const { search: name, cursor } = input
  const after = parseTimeCursor(cursor)
  // A lawyer's search matches anonymous clients only by their shown name, so it cannot reveal more (H-05).
  const hasAnonymous = name && side.value === 'lawyer'
  const anonymousNames = hasAnonymous
    ? await lists.listAnonymousClients(context.db, userId, abbreviatedName)
    : undefined
  const rows =
    name || after
      ? await lists.listChats(context.db, userId, side.value, {
          after,
          limit: PAGE_SIZE + 1,
          name,
          anonymousNames,
          deletedUserLabel: DELETED_USER_NAME,
        })
      : await firstPage[side.value](context, userId)
  const { shown, next } = cutPage(rows, PAGE_SIZE, (last) => `${last.stamp}_${last.id}`)
  return accept({ chats: shown.map((row) => toChat(row, side.value)), next })
}

const toChat = (row: lists.ChatListRow, side: Side): Chat => ({
  id: row.id,
  case_id: row.case_id,
  side,
  partner: shownPartner(
    { id: row.partner_id, name: row.partner_name, avatar_url: row.partner_avatar },
    row.is_anonymous,
    DELETED_USER_NAME,
  ),
  is_anonymous: row.is_anonymous,
  last_message: row.last_message,
  updated_at: new Date(Math.floor(row.stamp / 1000)).toISOString(),
  unread: row.unread,
  read_seq: row.read_seq,
  last_seq: row.last_seq,
})

/** One of the caller's chats as the list shows it, for a chat opened from another page (CHA-06). */
export async function chatById(context: SignedInContext, input: { chatId: string }): Promise<Result<Chat>> {
  const party = await requireChatParty(context, input.chatId)
  if (!party.ok) return party
  const row = await lists.readChat(context.db, party.value)
  return row ? accept(toChat(row, party.value.side)) : notFound()
}

/** CAL-02, OPEN-40: the caller's unread messages over all chats. Error: 403 for administrators. */
export async function unreadTotal(context: SignedInContext): Promise<Result<{ unread: number }>> {
  const side = sideOf(context.session)
  if (!side.ok) return side
  return accept({ unread: await lists.sumUnread(context.db, context.session.userId, side.value) })
}

/** CAL-09, PUB-15, OPEN-34: a client's one chat with a lawyer, created if needed. Errors: 403, 404, 429. */
export async function openChat(
  context: SignedInContext,
  input: { lawyerId: string },
): Promise<Result<{ chatId: string }>> {
  const { userId, role } = context.session
  if (role !== 'client') return refuse({ code: 'FORBIDDEN', message: MESSAGES.clientsOnly })
  const existing = await store.findChatBetween(context.db, userId, input.lawyerId)
  if (existing) return accept({ chatId: existing.id })
  const isConfirmed = await isEmailVerified(context.db, userId)
  return transact(context.db, async (tx) => {
    // Inserts before it counts: a concurrent call waits here, then finds the chat instead of the limit.
    const opened = await store.insertChat(tx, userId, input.lawyerId)
    if (!opened) {
      const concurrent = await store.findChatBetween(tx, userId, input.lawyerId)
      if (concurrent) return accept({ chatId: concurrent.id })
      return refuse({ code: 'NOT_FOUND', message: MESSAGES.lawyerNotFound })
    }
    const limit = isConfirmed ? NEW_CHAT_LIMIT : UNCONFIRMED_NEW_CHAT_LIMIT
    const message = isConfirmed ? MESSAGES.tooManyChats : MESSAGES.confirmForMore
    const within = await checkRateLimit(tx, `chat:open:${userId}`, limit, message)
    if (!within.ok) return within
    afterCommit(tx, context.wake)
    return accept({ chatId: opened })
  })
}

/**
 * CAL-10, MKT-10, OPEN-32: «Iniciar Chat» on a market case. Creates the lawyer's chat with the client for one
 * credit, in one transaction. An existing chat is free; it is linked to the case if it has none, and its next
 * proposal is for this case while that is open (OPEN-35). Errors, all without effect: 403 not a verified
 * lawyer whose plan includes the market, or the lawyer's own case; 409 case not open or unknown, no credit
 * left, or more than MAX_UNANSWERED_MARKET_CHATS unanswered market chats; 429 more than 20 in a day (H-05).
 */
export async function startFromCase(
  context: SignedInContext,
  { caseId }: { caseId: string },
): Promise<Result<{ chatId: string; spent: boolean }>> {
  const scope = requireMarketLawyer(context.session)
  if (!scope.ok) return scope
  const lawyer = scope.value
  return transact<{ chatId: string; spent: boolean }>(context.db, async (tx) => {
    const locked = await lockMarketLawyer(tx, lawyer)
    if (!locked.ok) return locked
    const started = await store.insertMarketChat(tx, caseId, lawyer.lawyerId)
    if (!started) return refuse({ code: 'CONFLICT', message: MESSAGES.caseGone, reason: 'CASE_GONE' })
    const { client_id: clientId, opened: chatId } = started
    if (clientId === lawyer.lawyerId) return refuse({ code: 'FORBIDDEN', message: MESSAGES.ownCase })
    if (chatId === null) {
      const existing = await store.findChatBetween(tx, clientId, lawyer.lawyerId)
      if (!existing) return refuse({ code: 'CONFLICT', message: MESSAGES.caseGone, reason: 'CASE_GONE' })
      await store.setSoughtCase(tx, existing.id, caseId)
      afterCommit(tx, context.wake)
      return accept({ chatId: existing.id, spent: false })
    }
    const paid = await spendCredit(tx, context, lawyer, { chatId, caseId })
    if (!paid.ok) return paid
    if ((await store.countUnansweredMarketChats(tx, lawyer.lawyerId)) > MAX_UNANSWERED_MARKET_CHATS)
      return refuse({ code: 'CONFLICT', message: PLAN_MESSAGES.waitForAnswers })
    await publish(tx, context.wake, eventsTo([clientId, lawyer.lawyerId], 'chat', chatId))
    return accept({ chatId, spent: true })
  })
}

/**
 * H-05: «Deshacer»: within UNDO_SECONDS deletes a chat without messages and refunds the credit. Errors: 403
 * not a market lawyer; 404 not the lawyer's chat; 409 too late, has messages, or not opened from the market.
 */
export async function undoStart(
  context: SignedInContext,
  { chatId }: { chatId: string },
): Promise<Result<{ undone: true }>> {
  const scope = requireMarketLawyer(context.session)
  if (!scope.ok) return scope
  const { lawyerId } = scope.value
  return transact(context.db, async (tx) => {
    const locked = await lockMarketLawyer(tx, scope.value)
    if (!locked.ok) return locked
    const party = await authorizeChatParty(tx, chatId, lawyerId)
    if (!party.ok) return party
    if (!(await store.deleteEmptyMarketChat(tx, party.value, UNDO_SECONDS + UNDO_GRACE_SECONDS)))
      return refuse({ code: 'CONFLICT', message: MESSAGES.notUndone })
    if (!(await refundCredit(tx, context, { lawyerId, chatId }))) throw new Error('no credit to refund')
    afterCommit(tx, context.wake)
    return accept({ undone: true as const })
  })
}

/** The chat of a case, for its parties; null while the case has no lawyer. Error: 404 for everybody else. */
export async function chatOfCase(
  context: SignedInContext,
  input: { caseId: string },
): Promise<Result<{ chatId: string | null }>> {
  const party = await authorizeCaseParty(context.db, input.caseId, context.session.userId)
  if (!party.ok) return party
  return accept({ chatId: await store.findChatOfCase(context.db, input.caseId, context.session.userId) })
}

/** A message in a chat that nobody typed (OPEN-39). */
export interface SystemMessage {
  /** If it begins with a space, the sender's current name is put in front of it on every read. */
  text: string
  /** Whether the chat list shows it; false after a proposal, which shows «Propuesta enviada» (TRAP-29). */
  showInList: boolean
}

/** Writes a system message in a party's name. */
export async function postSystemMessage(
  tx: Tx,
  platform: EventPublisher,
  by: ChatParty,
  { text, showInList }: SystemMessage,
): Promise<void> {
  const preview = showInList ? previewOf(text) : null
  await store.postMessage(tx, by, { type: 'system', content: text, proposalId: null, preview })
  afterCommit(tx, platform.wake)
}

/** Writes the message of a proposal; the chat list shows `text`. */
export async function postProposalMessage(
  tx: Tx,
  platform: EventPublisher,
  by: ChatParty,
  { proposalId, text }: { proposalId: string; text: string },
): Promise<void> {
  await store.postMessage(tx, by, { type: 'proposal', content: text, proposalId, preview: text })
  afterCommit(tx, platform.wake)
}

/**
 * SEG-71: writes the message of a file in the transaction that stores the file, under the limits of `sendMessage` and with
 * its errors. Idempotent by id.
 */
export async function postFileMessage(
  tx: Tx,
  context: SignedInContext,
  { id, chatId }: { id: string; chatId: string },
): Promise<Result<Message>> {
  const insert = newMessage(context, { id, chatId, content: FILE_SENT, isFile: true })
  const stored = await store.insertMessage(tx, insert)
  if (!stored) return existingOrRefusal(tx, insert)
  afterCommit(tx, () => context.wake({ kind: 'message', ref: stored.id, data: stored }))
  return accept(stored)
}

/** For the documents' step of account deletion: locks the chats of a user, before they are left. */
export const lockChatsOfUser = store.lockChatsOfUser
/** For later slices: until the transaction ends, nothing is sent in the chat. */
export const lockChat = store.lockChat

/** Links the chat to the case of the proposal that was just accepted in it. @returns null: a block (DAT-68) */
export const linkCase = store.setChatCase

/** The messages that a hub attaches to its events, by id. Over `maxBytes` the longest are left out. */
export async function readMessagesForEvents(
  db: Db,
  refs: readonly string[],
  maxBytes?: number,
): Promise<Map<string, Message>> {
  const messages = await store.readMessagesById(db, refs, maxBytes)
  return new Map(messages.map((read) => [read.message.id, shownMessage(read)]))
}

/** Tells each client in their chat that the lawyer deleted the account and the case was closed (OPEN-58). */
export async function postCaseClosedMessages(
  tx: Tx,
  platform: EventPublisher,
  lawyerId: string,
  clientIds: readonly string[],
): Promise<void> {
  for (const clientId of [...clientIds].sort()) {
    const party = chatParty(await store.findChatBetween(tx, clientId, lawyerId), lawyerId)
    if (party) await postSystemMessage(tx, platform, party, { text: MESSAGES.lawyerLeft, showInList: true })
  }
}

/**
 * Step of account deletion (OPEN-58). Chats stay for the other party; those without one are deleted. Market
 * chats that a client never read or answered are refunded (H-06).
 */
export async function leaveChats(tx: Tx, platform: EventPublisher, userId: string): Promise<void> {
  const { chats, unread } = await store.lockChatsOfUser(tx, userId)
  await store.deleteAbandonedChats(tx, userId)
  await enqueueRefunds(tx, unread)
  await publish(
    tx,
    platform.wake,
    chats.flatMap(({ id, partner }) => eventsTo([partner], 'chat', id)),
  )
}

/** Before a client's case is deleted, with the case locked: its chats stay; unread ones are refunded (H-06). */
export async function detachCaseFromChats(tx: Tx, platform: EventPublisher, caseId: string): Promise<void> {
  await enqueueRefunds(tx, await store.lockChatsOfCase(tx, caseId))
  afterCommit(tx, platform.wake)
}

/** For reports: the chat and the number of a message; it authorizes nothing. */
export const findMessage = lists.findMessage

/** DAT-66: copies messages of a party's chat by their numbers. Errors: 404 not a party, or no such message. */
export async function copyForReport(tx: Tx, chatId: string, userId: string, seqs: readonly number[]) {
  // Before the accounts, as the deletion of an account locks them: the report refers to the chat.
  await lists.keepChat(tx, chatId)
  const party = await authorizeChatParty(tx, chatId, userId)
  if (!party.ok) return party
  const messages = await lists.listWritten(tx, party.value, seqs)
  return messages.length === new Set(seqs).size ? accept({ party: party.value, messages }) : notFound()
}

/** Messages written by people on each of the last days (OPEN-03). Error: 403 for non-administrators. */
export const messageCounts = asAdmin(async ({ db }, admin) =>
  accept({ days: await store.countMessages(db, admin, DAILY_COUNT_DAYS) }),
)
