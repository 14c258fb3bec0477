import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CaseParty, caseParty } from '../cases/rules.ts'
import { CASE_STATUSES, type CaseStatus, SIDES, type Side } from '../cases/schema.ts'
import { applyMove, boardEditor, canEditBoard, changedPositions, sortTasks } from './rules.ts'
import { MAX_TITLE_LENGTH, MESSAGES, TASK_STATUSES, type Task, taskTitle } from './schema.ts'

const people = { id: 'case', client_id: 'client', lawyer_id: 'lawyer' }
const party = (side: Side) => caseParty(people, side) as CaseParty

describe('CAS-10, CAS-11: who may change a board', () => {
  const isEditable: Record<CaseStatus, boolean> = {
    ingresado: false,
    activo: true,
    'en progreso': true,
    finalizado: false,
  }
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

const task = (id: string, status: Task['status'], order: number): Task => ({
  id,
  title: `Tarea ${id}`,
  status,
  order,
})
/** The task ids of each column, in order: «ab|c|». */
const columnsOf = (tasks: readonly Task[]) =>
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
        const rest = (all: readonly Task[]) => columnsOf(all.filter((one) => one.id !== move.taskId))
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
