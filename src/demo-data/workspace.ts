import { randomUUID } from 'node:crypto'
import type { Side } from '../capabilities/cases/schema.ts'
import { addDocument } from '../capabilities/documents/commands.server.ts'
import { type CaseDocument, documentFolder } from '../capabilities/documents/schema.ts'
import { addTask, editTask, moveTask } from '../capabilities/workspace/commands.server.ts'
import type { TaskStatus } from '../capabilities/workspace/schema.ts'
import { isoDay } from '../chile/dates.ts'
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
export async function uploadDocument(
  platform: Platform,
  { caseId, userId, name, bytes }: { caseId: string; userId: string; name: string; bytes: Buffer },
): Promise<string> {
  const type = TYPE_BY_EXTENSION.get(name.split('.').at(-1) ?? '')
  if (!type) throw new Error(`No type: ${name}`)
  const key = `${documentFolder(caseId)}/${randomUUID()}-${nameInKey(name, type)}`
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
