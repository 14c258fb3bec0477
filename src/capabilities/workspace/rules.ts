import type { Result } from '../../platform/errors/refusal.ts'
import type { Limit } from '../../platform/http/limits.ts'
import type { CaseParty } from '../cases/rules.ts'
import { MESSAGES as CASE_MESSAGES, type CaseStatus, type Side } from '../cases/schema.ts'
import { MESSAGES, type MoveTaskInput, TASK_STATUSES, type Task } from './schema.ts'

declare const proven: unique symbol
/** The lawyer of a case that is under way; `boardKeeper` alone makes one. */
export interface BoardKeeper {
  readonly caseId: string
  readonly [proven]: true
}

/**
 * Who may change a board (CAS-10, CAS-11, OPEN-44): the case's lawyer, until the case is finished. Refused: the client
 * (403), a case that is closed (409).
 */
export function boardKeeper(party: CaseParty, status: CaseStatus): Result<BoardKeeper> {
  if (party.side !== 'lawyer')
    return { ok: false, refusal: { code: 'FORBIDDEN', message: MESSAGES.lawyerOnly } }
  if (!keepsBoard(status, party.side))
    return { ok: false, refusal: { code: 'CONFLICT', message: MESSAGES.finished } }
  return { ok: true, value: { caseId: party.caseId } as BoardKeeper }
}

/** The same for the screen: whether the board can be changed by this side. */
export const keepsBoard = (status: CaseStatus, side: Side): boolean =>
  side === 'lawyer' && (status === 'activo' || status === 'en progreso')

/** Changes of boards by one person. */
export const CHANGES: Limit = { most: 1_200, seconds: 3_600 }
/** Documents brought by one person: a whole folder of papers in one sitting. */
export const UPLOADS: Limit = { most: 100, seconds: 3_600 }

const columnOf = (tasks: readonly Task[], status: Task['status']) =>
  tasks.filter((task) => task.status === status).sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))

/** CAS-09: column by column, each by order ascending, then by id (OPEN-44). */
export const sorted = (tasks: readonly Task[]): Task[] =>
  TASK_STATUSES.flatMap((status) => columnOf(tasks, status))

/**
 * The board after a move, on the server as on the screen that does not wait for it. The task goes before the one that is
 * named, or to the end where that one has left the column meanwhile; both columns are numbered from 0. Without such a
 * task nothing moves.
 */
export function moved(tasks: readonly Task[], move: Omit<MoveTaskInput, 'caseId'>): Task[] {
  const task = tasks.find(({ id }) => id === move.taskId)
  if (!task || move.before === move.taskId) return sorted(tasks)
  const rest = tasks.filter((other) => other !== task)
  return TASK_STATUSES.flatMap((status) => {
    const column = columnOf(rest, status)
    if (status !== move.status && status !== task.status) return column
    if (status === move.status) {
      const at = column.findIndex(({ id }) => id === move.before)
      column.splice(at < 0 ? column.length : at, 0, { ...task, status })
    }
    return column.map((one, order) => ({ ...one, order }))
  })
}

/** Tasks that stand elsewhere than before. */
export const changedPlaces = (before: readonly Task[], after: readonly Task[]): Task[] => {
  const old = new Map(before.map((task) => [task.id, task]))
  return after.filter(({ id, status, order }) => {
    const was = old.get(id)
    return was?.status !== status || was.order !== order
  })
}

/** Whoever is neither client nor lawyer of a case gets the answer of an unknown one (ROU-35). */
export const NOT_FOUND: Result<never> = {
  ok: false,
  refusal: { code: 'NOT_FOUND', message: CASE_MESSAGES.notFound },
}
