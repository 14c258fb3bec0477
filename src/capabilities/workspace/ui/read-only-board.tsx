import type { Task } from '../schema.ts'
import { TASK_STATUSES } from '../schema.ts'
import { BoardFrame, Column, cardClass, NoTasks } from './board-parts.tsx'

/** CAS-08, CAS-09, CAS-11: the board without controls. */
export function ReadOnlyBoard({ tasks }: { tasks: readonly Task[] }) {
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
                {column.map(({ id, title }) => (
                  <li key={id} className={cardClass()}>
                    <p className="min-w-0 px-3.5 py-3 wrap-anywhere">{title}</p>
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
