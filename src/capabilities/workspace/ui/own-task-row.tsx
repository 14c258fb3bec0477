import { Link } from 'react-router'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import type { OwnTask } from '../schema.ts'
import { TaskDetails } from './task-details.tsx'
import { TaskFacts, TaskTitle } from './task-facts.tsx'
import { useTicks } from './use-ticks.ts'

/** SEG-28: a task of the user, with its tick, its case and what it consists of. */
export function OwnTaskRow({ task, withDetails = false }: { task: OwnTask; withDetails?: boolean }) {
  const { id, title, case_id: caseId, case_title, done_at } = task
  const ticks = useTicks({ caseId, taskId: id })
  const isDone = ticks.isDone('', done_at !== null)
  return (
    <li className="px-5 py-2.5 md:px-6">
      <Checkbox
        label={
          <span className="text-ui font-semibold">
            <span className="sr-only">Marcar como hecha: </span>
            <TaskTitle title={title} isDone={isDone} />
          </span>
        }
        checked={isDone}
        onChange={(event) => ticks.tickTask(event.target.checked)}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1 pb-1.5 pl-7.5">
        <TaskFacts task={task} />
        <Link
          to={`/case/${caseId}`}
          className="inline-block py-1 text-small wrap-anywhere text-muted no-underline hover:underline"
        >
          {case_title}
        </Link>
        {withDetails && <TaskDetails caseId={caseId} task={task} ticks={ticks} />}
      </div>
    </li>
  )
}
