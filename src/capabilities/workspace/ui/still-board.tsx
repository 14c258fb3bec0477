import type { Task } from '../schema.ts'
import { TASK_STATUSES } from '../schema.ts'
import { BoardFrame, Column, cardClass, NoTasks } from './board-parts.tsx'

/** CAS-08, CAS-09, CAS-11: the board for whoever only looks at it. */
export function StillBoard({ tasks }: { tasks: readonly Task[] }) {
  return (
    <BoardFrame reachable>
      {TASK_STATUSES.map((status) => {
        const own = tasks.filter((task) => task.status === status)
        return (
          <Column key={status} status={status} count={own.length}>
            {own.length === 0 ? (
              <NoTasks />
            ) : (
              <ul className="grid gap-2">
                {own.map(({ id, title }) => (
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
