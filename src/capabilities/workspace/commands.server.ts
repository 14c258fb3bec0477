import { type Db, type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { EXTENSIONS, type FileType, fileAddress, isFileKey } from '../../platform/files/buckets.ts'
import { claimFile, discardFile, discardUnused } from '../../platform/files/files.server.ts'
import { takeTry } from '../../platform/http/limits.server.ts'
import { publish } from '../../platform/realtime/publish.server.ts'
import type { SignedIn } from '../../platform/rpc/context.server.ts'
import { deleteWaitingCase, holdClient, holdWaitingCase, provenCaseParty } from '../cases/commands.server.ts'
import { type CaseParty, caseParty } from '../cases/rules.ts'
import { GONE } from '../cases/schema.ts'
import { leaveCaseOfChats } from '../chat/commands.server.ts'
import { endPendingFor } from '../proposals/commands.server.ts'
import { WORKSPACE_EVENTS } from './events.ts'
import { type BoardKeeper, boardKeeper, CHANGES, changedPlaces, moved, NOT_FOUND, sorted } from './rules.ts'
import {
  type AddDocumentInput,
  type AddTaskInput,
  type Board,
  type DeleteDocumentInput,
  type DeleteTaskInput,
  DOCUMENTS_MAX,
  type Documents,
  documentFolder,
  MESSAGES,
  type MoveTaskInput,
  ofCaseInput,
  type RenameTaskInput,
  TASKS_MAX,
  type Task,
} from './schema.ts'
import {
  caseOfFile,
  countDocuments,
  deleteDocument as deleteDocumentRow,
  deleteDocumentsOf,
  deleteLastDocuments,
  deleteTask as deleteTaskRow,
  fileOfDocument,
  type HeldCase,
  holdCase,
  insertDocument,
  insertTask,
  isDocumentOf,
  listDocuments,
  listTasks,
  orphanedFiles,
  placeTasks,
  renameTask as renameTaskRow,
} from './store.server.ts'

type OfCase = { caseId: string }
type Kind = (typeof WORKSPACE_EVENTS)[keyof typeof WORKSPACE_EVENTS]

/** CAS-08, CAS-09: the board for the case's parties; anybody else is refused like for an unknown case (404). */
export async function boardOf(context: SignedIn, { caseId }: OfCase): Promise<Result<Board>> {
  const party = await provenCaseParty(context.db, caseId, context.session.userId)
  return party.ok ? accept({ tasks: sorted(await listTasks(context.db, party.value)) }) : party
}

/**
 * A change in a case by one of its parties, which everything else in that case waits for; then both are told.
 * Refuses whoever is not in it like for an unknown one (404).
 */
function inCase<T>(
  context: SignedIn,
  { caseId }: OfCase,
  kind: Kind,
  change: (tx: Tx, party: CaseParty, held: HeldCase) => Promise<Result<T>>,
): Promise<Result<T>> {
  return transact(context.db, async (tx) => {
    const held = await holdCase(tx, caseId)
    const party = caseParty(held, context.session.userId)
    if (!held || !party) return NOT_FOUND
    const result = await change(tx, party, held)
    if (!result.ok) return result
    const people = [held.client_id, held.lawyer_id].filter((id) => id !== null)
    await publish(
      tx,
      context.wake,
      people.map((user_id) => ({ user_id, kind, ref: caseId })),
    )
    return result
  })
}

/**
 * A change of a board. Refuses the client (403), a finished case (409), whoever is not in it (404) and too many at once
 * (429). @returns the board as it is then
 */
async function onBoard(
  context: SignedIn,
  input: OfCase,
  change: (tx: Tx, keeper: BoardKeeper, tasks: Task[]) => Promise<Result<unknown>>,
): Promise<Result<Board>> {
  const wait = await takeTry(context.db, `board:${context.session.userId}`, CHANGES)
  if (wait !== null) return refuse({ code: 'TOO_MANY_REQUESTS', message: MESSAGES.tooMany, retryAfter: wait })
  return inCase(context, input, WORKSPACE_EVENTS.tasks, async (tx, party, held) => {
    const keeper = boardKeeper(party, held.status)
    if (!keeper.ok) return keeper
    const done = await change(tx, keeper.value, await listTasks(tx, keeper.value))
    return done.ok ? accept({ tasks: sorted(await listTasks(tx, keeper.value)) }) : done
  })
}

const taskGone = () => refuse({ code: 'NOT_FOUND', message: MESSAGES.taskGone })

/**
 * OPEN-44: a new task, last in «Por Analizar». The same id with the same title again is the same task; with another one,
 * or in another case, it is refused (409), as is one beyond TASKS_MAX.
 */
export const addTask = (context: SignedIn, input: AddTaskInput): Promise<Result<Board>> =>
  onBoard(context, input, async (tx, keeper, tasks) => {
    const known = tasks.find(({ id }) => id === input.id)
    if (known?.title === input.title) return accept(null)
    if (tasks.length >= TASKS_MAX) return refuse({ code: 'CONFLICT', message: MESSAGES.tasksFull })
    const last = tasks.filter(({ status }) => status === 'por_analizar').at(-1)
    const { id, title } = input
    const task: Task = { id, title, status: 'por_analizar', order: last ? last.order + 1 : 0 }
    if (await insertTask(tx, keeper, task)) return accept(null)
    return refuse({ code: 'CONFLICT', message: MESSAGES.idTaken })
  })

/** OPEN-44: another title. Refused (404): the case has no such task. */
export const renameTask = (context: SignedIn, input: RenameTaskInput): Promise<Result<Board>> =>
  onBoard(context, input, async (tx, keeper) =>
    (await renameTaskRow(tx, keeper, input)) ? accept(null) : taskGone(),
  )

/**
 * CAS-10, CAS-12, OPEN-44: moves a task inside its column or to another; both columns are numbered anew. Refused (404):
 * the case has no such task.
 */
export const moveTask = (context: SignedIn, input: MoveTaskInput): Promise<Result<Board>> =>
  onBoard(context, input, async (tx, keeper, tasks) => {
    if (!tasks.some(({ id }) => id === input.taskId)) return taskGone()
    await placeTasks(tx, keeper, changedPlaces(tasks, moved(tasks, input)))
    return accept(null)
  })

/** OPEN-44. Refused (404): the case has no such task. */
export const deleteTask = (context: SignedIn, input: DeleteTaskInput): Promise<Result<Board>> =>
  onBoard(context, input, async (tx, keeper) =>
    (await deleteTaskRow(tx, keeper, input.taskId)) ? accept(null) : taskGone(),
  )

async function shown(db: Db, party: CaseParty): Promise<Documents> {
  const rows = await listDocuments(db, party)
  return {
    documents: rows.map(({ content_type, uploader_name, ...row }) => ({
      ...row,
      uploader_name: uploader_name ?? GONE,
      file_url: fileAddress(row.file_url),
      kind: EXTENSIONS[content_type as FileType],
      created_at: row.created_at.toISOString(),
    })),
  }
}

/** CAS-16, CAS-18: the documents for the case's parties; anybody else is refused like for an unknown case (404). */
export async function documentsOf(context: SignedIn, { caseId }: OfCase): Promise<Result<Documents>> {
  const party = await provenCaseParty(context.db, caseId, context.session.userId)
  return party.ok ? accept(await shown(context.db, party.value)) : party
}

/**
 * Whether somebody may bring another file to a case (CAS-20). Refuses whoever is not in it like for an unknown one (404),
 * and a case that is full (409).
 */
export async function mayBringDocument(context: SignedIn, caseId: string): Promise<Result<CaseParty>> {
  // It comes in an address, which no schema has looked at.
  if (!ofCaseInput.safeParse({ caseId }).success) return NOT_FOUND
  const party = await provenCaseParty(context.db, caseId, context.session.userId)
  if (!party.ok) return party
  const full = (await countDocuments(context.db, party.value)) >= DOCUMENTS_MAX
  return full ? refuse({ code: 'CONFLICT', message: MESSAGES.documentsFull }) : party
}

/** TRAP-21: whether somebody is in the case whose document this file is, at this moment. */
export async function mayOpenDocument(context: SignedIn, key: string): Promise<boolean> {
  return caseParty(await caseOfFile(context.db, key), context.session.userId) !== null
}

/**
 * CAS-17, CAS-25: makes a file that the asker uploaded for this case one of its documents. The same file again is the
 * same document. Refused: whoever is not in the case (404), a file that is not theirs, not of this case or not there
 * (409), a case that is full (409).
 */
export const addDocument = (
  context: SignedIn,
  { caseId, key }: AddDocumentInput,
): Promise<Result<Documents>> =>
  inCase(context, { caseId }, WORKSPACE_EVENTS.documents, async (tx, party) => {
    const inFolder = isFileKey(key) && key.startsWith(`${documentFolder(caseId)}/`)
    if (!inFolder) return refuse({ code: 'CONFLICT', message: MESSAGES.fileGone })
    if (await isDocumentOf(tx, party, key)) return accept(await shown(tx, party))
    if ((await countDocuments(tx, party)) >= DOCUMENTS_MAX)
      return refuse({ code: 'CONFLICT', message: MESSAGES.documentsFull })
    const file = await claimFile(tx, { key, bucket: 'certificados', ownerId: party.userId })
    if (!file) return refuse({ code: 'CONFLICT', message: MESSAGES.fileGone })
    // A name of which nothing can be seen: then that of the path, behind its UUID.
    const fileName = file.fileName || key.slice(documentFolder(caseId).length + 38)
    await insertDocument(tx, party, { fileName, key })
    return accept(await shown(tx, party))
  })

/**
 * CAS-20, CAS-26, OPEN-45: either party deletes a document, row and file. The file goes before the row is gone for good:
 * where it cannot be removed the row stays (503). Refused (404): whoever is not in the case; no such document.
 */
export async function deleteDocument(
  context: SignedIn,
  input: DeleteDocumentInput,
): Promise<Result<Documents>> {
  const gone = refuse({ code: 'NOT_FOUND', message: MESSAGES.documentGone })
  const asker = await provenCaseParty(context.db, input.caseId, context.session.userId)
  if (!asker.ok) return asker
  const file = await fileOfDocument(context.db, asker.value, input.documentId)
  if (file === null) return gone
  try {
    // In no transaction: a slow store would hold up the case, and every live event with it.
    await context.files.remove(file)
  } catch (error) {
    context.log.error({ err: error, key: file }, 'document not removed')
    return refuse({ code: 'SERVICE_UNAVAILABLE', message: MESSAGES.notDeleted, retryAfter: 60 })
  }
  return inCase(context, input, WORKSPACE_EVENTS.documents, async (tx, party) => {
    const key = await deleteDocumentRow(tx, party, input.documentId)
    if (key === null) return gone
    // Its job removes the row of stored_files; it finds no file any more.
    await discardFile(tx, key)
    return accept(await shown(tx, party))
  })
}

/**
 * This slice's step of an account's deletion (OPEN-58), before the cases': documents and tasks stay for the other party,
 * those of cases that nobody is left in go with their files. Tasks go with their case.
 */
export async function leaveWorkspace(tx: Tx, userId: string): Promise<void> {
  const { caseIds, keys } = await deleteLastDocuments(tx, userId)
  for (const key of keys) await discardFile(tx, key)
  if (caseIds.length > 0) await discardUnused(tx, caseIds.map(documentFolder))
}

/**
 * A client deletes their case that waits for a lawyer: it leaves the market with all of its words and documents, pending
 * proposals for it end, its chats stay without case, and unread ones give the credit back (H-06). Here, since documents are the
 * last that an open case has. Refused: not theirs 404, its lawyer 403, a case that has a lawyer 409.
 */
export async function deleteCase(context: SignedIn, { caseId }: OfCase): Promise<Result<{ deleted: true }>> {
  const { userId } = context.session
  return transact(context.db, async (tx) => {
    // Looked at before anything is held: a stranger must not make others wait.
    const seen = await provenCaseParty(tx, caseId, userId)
    if (!seen.ok) return seen
    if (seen.value.side === 'client') {
      await holdClient(tx, userId)
      await endPendingFor(tx, context, caseId)
    }
    const held = await holdWaitingCase(tx, caseId, userId)
    if (!held.ok) return held
    await leaveCaseOfChats(tx, context, caseId)
    for (const key of await deleteDocumentsOf(tx, caseId)) await discardFile(tx, key)
    await discardUnused(tx, [documentFolder(caseId)])
    await deleteWaitingCase(tx, context, held.value)
    return accept({ deleted: true as const })
  })
}

/** At once. */
const SWEPT = 500

/** Gives up files of the bucket that are nobody's document, whatever left them so. @returns how many */
export async function sweepDocuments({ db, log }: Pick<SignedIn, 'db' | 'log'>): Promise<number> {
  const keys = await orphanedFiles(db, SWEPT)
  for (const key of keys) {
    log.warn({ key }, 'document without a case given up')
    await db.transaction().execute((tx) => discardFile(tx, key))
  }
  return keys.length
}
