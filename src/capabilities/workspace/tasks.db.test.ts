import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { chatFixtures } from '../../../tests/support/data/chat-fixtures.ts'
import { withClockAt } from '../../../tests/support/database/platform-at.ts'
import { finishCase } from '../../demo-data/closings.ts'
import { makeTask } from '../../demo-data/workspace.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import { MESSAGES as CASE_MESSAGES } from '../cases/schema.ts'
import {
  addTask,
  boardOf,
  editTask,
  nextTasks,
  ownTasks,
  remindOfDueTasks,
  renameTask,
  taskDetails,
  tickItem,
  tickTask,
} from './commands.server.ts'
import { type EditTaskInput, MESSAGES, OWN_TASKS_PAGE_SIZE } from './schema.ts'

const suite = useDatabase()
const { activeCase } = chatFixtures(suite)
type Case = Awaited<ReturnType<typeof activeCase>>

const refused = (code: string, message: string) => ({ ok: false, refusal: { code, message } })

/** A task of the case with these details, the rest empty. @returns its id */
async function createTask(
  { caseId, lawyerId, asLawyer }: Case,
  details: Partial<EditTaskInput> = {},
  title = 'Traer el contrato',
) {
  const taskId = await makeTask(suite.platform, { caseId, lawyerId }, title)
  const input = { caseId, taskId, due_on: null, assignee: null, note: '', items: [], ...details }
  expect(await editTask(asLawyer, input)).toMatchObject({ ok: true })
  return taskId
}
const dayIn = async (days: number) => {
  const [row] = await suite.database.sql<{ day: string }>(
    `select (app_now() at time zone 'America/Santiago')::date + $1::int as day`,
    [days],
  )
  return row?.day ?? ''
}
const noticesOf = async (userId: string) =>
  suite.database.sql<{ kind: string; key: string }>(
    `select kind, key from notices where user_id = $1 and kind like 'task%' order by created_at, id`,
    [userId],
  )
const cardOf = async (who: SignedInContext, caseId: string, taskId: string) => {
  const board = await boardOf(who, { caseId })
  return board.ok ? board.value.tasks.find(({ id }) => id === taskId) : null
}

describe('SEG-26: what a task may have', () => {
  test('SEG-26 the lawyer writes due day, assignee, note and checklist, which both read; lines that stay keep their ticks', async () => {
    const one = await activeCase()
    const { caseId, asLawyer, asClient } = one
    const due_on = await dayIn(3)
    const items = [
      { id: randomUUID(), text: 'Contrato' },
      { id: randomUUID(), text: 'Anexo' },
    ] as const
    const taskId = await createTask(one, {
      due_on,
      assignee: 'client',
      note: 'Con firma.',
      items: [...items],
    })
    expect(await cardOf(asClient, caseId, taskId)).toMatchObject({
      ...{ due_on, assignee: 'client', done_at: null, has_note: true, items_done: 0, items_total: 2 },
    })
    await tickItem(asClient, { caseId, taskId, itemId: items[1].id, done: true })
    const edited = { id: items[1].id, text: 'Anexo de contrato' }
    const extra = { id: randomUUID(), text: 'Finiquito' }
    const input = { caseId, taskId, due_on: null, assignee: null, note: '', items: [extra, edited] }
    expect(await editTask(asLawyer, input)).toMatchObject({ ok: true })
    // Idempotent.
    expect(await editTask(asLawyer, input)).toMatchObject({ ok: true })
    expect(await taskDetails(asClient, { caseId, taskId })).toEqual({
      ok: true,
      value: {
        note: '',
        items: [
          { ...extra, is_done: false },
          { ...edited, is_done: true },
        ],
      },
    })
  })

  test('SEG-26 the client writes nothing; outsiders get what an unknown task gives; a finished case stays as it is', async () => {
    const one = await activeCase()
    const other = await activeCase()
    const { caseId } = one
    const taskId = await createTask(one)
    const foreignItem = { id: randomUUID(), text: 'Ajeno' }
    const foreign = await createTask(other, { items: [foreignItem] })
    const input = { caseId, taskId, due_on: null, assignee: null, note: 'x', items: [] }
    expect(await editTask(one.asClient, input)).toEqual(refused('FORBIDDEN', MESSAGES.lawyerOnly))
    for (const id of [caseId, randomUUID()]) {
      const gone = refused('NOT_FOUND', CASE_MESSAGES.notFound)
      expect(await editTask(other.asLawyer, { ...input, caseId: id })).toEqual(gone)
      expect(await taskDetails(other.asLawyer, { caseId: id, taskId })).toEqual(gone)
      expect(await tickTask(other.asClient, { caseId: id, taskId, done: true })).toEqual(gone)
    }
    for (const id of [foreign, randomUUID()]) {
      const gone = refused('NOT_FOUND', MESSAGES.taskGone)
      expect(await editTask(one.asLawyer, { ...input, taskId: id })).toEqual(gone)
      expect(await taskDetails(one.asClient, { caseId, taskId: id })).toEqual(gone)
      expect(await tickTask(one.asLawyer, { caseId, taskId: id, done: true })).toEqual(gone)
    }
    // A line of another case's task: nothing changes.
    expect(await editTask(one.asLawyer, { ...input, items: [foreignItem] })).toEqual(
      refused('CONFLICT', MESSAGES.idTaken),
    )
    expect(await taskDetails(one.asLawyer, { caseId, taskId })).toMatchObject({
      value: { note: '', items: [] },
    })
    await finishCase(one.asLawyer, caseId)
    const finished = refused('CONFLICT', MESSAGES.finished)
    expect(await editTask(one.asLawyer, input)).toEqual(finished)
    expect(await tickTask(one.asLawyer, { caseId, taskId, done: true })).toEqual(finished)
  })

  test('SEG-26 a new due day is not in the past; the present one may have passed', async () => {
    const one = await activeCase()
    const taskId = await createTask(one)
    const input = { caseId: one.caseId, taskId, assignee: null, note: '', items: [] }
    const past = await dayIn(-1)
    expect(await editTask(one.asLawyer, { ...input, due_on: past })).toMatchObject({
      ok: false,
      refusal: { code: 'UNPROCESSABLE_CONTENT', fields: { due_on: MESSAGES.dueDayPast } },
    })
    await suite.database.sql('update tasks set due_on = $1 where id = $2', [past, taskId])
    expect(await editTask(one.asLawyer, { ...input, due_on: past, note: 'Ya' })).toMatchObject({ ok: true })
  })
})

describe('SEG-27: ticks', () => {
  test('SEG-27 the client ticks own tasks and their lines alone, moves no card and tells the lawyer', async () => {
    const one = await activeCase()
    const { caseId, asClient, asLawyer, lawyerId, clientId } = one
    const item = { id: randomUUID(), text: 'Contrato' }
    const own = await createTask(one, { assignee: 'client', items: [item] })
    const lawyers = await createTask(one, { assignee: 'lawyer', items: [{ ...item, id: randomUUID() }] })
    const nobodys = await createTask(one)
    expect(await noticesOf(clientId)).toEqual([{ kind: 'task-assigned', key: `task-assigned:${own}` }])
    for (const taskId of [lawyers, nobodys]) {
      const refusal = refused('FORBIDDEN', MESSAGES.ownTasksOnly)
      expect(await tickTask(asClient, { caseId, taskId, done: true })).toEqual(refusal)
      expect(await tickItem(asClient, { caseId, taskId, itemId: item.id, done: true })).toEqual(refusal)
    }
    const before = await cardOf(asClient, caseId, own)
    await suite.database.sql('delete from events')
    await tickItem(asClient, { caseId, taskId: own, itemId: item.id, done: true })
    await tickTask(asClient, { caseId, taskId: own, done: true })
    expect(await cardOf(asLawyer, caseId, own)).toEqual({
      ...before,
      items_done: 1,
      done_at: expect.any(String),
    })
    expect((await noticesOf(lawyerId)).map(({ kind }) => kind)).toEqual(['task-items-done', 'task-done'])
    const kinds = await suite.database.sql('select distinct user_id, kind from events where kind = $1', [
      'task',
    ])
    expect(kinds).toHaveLength(2)
    // The lawyer ticks any task, which tells nobody.
    expect(await tickTask(asLawyer, { caseId, taskId: nobodys, done: true })).toMatchObject({ ok: true })
    expect(await noticesOf(clientId)).toHaveLength(1)
    // A line of another task.
    expect(await tickItem(asClient, { caseId, taskId: own, itemId: randomUUID(), done: true })).toEqual(
      refused('NOT_FOUND', MESSAGES.itemGone),
    )
  })

  test('SEG-27 a repeated tick changes nothing: 30 at once are one, told once', async () => {
    const one = await activeCase()
    const { caseId, asClient, lawyerId } = one
    const taskId = await createTask(one, { assignee: 'client' })
    const all = await Promise.all(
      Array.from({ length: 30 }, () => tickTask(asClient, { caseId, taskId, done: true })),
    )
    expect(all).toEqual(Array(30).fill({ ok: true, value: { done: true } }))
    const read = () => suite.database.sql('select done_at, revision from tasks where id = $1', [taskId])
    const [first] = await read()
    // One for the details, one for the tick.
    expect(first).toMatchObject({ revision: 2, done_at: expect.any(Date) })
    expect(await tickTask(asClient, { caseId, taskId, done: true })).toMatchObject({ ok: true })
    expect(await read()).toEqual([first])
    expect(await noticesOf(lawyerId)).toHaveLength(1)
    // SEG-03: the history has it once, also if it is undone and done again.
    for (const done of [false, true]) await tickTask(asClient, { caseId, taskId, done })
    expect(
      await suite.database.sql(
        `select actor_id, ref, detail from case_entries where case_id = $1 and kind = 'task-done'`,
        [caseId],
      ),
    ).toEqual([{ actor_id: one.clientId, ref: taskId, detail: 'Traer el contrato' }])
  })

  test('SEG-27 a tick and an edit at the same time: both stay', async () => {
    const one = await activeCase()
    const { caseId, asClient, asLawyer } = one
    const items = Array.from({ length: 5 }, (_, at) => ({ id: randomUUID(), text: `Paso ${at}` }))
    const taskId = await createTask(one, { assignee: 'client', items })
    await Promise.all([
      ...items.map(({ id: itemId }) => tickItem(asClient, { caseId, taskId, itemId, done: true })),
      ...['a', 'b', 'c'].map((note) =>
        editTask(asLawyer, { caseId, taskId, due_on: null, assignee: 'client', note, items }),
      ),
      renameTask(asLawyer, { caseId, taskId, title: 'Otro nombre' }),
    ])
    expect(await cardOf(asClient, caseId, taskId)).toMatchObject({ title: 'Otro nombre', items_done: 5 })
  })
})

describe('SEG-28: own tasks', () => {
  test('SEG-28 by due day over all running cases; each sees their own; finished cases and old ones are left out', async () => {
    const one = await activeCase()
    const { asClient, asLawyer, caseId } = one
    const [soon, late] = [await dayIn(1), await dayIn(30)]
    await createTask(one, { assignee: 'client' }, 'Sin fecha')
    await createTask(one, { assignee: 'client', due_on: late }, 'Después')
    await createTask(one, { assignee: 'client', due_on: soon }, 'Pronto')
    await createTask(one, { assignee: 'lawyer', due_on: soon }, 'Del abogado')
    // Due without an assignee: the lawyer's, who runs the board.
    await createTask(one, { due_on: late }, 'De nadie, con fecha')
    await createTask(one, {}, 'De nadie')
    const old = await createTask(one, { assignee: 'client' }, 'Hecha ayer')
    await tickTask(asClient, { caseId, taskId: old, done: true })
    await suite.database.sql(`update tasks set done_at = app_now() - interval '1 day' where id = $1`, [old])
    const today = await createTask(one, { assignee: 'client' }, 'Hecha hoy')
    await tickTask(asClient, { caseId, taskId: today, done: true })
    const titles = async (who: SignedInContext) => {
      const page = await ownTasks(who, {})
      return page.ok ? page.value.tasks.map(({ title }) => title) : page
    }
    const mine = await ownTasks(asClient, {})
    expect(mine).toMatchObject({ ok: true, value: { pending: 3, cases: 1, next: null } })
    expect(await titles(asClient)).toEqual([
      ...['Pronto', 'Después'],
      ...(await suite.database
        .sql<{ title: string }>(
          `select title from tasks where case_id = $1 and title in ('Sin fecha', 'Hecha hoy') order by id`,
          [caseId],
        )
        .then((rows) => rows.map(({ title }) => title))),
    ])
    expect(await titles(asLawyer)).toEqual(['Del abogado', 'De nadie, con fecha'])
    expect(await nextTasks(asClient)).toMatchObject({
      value: { pending: 3, tasks: [{ title: 'Pronto' }, { title: 'Después' }, { title: 'Sin fecha' }] },
    })
    await finishCase(asLawyer, caseId)
    expect(await ownTasks(asClient, {})).toEqual({
      ok: true,
      value: { tasks: [], next: null, pending: 0, cases: 0 },
    })
  })

  test('SEG-28 in pages, each task once', async () => {
    const one = await activeCase()
    const { caseId, asClient } = one
    await suite.database.sql(
      `insert into tasks (id, case_id, title, "order", assignee, due_on)
       select gen_random_uuid(), $1, 'Tarea ' || n, n, 'client', case when n % 3 = 0 then null else current_date + n % 5 end
       from generate_series(1, $2) n`,
      [caseId, OWN_TASKS_PAGE_SIZE + 7],
    )
    const first = await ownTasks(asClient, {})
    if (!first.ok) throw new Error('refused')
    expect(first.value.tasks).toHaveLength(OWN_TASKS_PAGE_SIZE)
    const second = await ownTasks(asClient, { after: first.value.next ?? '' })
    if (!second.ok) throw new Error('refused')
    expect(second.value.next).toBe(null)
    const ids = [...first.value.tasks, ...second.value.tasks].map(({ id }) => id)
    expect(new Set(ids).size).toBe(OWN_TASKS_PAGE_SIZE + 7)
  })

  test('SEG-28 at 09:00 in Chile one notice a person and day, also with two processes', async () => {
    const one = await activeCase()
    const { clientId, lawyerId } = one
    const due_on = await dayIn(0)
    await createTask(one, { assignee: 'client', due_on }, 'Una')
    await createTask(one, { assignee: 'client', due_on }, 'Otra')
    await createTask(one, { assignee: 'lawyer', due_on }, 'Del abogado')
    await createTask(one, { assignee: 'lawyer', due_on: await dayIn(1) }, 'Mañana')
    const due = async (userId: string) =>
      (await noticesOf(userId)).filter(({ kind }) => kind === 'tasks-due').map(({ key }) => key)
    await withClockAt(suite, '08:59', 0, remindOfDueTasks)
    expect(await due(clientId)).toEqual([])
    await withClockAt(suite, '09:00', 0, async (platform) => {
      await Promise.all(Array.from({ length: 4 }, () => remindOfDueTasks(platform)))
      await remindOfDueTasks(platform)
    })
    expect(await due(clientId)).toEqual([`tasks-due:${due_on}`])
    expect(await due(lawyerId)).toEqual([`tasks-due:${due_on}`])
    // A task that is given later on that day: told already.
    await createTask(one, { assignee: 'client', due_on }, 'Tarde')
    await withClockAt(suite, '11:00', 0, remindOfDueTasks)
    expect(await due(clientId)).toHaveLength(1)
    // The next day another task is due, of the lawyer only.
    await withClockAt(suite, '09:00', 1, remindOfDueTasks)
    expect(await due(lawyerId)).toHaveLength(2)
    expect(await due(clientId)).toHaveLength(1)
  })

  test('SEG-28 done tasks, finished cases and people who left get no reminder', async () => {
    const done = await activeCase()
    const due_on = await dayIn(0)
    const taskId = await createTask(done, { assignee: 'client', due_on })
    await tickTask(done.asClient, { caseId: done.caseId, taskId, done: true })
    const finished = await activeCase()
    await createTask(finished, { assignee: 'client', due_on })
    await finishCase(finished.asLawyer, finished.caseId)
    const left = await activeCase()
    await createTask(left, { assignee: 'client', due_on })
    await suite.database.sql('update cases set client_id = null where id = $1', [left.caseId])
    await withClockAt(suite, '09:00', 0, remindOfDueTasks)
    for (const { clientId } of [done, finished, left])
      expect((await noticesOf(clientId)).filter(({ kind }) => kind === 'tasks-due')).toEqual([])
  })
})

test("SEG-58 the notices about tasks have today's words, and none once there is nothing to say", async () => {
  const one = await activeCase()
  const { caseId, asClient, asLawyer, lawyerId, clientId } = one
  const due_on = await dayIn(0)
  const taskId = await createTask(one, { assignee: 'client', due_on }, 'Traer el contrato')
  await tickTask(asClient, { caseId, taskId, done: true })
  const { noticeKinds, db } = suite.platform
  const read = async (userId: string, kind: string, ref: string) =>
    (await noticeKinds.read(db, userId, [{ id: 'a', kind, ref }])).get('a')
  expect(await read(lawyerId, 'task-done', taskId)).toMatchObject({
    category: 'tasks',
    sentence: 'Camila Rojas marcó como hecha «Traer el contrato».',
    path: `/case/${caseId}`,
  })
  expect(await read(clientId, 'tasks-due', clientId)).toBe(undefined)
  await tickTask(asClient, { caseId, taskId, done: false })
  expect(await read(clientId, 'tasks-due', clientId)).toMatchObject({
    sentence: 'Tienes 1 tarea que vence hoy o está atrasada.',
    path: '/tareas',
  })
  await renameTask(asLawyer, { caseId, taskId, title: 'Traer el anexo' })
  expect(await read(lawyerId, 'task-done', taskId)).toMatchObject({
    sentence: 'Camila Rojas dejó pendiente «Traer el anexo».',
  })
  const stranger = await activeCase()
  expect(await read(stranger.clientId, 'task-done', taskId)).toBe(undefined)
  expect(await read(stranger.clientId, 'tasks-due', clientId)).toBe(undefined)
})

test('OPEN-58 a task goes with its case, and its checklist with it', async () => {
  const one = await activeCase()
  const taskId = await createTask(one, { assignee: 'client', items: [{ id: randomUUID(), text: 'Paso' }] })
  await suite.database.sql('delete from cases where id = $1', [one.caseId])
  expect(await suite.database.sql('select 1 from task_items where task_id = $1', [taskId])).toEqual([])
  expect(await addTask(one.asLawyer, { caseId: one.caseId, id: randomUUID(), title: 'x' })).toMatchObject({
    ok: false,
  })
})
