import { type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { consumeAttempt } from '../../platform/http/rate-limit.server.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import {
  authorizeCaseParty,
  changeInCase,
  deleteWaitingCase,
  lockClient,
  lockWaitingCase,
} from '../cases/commands.server.ts'
import { detachCaseFromChats } from '../chat/commands.server.ts'
import { deleteDocumentsOf } from '../documents/commands.server.ts'
import { withdrawProposalsForCase } from '../proposals/commands.server.ts'
import {
  applyMove,
  BOARD_RATE_LIMIT,
  type BoardEditor,
  boardEditor,
  changedPositions,
  sortTasks,
} from './rules.ts'
import {
  type AddTaskInput,
  type Board,
  type DeleteTaskInput,
  MAX_TASKS,
  MESSAGES,
  type MoveTaskInput,
  type RenameTaskInput,
  type Task,
} from './schema.ts'
import * as store from './store.server.ts'

type CaseIdInput = { caseId: string }

/** CAS-08, CAS-09: the board. Errors: not a party of the case, or unknown case (404). */
export async function boardOf(context: SignedInContext, { caseId }: CaseIdInput): Promise<Result<Board>> {
  const party = await authorizeCaseParty(context.db, caseId, context.session.userId)
  return party.ok ? accept({ tasks: sortTasks(await store.listTasks(context.db, party.value)) }) : party
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
  return changeInCase(context, input, 'task', async (tx, party, { status }) => {
    const editor = boardEditor(party, status)
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
