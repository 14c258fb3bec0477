import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import type { CaseView } from '../../cases/schema.ts'
import { canTick } from '../rules.ts'
import { TASK_STATUSES, type Task } from '../schema.ts'
import { BoardFrame, Column, cardClass, NoTasks } from './board-parts.tsx'
import { TaskDetails } from './task-details.tsx'
import { TaskFacts, TaskTitle } from './task-facts.tsx'
import { useTicks } from './use-ticks.ts'

/** CAS-08, CAS-09, CAS-11: the board of a reader, who may at most tick own tasks (SEG-27). */
export function ReadOnlyBoard({ tasks, view }: { tasks: readonly Task[]; view: CaseView }) {
  return (
    <BoardFrame focusable>
      {TASK_STATUSES.map((status) => {
        const column = tasks.filter((task) => task.status === status)
        return (
          <Column key={status} status={status} count={column.length}>
            {column.length === 0 ? (
              <NoTasks />
            ) : (
              <ul className="grid gap-2">
                {column.map((task) => (
                  <li key={task.id} className={cardClass()}>
                    <Card task={task} view={view} />
                  </li>
                ))}
              </ul>
            )}
          </Column>
        )
      })}
    </BoardFrame>
  )
}

function Card({ task, view }: { task: Task; view: CaseView }) {
  const { id, title, assignee, done_at } = task
  const ticks = useTicks({ caseId: view.id, taskId: id })
  const isTickable = canTick(view.status, view.side, assignee)
  const isDone = ticks.isDone('', done_at !== null)
  return (
    <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] justify-items-start gap-1.5 px-3.5 py-3">
      <TaskTitle title={title} isDone={isDone} />
      <TaskFacts task={task} withAssignee />
      {isTickable && (
        <Checkbox
          label={
            <span className="text-ui">
              Marcar como hecha<span className="sr-only">: {title}</span>
            </span>
          }
          checked={isDone}
          onChange={(event) => ticks.tickTask(event.target.checked)}
        />
      )}
      <TaskDetails caseId={view.id} task={task} ticks={isTickable ? ticks : undefined} />
    </div>
  )
}
