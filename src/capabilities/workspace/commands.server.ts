import { type Db, type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { EXTENSIONS, type FileType, fileAddress, isFileKey } from '../../platform/files/buckets.ts'
import { claimFile, discardFile, discardUnused } from '../../platform/files/stored-files.server.ts'
import { consumeAttempt } from '../../platform/http/rate-limit.server.ts'
import { eventsTo, publish } from '../../platform/realtime/publish.server.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import {
  authorizeCaseParty,
  deleteWaitingCase,
  lockCasesOfUser,
  lockClient,
  lockWaitingCase,
} from '../cases/commands.server.ts'
import { type CaseParty, caseParty } from '../cases/rules.ts'
import { DELETED_USER_NAME } from '../cases/schema.ts'
import { detachCaseFromChats } from '../chat/commands.server.ts'
import { withdrawProposalsForCase } from '../proposals/commands.server.ts'
import {
  applyMove,
  BOARD_RATE_LIMIT,
  type BoardEditor,
  boardEditor,
  CASE_NOT_FOUND,
  changedPositions,
  sortTasks,
} from './rules.ts'
import {
  type AddDocumentInput,
  type AddTaskInput,
  type Board,
  caseIdInput,
  type DeleteDocumentInput,
  type DeleteTaskInput,
  type Documents,
  documentFolder,
  MAX_DOCUMENTS,
  MAX_TASKS,
  MESSAGES,
  type MoveTaskInput,
  type RenameTaskInput,
  type Task,
} from './schema.ts'
import type { LockedCase } from './store.server.ts'
import * as store from './store.server.ts'

type CaseIdInput = { caseId: string }

/** CAS-08, CAS-09: the board. Errors: not a party of the case, or unknown case (404). */
export async function boardOf(context: SignedInContext, { caseId }: CaseIdInput): Promise<Result<Board>> {
  const party = await authorizeCaseParty(context.db, caseId, context.session.userId)
  return party.ok ? accept({ tasks: sortTasks(await store.listTasks(context.db, party.value)) }) : party
}

/** Runs a change by a party of a case, locked, and sends both an event. Errors: not a party (404). */
function changeCase<T>(
  context: SignedInContext,
  { caseId }: CaseIdInput,
  kind: 'task' | 'document',
  change: (tx: Tx, party: CaseParty, lockedCase: LockedCase) => Promise<Result<T>>,
): Promise<Result<T>> {
  return transact(context.db, async (tx) => {
    const lockedCase = await store.lockCase(tx, caseId)
    const party = caseParty(lockedCase, context.session.userId)
    if (!lockedCase || !party) return CASE_NOT_FOUND
    const result = await change(tx, party, lockedCase)
    if (!result.ok) return result
    await publish(tx, context.wake, eventsTo([lockedCase.client_id, lockedCase.lawyer_id], kind, caseId))
    return result
  })
}

/**
 * Runs a change of the board by the lawyer of the case and returns the board. Errors: client (403), not a
 * party (404), open or finished case (409), rate limit (429).
 */
async function changeBoard(
  context: SignedInContext,
  input: CaseIdInput,
  change: (tx: Tx, editor: BoardEditor, tasks: Task[]) => Promise<Result<unknown>>,
): Promise<Result<Board>> {
  const wait = await consumeAttempt(context.db, `board:${context.session.userId}`, BOARD_RATE_LIMIT)
  if (wait !== null) return refuse({ code: 'TOO_MANY_REQUESTS', message: MESSAGES.tooMany, retryAfter: wait })
  return changeCase(context, input, 'task', async (tx, party, lockedCase) => {
    const editor = boardEditor(party, lockedCase.status)
    if (!editor.ok) return editor
    const result = await change(tx, editor.value, await store.listTasks(tx, editor.value))
    return result.ok ? accept({ tasks: sortTasks(await store.listTasks(tx, editor.value)) }) : result
  })
}

const taskNotFound = () => refuse({ code: 'NOT_FOUND', message: MESSAGES.taskGone })

/**
 * OPEN-44: appends a new task to «Por Analizar». Idempotent by id with the same title.
 * Errors: the id has another title or belongs to another case (409), MAX_TASKS reached (409).
 */
export const addTask = (context: SignedInContext, input: AddTaskInput): Promise<Result<Board>> =>
  changeBoard(context, input, async (tx, editor, tasks) => {
    const known = tasks.find(({ id }) => id === input.id)
    if (known?.title === input.title) return accept(null)
    if (tasks.length >= MAX_TASKS) return refuse({ code: 'CONFLICT', message: MESSAGES.tasksFull })
    const last = tasks.filter(({ status }) => status === 'por_analizar').at(-1)
    const { id, title } = input
    const task: Task = { id, title, status: 'por_analizar', order: last ? last.order + 1 : 0 }
    if (await store.insertTask(tx, editor, task)) return accept(null)
    return refuse({ code: 'CONFLICT', message: MESSAGES.idTaken })
  })

/** OPEN-44: changes the title of a task. Errors: no such task in the case (404). */
export const renameTask = (context: SignedInContext, input: RenameTaskInput): Promise<Result<Board>> =>
  changeBoard(context, input, async (tx, editor) =>
    (await store.renameTask(tx, editor, input)) ? accept(null) : taskNotFound(),
  )

/** CAS-10, CAS-12, OPEN-44: moves a task and renumbers both columns. Errors: no such task (404). */
export const moveTask = (context: SignedInContext, input: MoveTaskInput): Promise<Result<Board>> =>
  changeBoard(context, input, async (tx, editor, tasks) => {
    if (!tasks.some(({ id }) => id === input.taskId)) return taskNotFound()
    await store.updateTaskPositions(tx, editor, changedPositions(tasks, applyMove(tasks, input)))
    return accept(null)
  })

/** OPEN-44: deletes a task. Errors: no such task in the case (404). */
export const deleteTask = (context: SignedInContext, input: DeleteTaskInput): Promise<Result<Board>> =>
  changeBoard(context, input, async (tx, editor) =>
    (await store.deleteTask(tx, editor, input.taskId)) ? accept(null) : taskNotFound(),
  )

async function readDocuments(db: Db, party: CaseParty): Promise<Documents> {
  const rows = await store.listDocuments(db, party)
  return {
    documents: rows.map(({ content_type, uploader_name, ...row }) => ({
      ...row,
      uploader_name: uploader_name ?? DELETED_USER_NAME,
      file_url: fileAddress(row.file_url),
      kind: EXTENSIONS[content_type as FileType],
      created_at: row.created_at.toISOString(),
    })),
  }
}

/** CAS-16, CAS-18: the documents of a case. Errors: not a party of the case, or unknown case (404). */
export async function documentsOf(
  context: SignedInContext,
  { caseId }: CaseIdInput,
): Promise<Result<Documents>> {
  const party = await authorizeCaseParty(context.db, caseId, context.session.userId)
  return party.ok ? accept(await readDocuments(context.db, party.value)) : party
}

/** CAS-20: whether the caller may upload to a case. Errors: no party (404), MAX_DOCUMENTS reached (409). */
export async function canUploadDocument(
  context: SignedInContext,
  caseId: string,
): Promise<Result<CaseParty>> {
  // The id comes from the URL, which no schema has validated.
  if (!caseIdInput.safeParse({ caseId }).success) return CASE_NOT_FOUND
  const party = await authorizeCaseParty(context.db, caseId, context.session.userId)
  if (!party.ok) return party
  const isFull = (await store.countDocuments(context.db, party.value)) >= MAX_DOCUMENTS
  return isFull ? refuse({ code: 'CONFLICT', message: MESSAGES.documentsFull }) : party
}

/** TRAP-21: whether the caller is at present a party of the case that has this file as a document. */
export async function canReadDocument(context: SignedInContext, key: string): Promise<boolean> {
  return caseParty(await store.findCaseOfFile(context.db, key), context.session.userId) !== null
}

/**
 * CAS-17, CAS-25: adds a file that the caller uploaded for this case to its documents. Idempotent by file.
 * Errors: not a party of the case (404); the file is missing, or another user's or case's (409);
 * MAX_DOCUMENTS reached (409).
 */
export const addDocument = (
  context: SignedInContext,
  { caseId, key }: AddDocumentInput,
): Promise<Result<Documents>> =>
  changeCase(context, { caseId }, 'document', async (tx, party) => {
    const inFolder = isFileKey(key) && key.startsWith(`${documentFolder(caseId)}/`)
    if (!inFolder) return refuse({ code: 'CONFLICT', message: MESSAGES.fileGone })
    if (await store.isOwnDocument(tx, party, key)) return accept(await readDocuments(tx, party))
    if ((await store.countDocuments(tx, party)) >= MAX_DOCUMENTS)
      return refuse({ code: 'CONFLICT', message: MESSAGES.documentsFull })
    const file = await claimFile(tx, { key, bucket: 'certificados', ownerId: party.userId })
    if (!file) return refuse({ code: 'CONFLICT', message: MESSAGES.fileGone })
    // Without a readable name use the end of the path, after «/», the UUID and «-» (38 characters).
    const fileName = file.fileName || key.slice(documentFolder(caseId).length + 38)
    await store.insertDocument(tx, party, { fileName, key })
    return accept(await readDocuments(tx, party))
  })

/**
 * CAS-20, CAS-26, OPEN-45: either party deletes a document. The file goes first; if that fails the row stays.
 * Errors: not a party of the case, or no such document (404); the file could not be deleted (503).
 */
export async function deleteDocument(
  context: SignedInContext,
  input: DeleteDocumentInput,
): Promise<Result<Documents>> {
  const notFound = refuse({ code: 'NOT_FOUND', message: MESSAGES.documentGone })
  const party = await authorizeCaseParty(context.db, input.caseId, context.session.userId)
  if (!party.ok) return party
  const file = await store.findDocumentFile(context.db, party.value, input.documentId)
  if (file === null) return notFound
  try {
    // Outside any transaction: a slow file store would block the case and delay all live events.
    await context.files.remove(file)
  } catch (error) {
    context.log.error({ err: error, key: file }, 'document not removed')
    return refuse({ code: 'SERVICE_UNAVAILABLE', message: MESSAGES.notDeleted, retryAfter: 60 })
  }
  return changeCase(context, input, 'document', async (tx, lockedParty) => {
    const key = await store.deleteDocument(tx, lockedParty, input.documentId)
    if (key === null) return notFound
    // The job that this enqueues deletes the row in stored_files; the file is already deleted.
    await discardFile(tx, key)
    return accept(await readDocuments(tx, lockedParty))
  })
}

/** Deletes the documents of cases, and their files. */
async function deleteDocumentsOf(tx: Tx, caseIds: readonly string[]): Promise<void> {
  for (const key of await store.deleteDocuments(tx, caseIds)) await discardFile(tx, key)
  await discardUnused(tx, caseIds.map(documentFolder))
}

/**
 * Step of account deletion (OPEN-58), before the step of cases. Tasks and documents stay for the other party;
 * documents and files of cases without one are deleted here, their tasks with the case.
 */
export async function leaveWorkspace(tx: Tx, userId: string): Promise<void> {
  const cases = await lockCasesOfUser(tx, userId)
  const abandoned = cases.filter(({ client_id, lawyer_id }) => client_id === null || lawyer_id === null)
  const caseIds = abandoned.map(({ id }) => id)
  if (caseIds.length > 0) await deleteDocumentsOf(tx, caseIds)
}

/**
 * H-06: a client deletes their open case with its documents and the pending proposals for it. Its chats stay,
 * without the case; the lawyer gets the credit back for a chat that the client never read or answered. The
 * command is in this slice because it also deletes documents.
 * Errors: not a party of the case (404), the lawyer of the case (403), the case has a lawyer (409).
 */
export async function deleteCase(
  context: SignedInContext,
  { caseId }: CaseIdInput,
): Promise<Result<{ deleted: true }>> {
  const { userId } = context.session
  return transact(context.db, async (tx) => {
    // Check before locking any row: a user outside the case must not block others.
    const party = await authorizeCaseParty(tx, caseId, userId)
    if (!party.ok) return party
    if (party.value.side === 'client') {
      await lockClient(tx, userId)
      await withdrawProposalsForCase(tx, context, caseId)
    }
    const locked = await lockWaitingCase(tx, caseId, userId)
    if (!locked.ok) return locked
    await detachCaseFromChats(tx, context, caseId)
    await deleteDocumentsOf(tx, [caseId])
    await deleteWaitingCase(tx, context, locked.value)
    return accept({ deleted: true as const })
  })
}

/** Files per run. */
const SWEEP_BATCH_SIZE = 500

/** Discards files of the bucket that no document refers to, as a safety net. @returns how many */
export async function sweepDocuments({ db, log }: Pick<SignedInContext, 'db' | 'log'>): Promise<number> {
  const keys = await store.findOrphanedFiles(db, SWEEP_BATCH_SIZE)
  for (const key of keys) {
    log.warn({ key }, 'document without a case given up')
    await db.transaction().execute((tx) => discardFile(tx, key))
  }
  return keys.length
}
