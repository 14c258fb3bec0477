import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayNumber } from '../../chile/dates.ts'
import { type CaseParty, caseParty } from '../cases/rules.ts'
import { CASE_STATUSES, type CaseStatus, SIDES, type Side } from '../cases/schema.ts'
import {
  applyMove,
  boardEditor,
  canEditBoard,
  canTick,
  changedPositions,
  dueDayProblem,
  dueGroup,
  nextTaskState,
  sortTasks,
  TASK_TRANSITIONS,
  type TaskActor,
  type TaskEvent,
  type TaskState,
  tickedState,
} from './rules.ts'
import { MAX_TITLE_LENGTH, MESSAGES, TASK_STATUSES, type TaskPosition, taskTitle } from './schema.ts'

const people = { id: 'case', client_id: 'client', lawyer_id: 'lawyer' }
const party = (side: Side) => caseParty(people, side) as CaseParty

const isEditable: Record<CaseStatus, boolean> = {
  ingresado: false,
  activo: true,
  'en progreso': true,
  finalizado: false,
  retirado: false,
}

describe('CAS-10, CAS-11: who may change a board', () => {
  for (const status of CASE_STATUSES)
    for (const side of SIDES)
      test(`${side} of a case in ${status}`, () => {
        const result = boardEditor(party(side), status)
        const allowed = side === 'lawyer' && isEditable[status]
        expect(result.ok).toBe(allowed)
        expect(canEditBoard(status, side)).toBe(allowed)
        if (result.ok) return
        expect(result.refusal).toEqual(
          side === 'client'
            ? { code: 'FORBIDDEN', message: MESSAGES.lawyerOnly }
            : { code: 'CONFLICT', message: MESSAGES.finished },
        )
      })
})

const task = (id: string, status: TaskPosition['status'], order: number) => ({
  id,
  title: `Tarea ${id}`,
  status,
  order,
})
/** The task ids of each column, in order: «ab|c|». */
const columnsOf = (tasks: readonly TaskPosition[]) =>
  TASK_STATUSES.map((status) =>
    sortTasks(tasks)
      .filter((one) => one.status === status)
      .map(({ id }) => id)
      .join(''),
  ).join('|')

describe('OPEN-44: a move', () => {
  const [first, second, third] = TASK_STATUSES
  const board = [task('a', first, 0), task('b', first, 1), task('c', first, 2), task('d', second, 0)]
  test.each([
    ['a', first, 'c', 'bac|d|'],
    ['c', first, 'a', 'cab|d|'],
    ['a', first, null, 'bca|d|'],
    ['b', second, 'd', 'ac|bd|'],
    ['b', third, null, 'ac|d|b'],
    ['d', first, 'b', 'adbc||'],
    // The task in `before` has left that column: append.
    ['b', second, 'a', 'ac|db|'],
    ['b', first, 'b', 'abc|d|'],
    ['x', first, null, 'abc|d|'],
  ] as const)('of %s to %s before %s: %s', (taskId, status, before, expected) => {
    expect(columnsOf(applyMove(board, { taskId, status, before }))).toBe(expected)
  })

  test('CAS-09: tasks with equal order are sorted by id', () => {
    expect(columnsOf([task('b', first, 1), task('a', first, 1), task('c', first, 0)])).toBe('cab||')
  })

  test('any move loses no task, keeps the titles and numbers the affected columns from 0', () => {
    const id = fc.constantFrom(...'abcdefgh')
    const status = fc.constantFrom(...TASK_STATUSES)
    const boards = fc.uniqueArray(fc.record({ id, status, order: fc.nat(20) }), { selector: (one) => one.id })
    const moves = fc.record({ taskId: id, status, before: fc.option(id) })
    fc.assert(
      fc.property(boards, moves, (places, move) => {
        const tasks = places.map((one) => task(one.id, one.status, one.order))
        const after = applyMove(tasks, move)
        expect(after.map((one) => one.title).sort()).toEqual(tasks.map((one) => one.title).sort())
        const was = tasks.find((one) => one.id === move.taskId)
        if (!was || move.before === move.taskId) {
          expect(after).toEqual(sortTasks(tasks))
          return
        }
        expect(after.find((one) => one.id === move.taskId)?.status).toBe(move.status)
        for (const touched of [was.status, move.status]) {
          const column = after.filter((one) => one.status === touched)
          expect(column.map(({ order }) => order)).toEqual(column.map((_, index) => index))
        }
        // The other tasks keep their relative order.
        const rest = (all: readonly TaskPosition[]) => columnsOf(all.filter((one) => one.id !== move.taskId))
        expect(rest(after)).toBe(rest(tasks))
        // Applying only the changed positions gives the same board.
        const changed = new Map(changedPositions(tasks, after).map((one) => [one.id, one]))
        expect(columnsOf(tasks.map((one) => changed.get(one.id) ?? one))).toBe(columnsOf(after))
      }),
    )
  })
})

describe('task title', () => {
  test.each([
    ['  Revisar\n finiquito ', 'Revisar finiquito'],
    ['Ñuñoa 👩‍⚖️', 'Ñuñoa 👩‍⚖️'],
  ])('%j becomes %j', (given, cleaned) => {
    expect(taskTitle.parse(given)).toBe(cleaned)
  })
  test.each(['', '   ', '\u200b', 'x'.repeat(MAX_TITLE_LENGTH + 1)])('%j is refused', (given) => {
    expect(taskTitle.safeParse(given).success).toBe(false)
  })
})

describe('SEG-27: the states of a task', () => {
  const ACTORS: readonly TaskActor[] = ['lawyer', 'assignee', 'other']
  for (const event of Object.keys(TASK_TRANSITIONS) as TaskEvent[])
    for (const state of ['pendiente', 'hecha'] as const satisfies readonly TaskState[])
      for (const actor of ACTORS)
        test(`${event} of a task that is ${state}, by ${actor}`, () => {
          const result = nextTaskState(state, event, actor)
          if (actor === 'other')
            return expect(result).toEqual({
              ok: false,
              refusal: { code: 'FORBIDDEN', message: MESSAGES.ownTasksOnly },
            })
          expect(result).toEqual({ ok: true, value: event === 'finish' ? 'hecha' : 'pendiente' })
        })

  for (const status of CASE_STATUSES)
    for (const side of SIDES)
      for (const assignee of ['client', 'lawyer', null] as const)
        test(`${side} ticks a task of ${assignee} in a case in ${status}`, () => {
          const result = tickedState(party(side), status, { assignee, done_at: null }, true)
          const isActor = side === 'lawyer' || assignee === 'client'
          expect(result.ok).toBe(isActor && isEditable[status])
          expect(canTick(status, side, assignee)).toBe(result.ok)
          if (!result.ok) expect(result.refusal.code).toBe(isActor ? 'CONFLICT' : 'FORBIDDEN')
        })
})

describe('SEG-26, SEG-28: due days', () => {
  test.each([
    ['2026-11-27', '2026-11-26', null],
    ['2026-11-26', '2026-11-26', null],
    ['2026-11-25', '2026-11-26', MESSAGES.dueDayPast],
    ['2036-11-27', '2026-11-26', MESSAGES.dueDayTooFar],
    [null, '2026-11-26', null],
  ])('%s on %s', (day, today, problem) => {
    expect(dueDayProblem(day, null, today)).toBe(problem)
    // The day that the task has already stays valid.
    expect(dueDayProblem(day, day, today)).toBe(null)
  })

  test.each([
    ['2026-11-25', 'overdue'],
    ['2026-11-26', 'today'],
    ['2026-11-27', 'week'],
    ['2026-12-03', 'week'],
    ['2026-12-04', 'later'],
    [null, 'none'],
  ])('%s is in the group %s', (day, group) => {
    expect(dueGroup(day, dayNumber('2026-11-26'))).toBe(group)
  })
})
