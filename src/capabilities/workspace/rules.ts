import { dayNumber } from '../../chile/dates.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { CaseParty } from '../cases/rules.ts'
import type { CaseStatus, Side } from '../cases/schema.ts'
import { MESSAGES, type MoveTaskInput, TASK_STATUSES, type TaskPosition } from './schema.ts'

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
  side === 'lawyer' && isRunning(status)

export type TaskState = 'pendiente' | 'hecha'
/** Who acts on a task: the lawyer of the case, or its client, whose task it is or not. */
export type TaskActor = 'lawyer' | 'assignee' | 'other'

/** SEG-27: the state graph of a task. Everything not listed here is refused. */
export const TASK_TRANSITIONS = {
  finish: { by: ['assignee', 'lawyer'], from: 'pendiente', to: 'hecha' },
  reopen: { by: ['assignee', 'lawyer'], from: 'hecha', to: 'pendiente' },
} as const satisfies Record<string, { by: readonly TaskActor[]; from: TaskState; to: TaskState }>
export type TaskEvent = keyof typeof TASK_TRANSITIONS

/** The event of a tick with this value. */
export const tickEvent = (done: boolean): TaskEvent => (done ? 'finish' : 'reopen')

/**
 * The state of a task after an event. A tick that states the present state changes nothing.
 * Refused: somebody else's task (403).
 */
export function nextTaskState(state: TaskState, event: TaskEvent, actor: TaskActor): Result<TaskState> {
  const move = TASK_TRANSITIONS[event]
  if (!move.by.some((one) => one === actor))
    return refuse({ code: 'FORBIDDEN', message: MESSAGES.ownTasksOnly })
  return accept(state === move.from ? move.to : state)
}

export const taskActor = (side: Side, assignee: Side | null): TaskActor =>
  side === 'lawyer' ? 'lawyer' : assignee === 'client' ? 'assignee' : 'other'

/** Whether this side may tick the task and its lines; also decides what the UI offers. */
export const canTick = (status: CaseStatus, side: Side, assignee: Side | null): boolean =>
  isRunning(status) && taskActor(side, assignee) !== 'other'

const isRunning = (status: CaseStatus) => status === 'activo' || status === 'en progreso'

/**
 * SEG-27: the state of a task after its tick by a party. Lines of its checklist follow the same rule.
 * Errors: somebody else's task (403), open or finished case (409).
 */
export function tickedState(
  { side }: CaseParty,
  status: CaseStatus,
  { assignee, done_at }: { assignee: Side | null; done_at: Date | null },
  done: boolean,
): Result<TaskState> {
  const next = nextTaskState(done_at ? 'hecha' : 'pendiente', tickEvent(done), taskActor(side, assignee))
  if (next.ok && !isRunning(status)) return refuse({ code: 'CONFLICT', message: MESSAGES.finished })
  return next
}

/** So far ahead a task may be due. */
const MAX_DUE_DAYS = 3_653

/** SEG-26: why a due day is refused, or null. The present day of the task stays valid when it has passed. */
export function dueDayProblem(day: string | null, before: string | null, today: string): string | null {
  if (day === null || day === before) return null
  if (day < today) return MESSAGES.dueDayPast
  return dayNumber(day) - dayNumber(today) > MAX_DUE_DAYS ? MESSAGES.dueDayTooFar : null
}

export type DueGroup = 'overdue' | 'today' | 'week' | 'later' | 'none'

/** SEG-28: the groups of «Tus tareas», in order. */
export const DUE_GROUPS: Record<DueGroup, string> = {
  overdue: 'Atrasadas',
  today: 'Hoy',
  week: 'Próximos 7 días',
  later: 'Más adelante',
  none: 'Sin fecha',
}

/** @param today as in chile/dates.ts `dayNumber` */
export function dueGroup(dueOn: string | null, today: number): DueGroup {
  if (dueOn === null) return 'none'
  const days = dayNumber(dueOn) - today
  return days < 0 ? 'overdue' : days === 0 ? 'today' : days <= 7 ? 'week' : 'later'
}

export const BOARD_RATE_LIMIT: RateLimit = { max: 1_200, windowSeconds: 3_600 }

const columnOf = <T extends TaskPosition>(tasks: readonly T[], status: T['status']) =>
  tasks.filter((task) => task.status === status).sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))

/** CAS-09: the tasks by column, then order, then id (OPEN-44). */
export const sortTasks = <T extends TaskPosition>(tasks: readonly T[]): T[] =>
  TASK_STATUSES.flatMap((status) => columnOf(tasks, status))

/**
 * The board after a move, in server and browser: the task goes before `move.before`, or to the end if that
 * has left the column. Both columns are renumbered from 0.
 */
export function applyMove<T extends TaskPosition>(
  tasks: readonly T[],
  move: Omit<MoveTaskInput, 'caseId'>,
): T[] {
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
export const changedPositions = <T extends TaskPosition>(before: readonly T[], after: readonly T[]): T[] =>
  after.filter(
    ({ id, status, order }) =>
      !before.some((old) => old.id === id && old.status === status && old.order === order),
  )
