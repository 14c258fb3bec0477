import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { changes } from '../../platform/database/queries.server.ts'
import type { BoardEditor } from './rules.ts'
import type { Task } from './schema.ts'

export const listTasks = (db: Db, { caseId }: { caseId: string }): Promise<Task[]> =>
  db
    .selectFrom('tasks')
    .select(['id', 'title', 'status', 'order'])
    .where('case_id', '=', caseId)
    .orderBy('status')
    .orderBy('order')
    .orderBy('id')
    .execute()

/** @returns false if a task with this id exists, in this or any other case (nothing is written) */
export const insertTask = (tx: Tx, { caseId }: BoardEditor, task: Task): Promise<boolean> =>
  changes(
    tx
      .insertInto('tasks')
      .values({ ...task, case_id: caseId })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  )

/** @returns whether the case has this task */
export const renameTask = (
  tx: Tx,
  { caseId }: BoardEditor,
  { taskId, title }: { taskId: string; title: string },
): Promise<boolean> =>
  changes(tx.updateTable('tasks').set({ title }).where('id', '=', taskId).where('case_id', '=', caseId))

export async function updateTaskPositions(
  tx: Tx,
  { caseId }: BoardEditor,
  positions: readonly Pick<Task, 'id' | 'status' | 'order'>[],
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
