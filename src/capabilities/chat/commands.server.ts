import { type Db, onceCommitted, type Tx, transact } from '../../platform/database/database.server.ts'
import { together } from '../../platform/database/together.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { giveBack, takeTry } from '../../platform/http/limits.server.ts'
import { publish } from '../../platform/realtime/publish.server.ts'
import type { Platform, SignedIn } from '../../platform/rpc/context.server.ts'
import { shownName } from '../accounts/rules.ts'
import { isEmailConfirmed, provenCaseParty } from '../cases/commands.server.ts'
import { DAILY_DAYS, type Daily, GONE, type Side } from '../cases/schema.ts'
import { holdMarketLawyer, queueRefunds, refundCredit, spendCredit } from '../plans/commands.server.ts'
import { marketLawyer } from '../plans/rules.ts'
import { MESSAGES as PLAN_MESSAGES } from '../plans/schema.ts'
import { administrator } from '../verification/rules.ts'
import { CHAT_EVENTS } from './events.ts'
import { firstChats, type ListedChat, listAnonymous, listChats, readChat, sumUnread } from './lists.server.ts'
import {
  type ChatParty,
  chatParty,
  countsAsUnread,
  OPEN_LIMIT,
  previewOf,
  SEND_LIMIT,
  SEND_WAIT,
  shownPartner,
  sideOf,
  UNANSWERED_MAX,
  UNCONFIRMED_OPEN_LIMIT,
  UNDO_GRACE_SECONDS,
  UNDO_SECONDS,
  WAITING_MAX,
} from './rules.ts'
import {
  type Chat,
  type ChatsPage,
  type ListInput,
  MESSAGES,
  type Message,
  type MessagesInput,
  type MessagesPage,
  PAGE,
  PAGE_BYTES,
  type ReadInput,
  type SendInput,
} from './schema.ts'
import {
  adoptCase,
  countMessages,
  countWaiting,
  deleteUnwritten,
  findChat,
  findChatOf,
  findChatOfCase,
  findSending,
  holdChatsOf,
  holdChatsOfCase,
  insertChat,
  insertChatFor,
  insertMessage,
  leaveChatsOf,
  markRead,
  postMessage,
  readMessages,
  readMessagesById,
  type Sending,
  setChatCase,
} from './store.server.ts'

type Waking = Pick<Platform, 'wake'>

const notFound = () => refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })

/** The way into a chat for whoever asks, or the refusal that a stranger gets too (404, CHA-22). */
export async function provenChatParty(db: Db, chatId: string, userId: string): Promise<Result<ChatParty>> {
  const party = chatParty(await findChat(db, chatId), userId)
  return party ? accept(party) : notFound()
}

/** The same for a session: administrators and people without a profile are refused before (403, OPEN-03). */
async function ownChat(context: SignedIn, chatId: string): Promise<Result<ChatParty>> {
  const side = sideOf(context.session)
  return side.ok ? provenChatParty(context.db, chatId, context.session.userId) : side
}

/** PostgreSQL's word for a key that is there already. */
const isTaken = (error: unknown) => (error as { code?: string }).code === '23505'

/**
 * Sends a message (CHA-11 to CHA-17, CAL-04, CAL-18). The same message again, however often and wherever, is the same
 * stored one; another under its id is refused (409), and so are a chat whose other party has left and more than
 * UNANSWERED_MAX lines before the other's first answer (B6). Not in the chat: 404; more than the limit: 429.
 */
export async function sendMessage(context: SignedIn, input: SendInput): Promise<Result<Message>> {
  const side = sideOf(context.session)
  if (!side.ok) return side
  const sending: Sending = {
    ...input,
    userId: context.session.userId,
    preview: previewOf(input.content),
    unanswered: UNANSWERED_MAX,
    limit: SEND_LIMIT,
  }
  const stored = await insertMessage(context.db, sending).catch((error: unknown) => {
    // Twice at this very moment: the other one is stored.
    if (isTaken(error)) return null
    throw error
  })
  if (stored) {
    context.wake({ kind: CHAT_EVENTS.message, ref: stored.id, data: stored })
    return accept(stored)
  }
  const found = await findSending(context.db, sending)
  if (!found) return notFound()
  if (found.known)
    return found.same ? accept(found.known) : refuse({ code: 'CONFLICT', message: MESSAGES.idTaken })
  if (found.alone) return refuse({ code: 'CONFLICT', message: MESSAGES.gone })
  if (found.silent) return refuse({ code: 'CONFLICT', message: MESSAGES.waitForAnswer })
  return refuse({ code: 'TOO_MANY_REQUESTS', message: MESSAGES.tooMany, retryAfter: SEND_WAIT })
}

/** The first page is what everybody asks for, and most often: one statement for those who ask at once. */
const firstPage: Record<Side, (context: SignedIn, userId: string) => Promise<ListedChat[]>> = {
  client: together('chats', (db, people) => firstChats(db, 'client', people, PAGE + 1)),
  lawyer: together('chats', (db, people) => firstChats(db, 'lawyer', people, PAGE + 1)),
}

/** CHA-02, CHA-04, CHA-05, OPEN-41: my chats, the newest first, 50 a page; by the partner's name when searched. */
export async function listMyChats(context: SignedIn, input: ListInput): Promise<Result<ChatsPage>> {
  const side = sideOf(context.session)
  if (!side.ok) return side
  const { userId } = context.session
  const { search: name, cursor } = input
  const [stamp, id] = cursor?.split('_') ?? []
  const after = id ? { stamp: Number(stamp), id } : undefined
  // By nothing but what they are called to the lawyer: a search must not find out the rest of a name (H-05).
  const byShort = name && side.value === 'lawyer'
  const shown = byShort ? await listAnonymous(context.db, userId, shownName) : undefined
  const rows =
    name || after
      ? await listChats(context.db, userId, side.value, { after, limit: PAGE + 1, name, shown, gone: GONE })
      : await firstPage[side.value](context, userId)
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined
  return accept({
    chats: rows.slice(0, PAGE).map((row) => view(row, side.value)),
    next: last ? `${last.stamp}_${last.id}` : null,
  })
}

function view(row: ListedChat, side: Side): Chat {
  const { stamp, partner_id: id, partner_name: name, partner_avatar: avatar_url, ...rest } = row
  const partner = shownPartner({ id, name, avatar_url }, row.is_anonymous, GONE)
  return { ...rest, side, partner, updated_at: new Date(Math.floor(stamp / 1000)).toISOString() }
}

/** One of my chats as the list shows it: for one that is opened from elsewhere (CHA-06). */
export async function chatById(context: SignedIn, input: { chatId: string }): Promise<Result<Chat>> {
  const party = await ownChat(context, input.chatId)
  if (!party.ok) return party
  const row = await readChat(context.db, party.value)
  return row ? accept(view(row, party.value.side)) : notFound()
}

/** One page of a conversation (CHA-09), by keyset in both directions. */
export async function listMessages(context: SignedIn, input: MessagesInput): Promise<Result<MessagesPage>> {
  const party = await ownChat(context, input.chatId)
  if (!party.ok) return party
  const { before, after, limit } = input
  const from = before !== undefined ? { before } : after !== undefined ? { after } : null
  return accept(await readMessages(context.db, party.value, { from, limit, bytes: PAGE_BYTES, gone: GONE }))
}

/** CHA-18: I have seen the chat up to this message. @returns my counter of it afterwards */
export async function readUpTo(context: SignedIn, input: ReadInput): Promise<Result<{ unread: number }>> {
  const party = await ownChat(context, input.chatId)
  if (!party.ok) return party
  const unread = await markRead(context.db, party.value, input.upTo)
  if (unread !== null) {
    context.wake()
    return accept({ unread })
  }
  const row = await readChat(context.db, party.value)
  return row ? accept({ unread: row.unread }) : notFound()
}

/** CAL-02, OPEN-40: what the badge shows. */
export async function unreadTotal(context: SignedIn): Promise<Result<{ unread: number }>> {
  const side = sideOf(context.session)
  if (!side.ok) return side
  return accept({ unread: await sumUnread(context.db, context.session.userId, side.value) })
}

/**
 * CAL-09, PUB-15, OPEN-34: the one chat of a client with a lawyer, opened when there is none. Refuses lawyers and
 * administrators (403), a lawyer who is unknown or not verified (404), too many new ones (429).
 */
export async function openChat(
  context: SignedIn,
  input: { lawyerId: string },
): Promise<Result<{ chatId: string }>> {
  const { userId, role } = context.session
  if (role !== 'client') return refuse({ code: 'FORBIDDEN', message: MESSAGES.clientsOnly })
  const existing = await findChatOf(context.db, userId, input.lawyerId)
  if (existing) return accept({ chatId: existing.id })
  const key = `chat:open:${userId}`
  const isConfirmed = await isEmailConfirmed(context.db, userId)
  const wait = await takeTry(context.db, key, isConfirmed ? OPEN_LIMIT : UNCONFIRMED_OPEN_LIMIT)
  if (wait !== null) {
    const message = isConfirmed ? MESSAGES.tooManyChats : MESSAGES.confirmForMore
    return refuse({ code: 'TOO_MANY_REQUESTS', message, retryAfter: wait })
  }
  const opened = await insertChat(context.db, userId, input.lawyerId)
  if (opened) {
    context.wake()
    return accept({ chatId: opened })
  }
  await giveBack(context.db, key)
  const other = await findChatOf(context.db, userId, input.lawyerId)
  return other
    ? accept({ chatId: other.id })
    : refuse({ code: 'NOT_FOUND', message: MESSAGES.lawyerNotFound })
}

/**
 * CAL-10, MKT-10, OPEN-32: «Iniciar Chat» on a case of the market. Opens the lawyer's chat with its client for one
 * credit, in one transaction; a chat that is there opens for nothing, gets the case when it has none, and its next
 * proposal is for this case while that is open (OPEN-35). Refused without a trace: others than verified lawyers with a
 * plan that sees the market, and one's own case (403), a case that is not open or unknown, no credit left, more than
 * WAITING_MAX clients who have not answered (409), more than 20 in a day (429; H-05).
 */
export async function startFromCase(
  context: SignedIn,
  { caseId }: { caseId: string },
): Promise<Result<{ chatId: string; spent: boolean }>> {
  const scope = marketLawyer(context.session)
  if (!scope.ok) return scope
  const lawyer = scope.value
  return transact<{ chatId: string; spent: boolean }>(context.db, async (tx) => {
    const held = await holdMarketLawyer(tx, lawyer)
    if (!held.ok) return held
    const started = await insertChatFor(tx, caseId, lawyer.lawyerId)
    if (!started) return refuse({ code: 'CONFLICT', message: MESSAGES.caseGone })
    const { client_id: clientId, opened: chatId } = started
    if (clientId === lawyer.lawyerId) return refuse({ code: 'FORBIDDEN', message: MESSAGES.ownCase })
    if (chatId === null) {
      const existing = await findChatOf(tx, clientId, lawyer.lawyerId)
      if (!existing) return refuse({ code: 'CONFLICT', message: MESSAGES.caseGone })
      await adoptCase(tx, existing.id, caseId)
      onceCommitted(tx, context.wake)
      return accept({ chatId: existing.id, spent: false })
    }
    const paid = await spendCredit(tx, context, lawyer, { chatId, caseId })
    if (!paid.ok) return paid
    if ((await countWaiting(tx, lawyer.lawyerId)) > WAITING_MAX)
      return refuse({ code: 'CONFLICT', message: PLAN_MESSAGES.waitForAnswers })
    const people = [clientId, lawyer.lawyerId]
    const told = people.map((user_id) => ({ user_id, kind: CHAT_EVENTS.chat, ref: chatId }))
    await publish(tx, context.wake, told)
    return accept({ chatId, spent: true })
  })
}

/**
 * H-05: «Deshacer» after «Iniciar Chat»: within UNDO_SECONDS, while nothing was written, the chat goes and the credit is back.
 * Refused: others than lawyers of the market (403), a chat that is not theirs or gone (404), too late, written in, or not
 * opened from the market (409).
 */
export async function undoStart(
  context: SignedIn,
  { chatId }: { chatId: string },
): Promise<Result<{ undone: true }>> {
  const scope = marketLawyer(context.session)
  if (!scope.ok) return scope
  const { lawyerId } = scope.value
  return transact(context.db, async (tx) => {
    const held = await holdMarketLawyer(tx, scope.value)
    if (!held.ok) return held
    const party = await provenChatParty(tx, chatId, lawyerId)
    if (!party.ok) return party
    if (!(await deleteUnwritten(tx, party.value, UNDO_SECONDS + UNDO_GRACE_SECONDS)))
      return refuse({ code: 'CONFLICT', message: MESSAGES.notUndone })
    if (!(await refundCredit(tx, context, { lawyerId, chatId }))) throw new Error('no credit to give back')
    onceCommitted(tx, context.wake)
    return accept({ undone: true as const })
  })
}

/** The chat beside a case, for its parties; null while the case has no lawyer to talk to. Others: 404. */
export async function chatOfCase(
  context: SignedIn,
  input: { caseId: string },
): Promise<Result<{ chatId: string | null }>> {
  const party = await provenCaseParty(context.db, input.caseId, context.session.userId)
  if (!party.ok) return party
  return accept({ chatId: await findChatOfCase(context.db, input.caseId, context.session.userId) })
}

/** What a person reads in a chat without its having been typed (OPEN-39). */
export interface SystemMessage {
  /** After a space it goes on after its sender's name, whatever that is when it is read. */
  text: string
  /** Whether the list of chats shows it; not after a proposal, which shows «Propuesta enviada» (TRAP-29). */
  inList: boolean
}

/** Writes a system message in the name of a party. It counts as unread for nobody (OPEN-40). */
export async function postSystemMessage(
  tx: Tx,
  platform: Waking,
  by: ChatParty,
  { text, inList }: SystemMessage,
): Promise<void> {
  const preview = inList ? previewOf(text) : null
  const counts = countsAsUnread('system')
  await postMessage(tx, by, { type: 'system', content: text, proposalId: null, preview, counts })
  onceCommitted(tx, platform.wake)
}

/** Writes the message that carries a proposal. @param posting.text what the list of chats shows of it */
export async function postProposalMessage(
  tx: Tx,
  platform: Waking,
  by: ChatParty,
  { proposalId, text }: { proposalId: string; text: string },
): Promise<void> {
  const counts = countsAsUnread('proposal')
  await postMessage(tx, by, { type: 'proposal', content: text, proposalId, preview: text, counts })
  onceCommitted(tx, platform.wake)
}

/** The chat is about the case that was just accepted in it. */
export async function linkCase(tx: Tx, party: ChatParty, caseId: string): Promise<void> {
  await setChatCase(tx, party, caseId)
}

/**
 * What a hub attaches to events of kind message that were not written in its process just now.
 * @param refs ids of messages
 * @param most bytes of text; the longest are left out
 * @returns those that are still there
 */
export async function readMessagesForEvents(
  db: Db,
  refs: readonly string[],
  most?: number,
): Promise<Map<string, Message>> {
  const messages = await readMessagesById(db, refs, GONE, most)
  return new Map(messages.map((message) => [message.id, message]))
}

/** Says in the chat with each client that the lawyer who leaves has closed their case (OPEN-58). */
export async function sayCasesClosed(
  tx: Tx,
  platform: Waking,
  lawyerId: string,
  clientIds: readonly string[],
): Promise<void> {
  for (const clientId of [...clientIds].sort()) {
    const party = chatParty(await findChatOf(tx, clientId, lawyerId), lawyerId)
    if (party) await postSystemMessage(tx, platform, party, { text: MESSAGES.lawyerLeft, inList: true })
  }
}

/**
 * This slice's step of an account's deletion (OPEN-58): chats stay for the other party, who sees «Usuario eliminado»;
 * those that nobody is left in go. What a client never read or answered gives its lawyer the credit back (H-06).
 */
export async function leaveChats(tx: Tx, platform: Waking, userId: string): Promise<void> {
  const { held, unread } = await holdChatsOf(tx, userId)
  await leaveChatsOf(tx, userId)
  await queueRefunds(tx, unread)
  const told = held.flatMap(({ id, partner }) =>
    partner === null ? [] : [{ user_id: partner, kind: CHAT_EVENTS.chat, ref: id }],
  )
  await publish(tx, platform.wake, told)
}

/**
 * The chats about a case that its client deletes stay without it; those that the client never read or answered give their
 * lawyers the credit back (H-06). The case is held and goes after this.
 */
export async function leaveCaseOfChats(tx: Tx, platform: Waking, caseId: string): Promise<void> {
  await queueRefunds(tx, await holdChatsOfCase(tx, caseId))
  onceCommitted(tx, platform.wake)
}

/** Messages of people on each of the last days, none of their words (OPEN-03). Administrators; others: 403. */
export async function messageCounts(context: SignedIn): Promise<Result<Daily>> {
  const proof = administrator(context.session)
  return proof.ok ? accept({ days: await countMessages(context.db, proof.value, DAILY_DAYS) }) : proof
}
