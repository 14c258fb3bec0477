import { randomUUID } from 'node:crypto'
import type { Side } from '../capabilities/cases/schema.ts'
import { addChatFile } from '../capabilities/documents/chat-files.server.ts'
import { addDocument } from '../capabilities/documents/commands.server.ts'
import { type CaseDocument, chatFolder, documentFolder } from '../capabilities/documents/schema.ts'
import { addTask, editTask, moveTask } from '../capabilities/workspace/commands.server.ts'
import type { TaskStatus } from '../capabilities/workspace/schema.ts'
import { isoDay } from '../chile/dates.ts'
import { uuidv7 } from '../input/ids.ts'
import { TYPE_BY_EXTENSION } from '../platform/files/buckets.ts'
import { nameInKey } from '../platform/files/file-names.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { actingAs, unwrap } from './acting-as.ts'
import { storeFile } from './store-file.ts'

/** Creates a task of a running case, last in its column. @returns its id */
export async function makeTask(
  platform: Platform,
  { caseId, lawyerId }: { caseId: string; lawyerId: string },
  title: string,
  status: TaskStatus = 'por_analizar',
): Promise<string> {
  const lawyer = await actingAs(platform, lawyerId)
  const id = randomUUID()
  unwrap(await addTask(lawyer, { caseId, id, title }))
  if (status !== 'por_analizar') unwrap(await moveTask(lawyer, { caseId, taskId: id, status, before: null }))
  return id
}

/** Creates a task with details: `days` from today, null for no due day. @returns its id */
export async function giveTask(
  platform: Platform,
  parties: { caseId: string; lawyerId: string },
  title: string,
  details: { assignee: Side | null; days: number | null; note?: string; items?: readonly string[] },
): Promise<string> {
  const { assignee, days, note = '', items = [] } = details
  const taskId = await makeTask(platform, parties, title)
  const due_on = days === null ? null : isoDay(new Date(Date.now() + days * 86_400_000))
  const lines = items.map((text) => ({ id: randomUUID(), text }))
  const input = { caseId: parties.caseId, taskId, due_on, assignee, note, items: lines }
  unwrap(await editTask(await actingAs(platform, parties.lawyerId), input))
  return taskId
}

/** Stores a file as an upload for a case would, without adding it as a document. @returns its key */
export const uploadDocument = (
  platform: Platform,
  { caseId, ...file }: UploadedFile & { caseId: string },
): Promise<string> => upload(platform, documentFolder(caseId), file)

/** The same for a chat (SEG-71). */
export const uploadChatFile = (
  platform: Platform,
  { chatId, ...file }: UploadedFile & { chatId: string },
): Promise<string> => upload(platform, chatFolder(chatId), file)

interface UploadedFile {
  userId: string
  name: string
  bytes: Buffer
}

async function upload(
  platform: Platform,
  folder: string,
  { userId, name, bytes }: UploadedFile,
): Promise<string> {
  const type = TYPE_BY_EXTENSION.get(name.split('.').at(-1) ?? '')
  if (!type) throw new Error(`No type: ${name}`)
  const key = `${folder}/${randomUUID()}-${nameInKey(name, type)}`
  const file = { key, bucket: 'certificados', owner_id: userId, content_type: type, file_name: name } as const
  await platform.db
    .insertInto('stored_files')
    .values(await storeFile(platform, file, bytes))
    .execute()
  return key
}

/** Uploads a file and adds it to the case as a document of one of the parties. */
export async function makeDocument(
  platform: Platform,
  input: { caseId: string; userId: string; name: string; bytes: Buffer },
): Promise<CaseDocument & { key: string }> {
  const key = await uploadDocument(platform, input)
  const { caseId } = input
  const { documents } = unwrap(await addDocument(await actingAs(platform, input.userId), { caseId, key }))
  const made = documents.find(({ file_url }) => file_url.endsWith(key))
  if (!made) throw new Error('no document')
  return { ...made, key }
}

/** Uploads a file and sends it in a chat. */
export async function makeChatFile(
  platform: Platform,
  input: UploadedFile & { chatId: string },
): Promise<{ id: string; key: string }> {
  const key = await uploadChatFile(platform, input)
  const id = uuidv7()
  const sender = await actingAs(platform, input.userId)
  unwrap(await addChatFile(sender, { chatId: input.chatId, id, key }))
  return { id, key }
}
