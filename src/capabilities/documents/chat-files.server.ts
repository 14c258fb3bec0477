import { type Db, type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { EXTENSIONS, type FileType, fileAddress, isFileKey } from '../../platform/files/buckets.ts'
import { claimFile } from '../../platform/files/stored-files.server.ts'
import { eventsTo, publish } from '../../platform/realtime/publish.server.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import { lockCase, lockParties } from '../cases/commands.server.ts'
import { authorizeChatParty, lockChat, postFileMessage, requireChatParty } from '../chat/commands.server.ts'
import type { ChatParty } from '../chat/rules.ts'
import { MESSAGES as CHAT_MESSAGES, type Message } from '../chat/schema.ts'
import { RESTORE_SECONDS } from './commands.server.ts'
import {
  type AddChatFileInput,
  type ChangeChatFileInput,
  type ChatFile,
  type ChatFiles,
  chatFilesInput,
  chatFolder,
  MAX_CHAT_FILES,
  MAX_CHAT_STORED,
  MAX_DOCUMENTS,
  MAX_STORED,
  MESSAGES,
} from './schema.ts'
import * as store from './store.server.ts'

const conflict = (message: string) => refuse({ code: 'CONFLICT', message })

async function readChatFiles(db: Db, party: ChatParty): Promise<ChatFile[]> {
  const rows = await store.listChatFiles(db, party)
  return rows.map(({ id, file_name, file_url, deleted_at, content_type, bytes }) => ({
    id,
    file:
      file_name === null || file_url === null || bytes === null || deleted_at !== null
        ? null
        : { file_name, file_url: fileAddress(file_url), kind: EXTENSIONS[content_type as FileType], bytes },
    can_restore: deleted_at !== null && deleted_at.getTime() + RESTORE_SECONDS * 1000 > Date.now(),
  }))
}

/** SEG-71: the files that were sent in a chat. Errors: not a party of the chat, or unknown chat (404). */
export async function chatFilesOf(
  context: SignedInContext,
  { chatId }: { chatId: string },
): Promise<Result<ChatFiles>> {
  const party = await requireChatParty(context, chatId)
  return party.ok ? accept({ files: await readChatFiles(context.db, party.value) }) : party
}

/** Where a file of this chat goes now: to its case, if that is already a case of both parties. */
const placeIn = async (tx: Tx, party: ChatParty) => ({
  chatId: party.chatId,
  userId: party.userId,
  caseId: await store.findSharedCase(tx, party),
})
type ChatPlace = Awaited<ReturnType<typeof placeIn>>

/**
 * Locks the parties of a chat and authorizes again. An acceptance of a proposal waits until the commit or is seen, so a file is
 * moved or goes to the case itself.
 */
async function lockChatParties(tx: Tx, seen: ChatParty): Promise<Result<ChatParty>> {
  await lockParties(tx, seen)
  return authorizeChatParty(tx, seen.chatId, seen.userId)
}

/** Other files of the same case, or of the same chat without one, wait until they can be counted. */
const lockPlace = (tx: Tx, { caseId, chatId }: ChatPlace) =>
  caseId === null ? lockChat(tx, chatId) : lockCase(tx, caseId)

/** Refused (409): more files than a chat, or its case, may have. @param added already stored in this transaction */
async function checkRoom(tx: Tx, place: ChatPlace, added: 0 | 1): Promise<Result<true>> {
  const { shown, stored } = await store.countDocuments(tx, place)
  const [maxShown, maxStored] =
    place.caseId === null ? [MAX_CHAT_FILES, MAX_CHAT_STORED] : [MAX_DOCUMENTS, MAX_STORED]
  if (shown - added >= maxShown) return conflict(place.caseId === null ? MESSAGES.chatFull : MESSAGES.full)
  if (stored - added >= maxStored)
    return conflict(place.caseId === null ? MESSAGES.tooManyInChat : MESSAGES.tooManyStored)
  return accept(true)
}

/**
 * SEG-71: whether the caller may upload a file for a chat. Errors: not a party of the chat (404), an administrator (403), the
 * other party has left or there are too many files (409).
 */
export async function canUploadChatFile(
  context: SignedInContext,
  chatId: string,
): Promise<Result<ChatParty>> {
  // The id comes from the URL, which no schema has validated.
  if (!chatFilesInput.safeParse({ chatId }).success)
    return refuse({ code: 'NOT_FOUND', message: CHAT_MESSAGES.notFound })
  const party = await requireChatParty(context, chatId)
  if (!party.ok) return party
  if (party.value.clientId === null || party.value.lawyerId === null) return conflict(CHAT_MESSAGES.gone)
  return transact(context.db, async (tx) => {
    const room = await checkRoom(tx, await placeIn(tx, party.value), 0)
    return room.ok ? party : room
  })
}

const isUniqueViolation = (error: unknown) => (error as { code?: string }).code === '23505'

/**
 * SEG-71: sends a file that the caller uploaded for this chat: its document and its message, in one transaction.
 * Idempotent by id. Errors: not a party of the chat (404); the file is missing, another user's or chat's, or there are too
 * many (409); the limits of messages (409, 429).
 */
export async function addChatFile(
  context: SignedInContext,
  input: AddChatFileInput,
): Promise<Result<{ message: Message; files: ChatFile[] }>> {
  const seen = await requireChatParty(context, input.chatId)
  if (!seen.ok) return seen
  try {
    return await transact(context.db, (tx) => sendFile(tx, context, seen.value, input))
  } catch (error) {
    // A message with this id was sent at the same time.
    if (isUniqueViolation(error)) return conflict(MESSAGES.idTaken)
    throw error
  }
}

async function sendFile(
  tx: Tx,
  context: SignedInContext,
  seen: ChatParty,
  { chatId, id, key }: AddChatFileInput,
): Promise<Result<{ message: Message; files: ChatFile[] }>> {
  const proven = await lockChatParties(tx, seen)
  if (!proven.ok) return proven
  const party = proven.value
  const place = await placeIn(tx, party)
  await lockPlace(tx, place)
  const isOwn = async () => (await store.findChatFile(tx, party, id))?.uploader_id === party.userId
  let isAdded = false
  if (!(await isOwn())) {
    if (!isFileKey(key) || !key.startsWith(`${chatFolder(chatId)}/`)) return conflict(MESSAGES.fileGone)
    const file = await claimFile(tx, { key, bucket: 'certificados', ownerId: party.userId })
    if (file) {
      // Before the message, because cases come before chats in the lock order.
      isAdded = await store.insertDocument(tx, place, {
        id,
        // Without a readable name use the end of the path, after «/», the UUID and «-» (38 characters).
        file_name: file.fileName || key.slice(chatFolder(chatId).length + 38),
        file_url: key,
        series_id: id,
        version: 1,
        request_id: null,
        delivery_id: null,
      })
      if (!isAdded) return conflict(MESSAGES.idTaken)
      // The same call was made twice at once, and the other one has claimed the file.
    } else if (!(await isOwn())) return conflict(MESSAGES.fileGone)
  }
  const message = await postFileMessage(tx, context, { id, chatId })
  if (!message.ok) return message
  if (isAdded) {
    const room = await checkRoom(tx, place, 1)
    if (!room.ok) return room
    await publishChange(tx, context, party, place.caseId)
  }
  return accept({ message: message.value, files: await readChatFiles(tx, party) })
}

/** Tells both parties, in the chat and in the case. */
async function publishChange(
  tx: Tx,
  context: SignedInContext,
  { chatId, clientId, lawyerId }: ChatParty,
  caseId: string | null,
): Promise<void> {
  const refs = caseId === null ? [chatId] : [chatId, caseId]
  await publish(
    tx,
    context.wake,
    refs.flatMap((ref) => eventsTo([clientId, lawyerId], 'document', ref)),
  )
}

/** Changes a file of a chat, in its case if it has one. Errors: not a party, or no such file (404). */
async function changeChatFile(
  context: SignedInContext,
  { chatId, id }: ChangeChatFileInput,
  change: (tx: Tx, place: { caseId: string | null; chatId: string; userId: string }) => Promise<Result<true>>,
): Promise<Result<ChatFiles>> {
  const seen = await requireChatParty(context, chatId)
  if (!seen.ok) return seen
  return transact(context.db, async (tx) => {
    const proven = await lockChatParties(tx, seen.value)
    if (!proven.ok) return proven
    const party = proven.value
    const found = await store.findChatFile(tx, party, id)
    if (!found) return refuse({ code: 'NOT_FOUND', message: MESSAGES.gone })
    // The chat may have another case by now.
    const place = { chatId, userId: party.userId, caseId: found.case_id }
    await lockPlace(tx, place)
    const changed = await change(tx, place)
    if (!changed.ok) return changed
    await publishChange(tx, context, party, found.case_id)
    return accept({ files: await readChatFiles(tx, party) })
  })
}

/**
 * SEG-71, SEG-23: either party deletes a file of a chat. From then on nobody opens it; it can be restored for RESTORE_DAYS.
 * Errors: not a party of the chat, or no such file (404).
 */
export const deleteChatFile = (
  context: SignedInContext,
  input: ChangeChatFileInput,
): Promise<Result<ChatFiles>> =>
  changeChatFile(context, input, async (tx, place) =>
    (await store.hideDocument(tx, place, input.id))
      ? accept(true)
      : refuse({ code: 'NOT_FOUND', message: MESSAGES.gone }),
  )

/**
 * SEG-71, SEG-23: either party restores a deleted file of a chat. Errors: not a party of the chat, no such file, or deleted
 * too long ago (404); too many files (409).
 */
export const restoreChatFile = (
  context: SignedInContext,
  input: ChangeChatFileInput,
): Promise<Result<ChatFiles>> =>
  changeChatFile(context, input, async (tx, place) => {
    const room = await checkRoom(tx, place, 0)
    if (!room.ok) return room
    return (await store.restoreDocument(tx, place, input.id, RESTORE_SECONDS))
      ? accept(true)
      : refuse({ code: 'NOT_FOUND', message: MESSAGES.gone })
  })
