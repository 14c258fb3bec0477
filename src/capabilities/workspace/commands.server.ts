import { cutPage } from '../../input/cursor.ts'
import { type Db, runInTransaction, type Tx, transact } from '../../platform/database/database.server.ts'
import type { Found } from '../../platform/database/queries.server.ts'
import { accept, fieldRefusal, type Result, refuse } from '../../platform/errors/refusal.ts'
import { checkRateLimit } from '../../platform/http/rate-limit.server.ts'
import type { Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import {
  authorizeCaseParty,
  changeInCase,
  deleteWaitingCase,
  lockClient,
  lockWaitingCase,
  recordEntry,
} from '../cases/commands.server.ts'
import { type CaseParty, requireCaseOwner } from '../cases/rules.ts'
import { detachCaseFromChats } from '../chat/commands.server.ts'
import { deleteDocumentsOf } from '../documents/commands.server.ts'
import { notify } from '../notices/commands.server.ts'
import { withdrawProposalsForCase } from '../proposals/commands.server.ts'
import {
  applyMove,
  BOARD_RATE_LIMIT,
  type BoardEditor,
  boardEditor,
  changedPositions,
  dueDayProblem,
  sortTasks,
  tickedState,
} from './rules.ts'
import {
  type AddTaskInput,
  type AwaitedDocuments,
  type Board,
  type DeleteTaskInput,
  type EditTaskInput,
  MAX_TASKS,
  MESSAGES,
  type MoveTaskInput,
  NEXT_TASKS,
  OWN_TASKS_PAGE_SIZE,
  type OwnTask,
  type OwnTasks,
  type OwnTasksInput,
  type RenameTaskInput,
  type TaskDetails,
  type TaskInput,
  type TickItemInput,
  type TickTaskInput,
} from './schema.ts'
import * as store from './store.server.ts'

type CaseIdInput = { caseId: string }

/** CAS-08, CAS-09: the board. Errors: not a party of the case, or unknown case (404). */
export async function boardOf(context: SignedInContext, { caseId }: CaseIdInput): Promise<Result<Board>> {
  const party = await authorizeCaseParty(context.db, caseId, context.session.userId)
  return party.ok ? accept(await readBoard(context.db, party.value)) : party
}

const toTask = <Row extends { done_at: Date | null }>(row: Row) => ({
  ...row,
  done_at: row.done_at?.toISOString() ?? null,
})

const readBoard = async (db: Db, party: { caseId: string }): Promise<Board> => ({
  tasks: sortTasks((await store.listTasks(db, party)).map(toTask)),
})

/**
 * Runs a change of the board by the lawyer of the case and returns the board. Errors: client (403), not a
 * party (404), open or finished case (409), rate limit (429).
 */
async function changeBoard(
  context: SignedInContext,
  input: CaseIdInput,
  change: (
    tx: Tx,
    editor: BoardEditor,
    tasks: store.TaskRow[],
    row: { client_id: string | null; lawyer_id: string | null },
  ) => Promise<Result<unknown>>,
): Promise<Result<Board>> {
  const allowed = await consumeChange(context)
  if (!allowed.ok) return allowed
  return changeInCase(context, input, 'task', async (tx, party, row) => {
    const editor = boardEditor(party, row.status)
    if (!editor.ok) return editor
    const result = await change(tx, editor.value, await store.listTasks(tx, editor.value), row)
    return result.ok ? accept(await readBoard(tx, editor.value)) : result
  })
}

const consumeChange = ({ db, session }: SignedInContext) =>
  checkRateLimit(db, `board:${session.userId}`, BOARD_RATE_LIMIT, MESSAGES.tooMany)

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
    const task = { id, title, status: 'por_analizar', order: last ? last.order + 1 : 0 } as const
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

/** SEG-26: note and checklist. Errors: not a party of the case, or no such task in it (404). */
export async function taskDetails(context: SignedInContext, input: TaskInput): Promise<Result<TaskDetails>> {
  const party = await authorizeCaseParty(context.db, input.caseId, context.session.userId)
  if (!party.ok) return party
  const found = await store.findTask(context.db, party.value, input.taskId)
  return found
    ? accept({ note: found.note, items: await store.listItems(context.db, found.id) })
    : taskNotFound()
}

/**
 * SEG-26: sets due day, assignee, note and checklist of a task. Its client is told once that a task is theirs.
 * Errors: no such task (404), a line's id belongs to another task (409), a past due day (422).
 */
export const editTask = (context: SignedInContext, input: EditTaskInput): Promise<Result<Board>> =>
  changeBoard(context, input, async (tx, editor, _tasks, { client_id, lawyer_id }) => {
    const { caseId, taskId, items, ...columns } = input
    const before = await store.findTask(tx, editor, taskId)
    if (!before) return taskNotFound()
    const problem = dueDayProblem(columns.due_on, before.due_on, before.today)
    if (problem) return refuse(fieldRefusal('due_on', problem))
    await store.updateDetails(tx, editor, taskId, columns)
    if (!(await store.replaceItems(tx, taskId, items)))
      return refuse({ code: 'CONFLICT', message: MESSAGES.idTaken })
    if (columns.assignee === 'client')
      await notify(tx, context, [
        {
          kind: 'task-assigned',
          key: `task-assigned:${taskId}`,
          ref: taskId,
          caseId,
          userId: client_id,
          actorId: lawyer_id,
        },
      ])
    return accept(null)
  })

/** A tick by a party of the case, which tells the lawyer if the client made it. */
function tick(
  context: SignedInContext,
  input: TaskInput & { done: boolean },
  change: (tx: Tx, party: CaseParty, task: Found<typeof store.findTask>) => Promise<Result<string | null>>,
): Promise<Result<{ done: boolean }>> {
  const { caseId, taskId, done } = input
  return changeInCase(context, input, 'task', async (tx, party, { status, lawyer_id }) => {
    const found = await store.findTask(tx, party, taskId)
    if (!found) return taskNotFound()
    const next = tickedState(party, status, found, done)
    if (!next.ok) return next
    const kind = await change(tx, party, found)
    if (!kind.ok) return kind
    if (kind.value !== null)
      await notify(tx, context, [
        {
          kind: kind.value,
          key: `${kind.value}:${taskId}:${found.today}`,
          ref: taskId,
          caseId,
          userId: lawyer_id,
          actorId: party.userId,
        },
      ])
    return accept({ done })
  })
}

/**
 * SEG-27: marks a task as done or pending, by its assignee or the lawyer. States its value, so a repeated
 * request changes nothing; the card stays in its column.
 * Errors: no such task (404), somebody else's task (403), finished case (409), rate limit (429).
 */
export async function tickTask(
  context: SignedInContext,
  input: TickTaskInput,
): Promise<Result<{ done: boolean }>> {
  const allowed = await consumeChange(context)
  if (!allowed.ok) return allowed
  return tick(context, input, async (tx, party, task) => {
    if ((task.done_at !== null) === input.done) return accept(null)
    await store.updateDone(tx, party, task.id, input.done)
    if (input.done) await recordEntry(tx, doneEntry(party, task))
    return accept('task-done')
  })
}

/** SEG-03: a task is done once in a case's history, also if it is undone and done again. */
const doneEntry = ({ caseId, userId }: CaseParty, { id, title }: { id: string; title: string }) => ({
  caseId,
  actorId: userId,
  kind: 'task-done' as const,
  ref: id,
  detail: title,
})

/** SEG-27: ticks a line of a task's checklist or not. Errors: as `tickTask`, and no such line (404). */
export async function tickItem(
  context: SignedInContext,
  input: TickItemInput,
): Promise<Result<{ done: boolean }>> {
  const allowed = await consumeChange(context)
  if (!allowed.ok) return allowed
  return tick(context, input, async (tx, _party, task) => {
    const changed = await store.updateItemDone(tx, task.id, input.itemId, input.done)
    if (changed === null) return refuse({ code: 'NOT_FOUND', message: MESSAGES.itemGone })
    return accept(changed && input.done ? 'task-items-done' : null)
  })
}

const toOwnTask = ({ sort_day: _, ...row }: Found<typeof store.listOwnTasks>): OwnTask => toTask(row)

/** SEG-28: a page of the caller's own tasks by due day. Errors: 403 for administrators. */
export async function ownTasks(
  context: SignedInContext,
  { after }: OwnTasksInput,
): Promise<Result<OwnTasks>> {
  const owner = requireCaseOwner(context.session)
  if (!owner.ok) return owner
  const [day, id] = after?.split('.') ?? []
  const page = { after: day && id ? { day, id } : null, limit: OWN_TASKS_PAGE_SIZE + 1 }
  const rows = await store.listOwnTasks(context.db, owner.value, page)
  const { shown, next } = cutPage(rows, OWN_TASKS_PAGE_SIZE, (row) => `${row.sort_day}.${row.id}`)
  const counts = await store.countOwnTasks(context.db, owner.value)
  return accept({ tasks: shown.map(toOwnTask), next, ...counts })
}

/** SEG-28: the caller's next pending tasks, for the panel. Errors: 403 for administrators. */
export async function nextTasks(
  context: SignedInContext,
): Promise<Result<{ tasks: OwnTask[]; pending: number; documents: AwaitedDocuments[] }>> {
  const owner = requireCaseOwner(context.session)
  if (!owner.ok) return owner
  const rows = await store.listNextTasks(context.db, owner.value, NEXT_TASKS)
  const { pending } = await store.countOwnTasks(context.db, owner.value)
  const documents = await store.listAwaitedDocuments(context.db, owner.value)
  return accept({ tasks: rows.map(toOwnTask), pending, documents })
}

/** SEG-30: for the calendar of a user, who is its owner. */
export const calendarTasks = store.listCalendarTasks

/** Tasks per run. */
const REMINDER_BATCH_SIZE = 500

/** SEG-28: reminds the people whose tasks are due today, once a person and day. @returns how many people */
export async function remindOfDueTasks(platform: Pick<Platform, 'db' | 'wake'>): Promise<number> {
  return runInTransaction(platform.db, async (tx) => {
    const people = await store.takeDueTasks(tx, REMINDER_BATCH_SIZE)
    await notify(
      tx,
      platform,
      people.map(({ user_id: userId, today }) => ({
        kind: 'tasks-due',
        key: `tasks-due:${today}`,
        ref: userId,
        caseId: null,
        userId,
        actorId: null,
      })),
    )
    return people.length
  })
}

/**
 * H-06: a client deletes their open or withdrawn case with its documents and the pending proposals for it. Its chats stay,
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
