import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { CaseParty } from '../cases/rules.ts'
import type { CaseStatus, Side } from '../cases/schema.ts'
import { MESSAGES, type MoveTaskInput, TASK_STATUSES, type Task } from './schema.ts'

declare const proven: unique symbol
/** Proof that the caller may change the board of this case. Only `boardEditor` creates it. */
export interface BoardEditor {
  readonly caseId: string
  readonly [proven]: true
}

/**
 * Only the lawyer may change the board, from acceptance until the case is finished (CAS-10, CAS-11, OPEN-44).
 * Errors: client (403), open or finished case (409).
 */
export function boardEditor(party: CaseParty, status: CaseStatus): Result<BoardEditor> {
  if (party.side !== 'lawyer') return refuse({ code: 'FORBIDDEN', message: MESSAGES.lawyerOnly })
  if (!canEditBoard(status, party.side)) return refuse({ code: 'CONFLICT', message: MESSAGES.finished })
  return accept({ caseId: party.caseId } as BoardEditor)
}

/** Whether this side may change the board; also decides what the UI offers. */
export const canEditBoard = (status: CaseStatus, side: Side): boolean =>
  side === 'lawyer' && (status === 'activo' || status === 'en progreso')

export const BOARD_RATE_LIMIT: RateLimit = { max: 1_200, windowSeconds: 3_600 }
const columnOf = (tasks: readonly Task[], status: Task['status']) =>
  tasks.filter((task) => task.status === status).sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))

/** CAS-09: the tasks by column, then order, then id (OPEN-44). */
export const sortTasks = (tasks: readonly Task[]): Task[] =>
  TASK_STATUSES.flatMap((status) => columnOf(tasks, status))

/**
 * The board after a move, in server and browser: the task goes before `move.before`, or to the end if that
 * has left the column. Both columns are renumbered from 0.
 */
export function applyMove(tasks: readonly Task[], move: Omit<MoveTaskInput, 'caseId'>): Task[] {
  const task = tasks.find(({ id }) => id === move.taskId)
  if (!task || move.before === move.taskId) return sortTasks(tasks)
  const rest = tasks.filter((other) => other !== task)
  return TASK_STATUSES.flatMap((status) => {
    const column = columnOf(rest, status)
    if (status !== move.status && status !== task.status) return column
    if (status === move.status) {
      const index = column.findIndex(({ id }) => id === move.before)
      column.splice(index < 0 ? column.length : index, 0, { ...task, status })
    }
    return column.map((one, order) => ({ ...one, order }))
  })
}

/** The tasks whose status or order has changed. */
export const changedPositions = (before: readonly Task[], after: readonly Task[]): Task[] =>
  after.filter(
    ({ id, status, order }) =>
      !before.some((old) => old.id === id && old.status === status && old.order === order),
  )
