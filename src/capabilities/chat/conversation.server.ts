import { type Db, transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { eventsTo, publish } from '../../platform/realtime/publish.server.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import { isSuspendedInAnyWay } from '../accounts/commands.server.ts'
import { contactSentenceOf } from '../safe-contact/commands.server.ts'
import { requireChatParty } from './commands.server.ts'
import * as lists from './lists.server.ts'
import { type ChatParty, shownMessage, sideOf } from './rules.ts'
import {
  type Block,
  type BlockInput,
  MAX_FOUND,
  MAX_PAGE_BYTES,
  MESSAGES,
  type MessagesInput,
  type MessagesPage,
  type ReadInput,
  type SearchInput,
  type SearchResult,
  type ShowReadingInput,
} from './schema.ts'
import * as store from './store.server.ts'

/** One page of messages (CHA-09), with keyset pagination in both directions. */
export async function listMessages(
  context: SignedInContext,
  input: MessagesInput,
): Promise<Result<MessagesPage>> {
  const party = await requireChatParty(context, input.chatId)
  if (!party.ok) return party
  const { messages, more } = await store.readMessages(context.db, party.value, {
    ...input,
    bytes: MAX_PAGE_BYTES,
  })
  return accept({ messages: messages.map(shownMessage), more })
}

/** CHA-18: marks the caller's chat as read up to a seq. @returns the caller's unread counter of that chat */
export async function markReadUpTo(
  context: SignedInContext,
  input: ReadInput,
): Promise<Result<{ unread: number }>> {
  const party = await requireChatParty(context, input.chatId)
  if (!party.ok) return party
  const unread = await store.markRead(context.db, party.value, input.upTo)
  if (unread !== null) {
    context.wake()
    return accept({ unread })
  }
  const row = await lists.readChat(context.db, party.value)
  return row ? accept({ unread: row.unread }) : refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
}

/** SEG-72: up to where the other party has read; null when one of both hides it. Errors: as listMessages. */
export async function readPosition(
  context: SignedInContext,
  input: { chatId: string },
): Promise<Result<{ seq: number | null }>> {
  const party = await requireChatParty(context, input.chatId)
  if (!party.ok) return party
  const row = await lists.readPartnerPosition(context.db, party.value)
  if (!row) return refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
  return accept({ seq: row.is_shown ? row.seq : null })
}

/** SEG-72: «Mostrar cuándo leo». Error: 403 for administrators. */
export async function showReading(
  context: SignedInContext,
  { shows }: ShowReadingInput,
): Promise<Result<{ shows: boolean }>> {
  const side = sideOf(context.session)
  if (!side.ok) return side
  await lists.setShowsReading(context.db, context.session.userId, shows)
  return accept({ shows })
}

/** SEG-72: whether others see when the caller reads. Error: 403 for administrators. */
export async function showsReading(context: SignedInContext): Promise<Result<{ shows: boolean }>> {
  const side = sideOf(context.session)
  if (!side.ok) return side
  return accept({ shows: await lists.showsReading(context.db, context.session.userId) })
}

/** SEG-73: the newest messages with this text, without regard to case and accents. Errors: as listMessages. */
export async function searchMessages(
  context: SignedInContext,
  { chatId, text }: SearchInput,
): Promise<Result<SearchResult>> {
  const party = await requireChatParty(context, chatId)
  if (!party.ok) return party
  return accept(await lists.searchMessages(context.db, party.value, { text, limit: MAX_FOUND }))
}

/** PLZ-73: for the lawyer, how the client can be contacted without danger. Errors: as listMessages. */
export async function safeContact(
  context: SignedInContext,
  { chatId }: { chatId: string },
): Promise<Result<{ sentence: string | null }>> {
  const party = await requireChatParty(context, chatId)
  if (!party.ok) return party
  const { side, clientId } = party.value
  const isForCaller = side === 'lawyer' && clientId !== null
  return accept({ sentence: isForCaller ? await contactSentenceOf(context.db, clientId) : null })
}

/** DAT-68: whether the caller blocked the other party. Whether they are blocked themselves, nobody tells. Errors: as listMessages. */
export async function readBlock(
  context: SignedInContext,
  { chatId }: { chatId: string },
): Promise<Result<Block>> {
  const party = await requireChatParty(context, chatId)
  if (!party.ok) return party
  const chat = await store.findChat(context.db, chatId)
  const at = party.value.side === 'client' ? chat?.client_blocked_at : chat?.lawyer_blocked_at
  return accept(await blockOf(context.db, party.value, at != null))
}

/** DAT-71: of a case's chat, also whether the other party is suspended. */
async function blockOf(
  db: Db,
  { side, caseId, clientId, lawyerId }: ChatParty,
  blocks: boolean,
): Promise<Block> {
  const partnerId = caseId === null ? null : side === 'client' ? lawyerId : clientId
  return { blocks, is_partner_suspended: partnerId !== null && (await isSuspendedInAnyWay(db, partnerId)) }
}

/**
 * DAT-68: «Bloquear a {nombre}» and «Desbloquear». Then neither writes, both still read, and a client's open cases are out
 * of the market for that lawyer. The other party is not told. Errors: as listMessages.
 */
export async function writeBlock(
  context: SignedInContext,
  { chatId, blocks }: BlockInput,
): Promise<Result<Block>> {
  const party = await requireChatParty(context, chatId)
  if (!party.ok) return party
  return transact(context.db, async (tx) => {
    await lists.setBlock(tx, party.value, blocks)
    await publish(tx, context.wake, eventsTo([context.session.userId], 'chat', chatId))
    return accept(await blockOf(tx, party.value, blocks))
  })
}
