import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  changes,
  type Found,
  first,
  isIn,
  isOneOf,
  now,
  rowOf,
  shownCaseTitle,
  t,
  value,
} from '../../platform/database/queries.server.ts'
import type { CaseOwner, CaseParty } from '../cases/rules.ts'
import type { BoardEditor } from './rules.ts'
import type { TaskDetails, TaskPosition } from './schema.ts'

/** The day in Chile of the clock of rules. */
const today = sql<string>`(app_now() at time zone 'America/Santiago')::date`

/** SEG-26: the columns of what a card shows, without title. */
const FACTS = [
  'tasks.due_on',
  'tasks.assignee',
  'tasks.done_at',
  sql<boolean>`tasks.note <> ''`.as('has_note'),
  sql<number>`(select count(*) from task_items i where i.task_id = tasks.id)`.as('items_total'),
  sql<number>`(select count(*) from task_items i where i.task_id = tasks.id and i.is_done)`.as('items_done'),
] as const

export const listTasks = (db: Db, { caseId }: { caseId: string }) =>
  db
    .selectFrom('tasks')
    .select(['id', 'title', 'status', 'order'])
    .select(FACTS)
    .where('case_id', '=', caseId)
    .orderBy('status')
    .orderBy('order')
    .orderBy('id')
    .execute()
export type TaskRow = Found<typeof listTasks>

/** @returns false if a task with this id exists, in this or any other case (nothing is written) */
export const insertTask = (
  tx: Tx,
  { caseId }: BoardEditor,
  task: TaskPosition & { title: string },
): Promise<boolean> =>
  changes(
    tx
      .insertInto('tasks')
      .values({ ...task, case_id: caseId })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  )

/** Changes columns that calendars show, too. @returns whether the case has this task */
const updateTask = (
  tx: Tx,
  { caseId }: { caseId: string },
  taskId: string,
  columns: { title: string } | { done_at: ReturnType<typeof orNow> } | TaskColumns,
): Promise<boolean> =>
  changes(
    tx
      .updateTable('tasks')
      .set((eb) => ({ ...columns, revision: eb('revision', '+', 1), changed_at: now }))
      .where('id', '=', taskId)
      .where('case_id', '=', caseId),
  )

const orNow = (isDone: boolean) => (isDone ? now : null)

export const renameTask = (
  tx: Tx,
  editor: BoardEditor,
  { taskId, title }: { taskId: string; title: string },
) => updateTask(tx, editor, taskId, { title })

interface TaskColumns {
  due_on: string | null
  assignee: CaseParty['side'] | null
  note: string
}

/** @returns whether the case has this task */
export const updateDetails = (tx: Tx, editor: BoardEditor, taskId: string, columns: TaskColumns) =>
  updateTask(tx, editor, taskId, columns)

/** Marks a task as done now, or as pending. */
export const updateDone = (tx: Tx, party: CaseParty, taskId: string, isDone: boolean) =>
  updateTask(tx, party, taskId, { done_at: orNow(isDone) })

/** A task of the case, and the day in Chile. */
export const findTask = (db: Db, { caseId }: { caseId: string }, taskId: string) =>
  first(
    db
      .selectFrom('tasks')
      .select(['id', 'title', 'due_on', 'assignee', 'done_at', 'note', today.as('today')])
      .where('id', '=', taskId)
      .where('case_id', '=', caseId),
  )

export const listItems = (db: Db, taskId: string): Promise<TaskDetails['items']> =>
  db
    .selectFrom('task_items')
    .select(['id', 'text', 'is_done'])
    .where('task_id', '=', taskId)
    .orderBy('position')
    .orderBy('id')
    .execute()

/**
 * Replaces the checklist of a task; lines that stay keep their ticks.
 * @returns false if an id belongs to another task (the transaction must roll back)
 */
export async function replaceItems(
  tx: Tx,
  taskId: string,
  items: readonly { id: string; text: string }[],
): Promise<boolean> {
  const ids = items.map(({ id }) => id)
  await sql`delete from task_items where task_id = ${taskId} and id <> all(${ids}::uuid[])`.execute(tx)
  if (items.length === 0) return true
  const stored = await tx
    .insertInto('task_items')
    .columns(['id', 'task_id', 'text', 'position'])
    .expression(
      sql`select id, ${taskId}::uuid, text, position - 1
        from unnest(${ids}::uuid[], ${items.map(({ text }) => text)}::text[]) with ordinality as line (id, text, position)`,
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({ text: eb.ref('excluded.text'), position: eb.ref('excluded.position') }))
        .whereRef('task_items.task_id', '=', 'excluded.task_id'),
    )
    .returning('id')
    .execute()
  return stored.length === items.length
}

/** Ticks a line or not. @returns whether that changed it; null: the task has no such line */
export async function updateItemDone(
  tx: Tx,
  taskId: string,
  itemId: string,
  isDone: boolean,
): Promise<boolean | null> {
  const item = tx.selectFrom('task_items').select('is_done').where('id', '=', itemId)
  const before = await value(item.where('task_id', '=', taskId).forNoKeyUpdate())
  if (before === null || before === isDone) return before === null ? null : false
  return changes(tx.updateTable('task_items').set({ is_done: isDone }).where('id', '=', itemId))
}

export async function updateTaskPositions(
  tx: Tx,
  { caseId }: BoardEditor,
  positions: readonly TaskPosition[],
): Promise<void> {
  if (positions.length === 0) return
  await sql`
    update tasks set status = target.status, "order" = target."order"
    from unnest(${positions.map(({ id }) => id)}::uuid[], ${positions.map(({ status }) => status)}::text[],
      ${positions.map(({ order }) => order)}::integer[]) as target (id, status, "order")
    where tasks.id = target.id and tasks.case_id = ${caseId}
  `.execute(tx)
}

/** @returns whether the case has this task */
export const deleteTask = (tx: Tx, { caseId }: BoardEditor, taskId: string): Promise<boolean> =>
  changes(tx.deleteFrom('tasks').where('id', '=', taskId).where('case_id', '=', caseId))

/** Sorts tasks without a due day last. */
const LAST_DAY = '9999-12-31'
const sortDay = sql<string>`coalesce(tasks.due_on, ${sql.lit(LAST_DAY)}::date)`
const RUNNING = ['activo', 'en progreso'] as const

/**
 * SEG-28: tasks in the running cases of a user that are theirs: assigned to their side, or due without anybody
 * assigned, which is the lawyer's.
 */
const ownTasks = (db: Db, { userId, side }: CaseOwner) =>
  db
    .selectFrom('tasks')
    .innerJoin('cases as c', 'c.id', 'tasks.case_id')
    .where(`c.${side}_id`, '=', userId)
    .where('c.status', 'in', RUNNING)
    .where((eb) =>
      side === 'client'
        ? eb('tasks.assignee', '=', 'client')
        : eb.or([
            eb('tasks.assignee', '=', 'lawyer'),
            eb.and([eb('tasks.assignee', 'is', null), eb('tasks.due_on', 'is not', null)]),
          ]),
    )

const selectOwnTasks = (db: Db, owner: CaseOwner) =>
  ownTasks(db, owner)
    .select(['tasks.id', 'tasks.title', 'tasks.case_id', sortDay.as('sort_day')])
    .select(shownCaseTitle(owner.userId).as('case_title'))
    .select(FACTS)
    .orderBy(sortDay)
    .orderBy('tasks.id')

/** A page of a user's own tasks by due day: pending ones, and those done today. */
export const listOwnTasks = (
  db: Db,
  owner: CaseOwner,
  { after, limit }: { after: { day: string; id: string } | null; limit: number },
) =>
  selectOwnTasks(db, owner)
    .where((eb) =>
      eb.or([
        eb('tasks.done_at', 'is', null),
        eb('tasks.done_at', '>=', sql<Date>`${today}::timestamp at time zone 'America/Santiago'`),
      ]),
    )
    .where(
      sql<boolean>`(${sortDay}, tasks.id) > (${after?.day ?? '0001-01-01'}::date, ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid)`,
    )
    .limit(limit)
    .execute()

/** The first pending own tasks of a user. */
export const listNextTasks = (db: Db, owner: CaseOwner, limit: number) =>
  selectOwnTasks(db, owner).where('tasks.done_at', 'is', null).limit(limit).execute()

/** The requested documents that a client has not delivered, by case. */
export const listAwaitedDocuments = (db: Db, { userId }: CaseOwner) =>
  db
    .selectFrom('document_requests as r')
    .innerJoin('cases as c', 'c.id', 'r.case_id')
    .select(({ fn }) => [
      'c.id as case_id',
      fn.countAll<number>().as('count'),
      fn.min('r.due_on').as('due_on'),
    ])
    .select(shownCaseTitle(userId).as('case_title'))
    .where('c.client_id', '=', userId)
    .where('c.status', 'in', RUNNING)
    .where('r.state', 'in', ['pendiente', 'por_corregir'])
    .groupBy('c.id')
    .orderBy('due_on')
    .orderBy('c.id')
    .execute()

/** The number of pending own tasks of a user, and of their cases. */
export const countOwnTasks = (db: Db, owner: CaseOwner) =>
  ownTasks(db, owner)
    .where('tasks.done_at', 'is', null)
    .select(({ fn }) => [
      fn.countAll<number>().as('pending'),
      fn.count<number>('tasks.case_id').distinct().as('cases'),
    ])
    .executeTakeFirstOrThrow()

/** SEG-30: a user's own tasks that are due from so many days ago to so many ahead. */
export const listCalendarTasks = (db: Db, owner: CaseOwner, days: { past: number; future: number }) =>
  ownTasks(db, owner)
    .select(['tasks.id', 'tasks.title', 'tasks.case_id', 'tasks.done_at'])
    .select(shownCaseTitle(owner.userId).as('case_title'))
    .select(['tasks.due_on', 'tasks.revision', 'tasks.changed_at'])
    .where('tasks.due_on', '>=', sql<string>`${today} - ${days.past}::int`)
    .where('tasks.due_on', '<=', sql<string>`${today} + ${days.future}::int`)
    .$narrowType<{ due_on: string }>()
    .orderBy('tasks.due_on')
    .orderBy('tasks.id')
    .execute()

const dueRow = rowOf({ user_id: t.uuid, today: t.date })

/**
 * SEG-28: from 09:00 in Chile, takes tasks that are due today and that nobody was reminded of today. Another
 * process skips them. Their cases are locked against account deletion.
 * @returns the people to remind, and the day
 */
export const takeDueTasks = (tx: Tx, limit: number) =>
  dueRow`
    with due as (
      select tasks.id, case when tasks.assignee = 'client' then c.client_id else c.lawyer_id end as user_id
      from tasks join cases c on c.id = tasks.case_id
      where tasks.due_on = ${today} and tasks.done_at is null
        and tasks.reminded_on is distinct from ${today}
        and c.status in ('activo', 'en progreso')
        and (app_now() at time zone 'America/Santiago')::time >= '09:00'
      limit ${limit}
      for no key update of tasks skip locked
      for key share of c skip locked
    ), taken as (
      update tasks set reminded_on = ${today} from due where tasks.id = due.id returning due.user_id
    )
    select distinct user_id, ${today} as today from taken where user_id is not null order by user_id
  `.all(tx)

/** The number of a user's pending tasks that are due today or overdue, for the notice about them. */
export const countDueTasks = (db: Db, userId: string): Promise<number | null> =>
  value(
    db
      .selectFrom('tasks')
      .innerJoin('cases as c', 'c.id', 'tasks.case_id')
      .where('tasks.due_on', '<=', today)
      .where('tasks.done_at', 'is', null)
      .where('c.status', 'in', RUNNING)
      .where((eb) =>
        eb.or([
          eb.and([eb('c.client_id', '=', userId), eb('tasks.assignee', '=', 'client')]),
          eb.and([eb('c.lawyer_id', '=', userId), eb('tasks.assignee', 'is distinct from', 'client')]),
        ]),
      )
      .select(({ fn }) => fn.countAll<number>().as('count')),
  )

/** Of those of these tasks that are in a case of the user: title, state, and names of the case. */
export const listNoticeFacts = (db: Db, userId: string, taskIds: readonly string[]) =>
  db
    .selectFrom('tasks')
    .innerJoin('cases as c', 'c.id', 'tasks.case_id')
    .leftJoin('profiles as p', 'p.id', 'c.client_id')
    .leftJoin('profiles as l', 'l.id', 'c.lawyer_id')
    .select(['tasks.id', 'tasks.title', 'tasks.done_at', 'tasks.case_id'])
    .select(shownCaseTitle(userId).as('case_title'))
    .select(['c.client_id', 'p.name as client_name', 'l.name as lawyer_name'])
    .where(isOneOf('tasks.id', taskIds))
    .where(isIn(userId, 'c.client_id', 'c.lawyer_id'))
    .execute()
