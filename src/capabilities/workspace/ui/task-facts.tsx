import { Check, CircleAlert, Clock, UserRound } from 'lucide-react'
import { formatClockTime } from '../../../chile/clock-time.ts'
import { dayNumber, formatDayAndMonth } from '../../../chile/dates.ts'
import { useToday } from '../../../site/use-today.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import { dueGroup } from '../rules.ts'
import { ASSIGNEE_NAMES, type TaskFacts as Facts } from '../schema.ts'

/** Whether a card shows anything besides the title. */
const hasFacts = ({ due_on, assignee, done_at, items_total }: Facts) =>
  due_on !== null || assignee !== null || done_at !== null || items_total > 0

/** SEG-26: state, due day, assignee and progress of a task, in words. Renders nothing for a plain task. */
export function TaskFacts({
  task,
  withAssignee = false,
  className,
}: {
  task: Facts
  withAssignee?: boolean
  className?: string
}) {
  const today = useToday()
  if (!hasFacts(task)) return null
  const { due_on, assignee, done_at, items_done, items_total } = task
  return (
    <span
      className={classNames(
        'flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small text-muted tabular-nums',
        className,
      )}
    >
      {done_at ? (
        <DoneText doneAt={done_at} today={today} />
      ) : (
        due_on && <DueText dueOn={due_on} today={today} />
      )}
      {items_total > 0 && (
        <span>
          {items_done}/{items_total}
          <span className="sr-only"> pasos hechos</span>
        </span>
      )}
      {withAssignee && assignee && (
        <span className="inline-flex items-center gap-1">
          <UserRound aria-hidden="true" className="size-3.75" />
          {ASSIGNEE_NAMES[assignee]}
        </span>
      )}
    </span>
  )
}

function DoneText({ doneAt, today }: { doneAt: string; today: number }) {
  const isToday = dayNumber(doneAt) === today
  return (
    <span className="inline-flex items-center gap-1">
      <Check aria-hidden="true" className="size-3.75" />
      {isToday ? `Hecha hoy, ${formatClockTime(doneAt)}` : `Hecha el ${formatDayAndMonth(doneAt)}`}
    </span>
  )
}

function DueText({ dueOn, today }: { dueOn: string; today: number }) {
  const group = dueGroup(dueOn, today)
  if (group === 'today')
    return (
      <Badge tone="accent" icon={<Clock aria-hidden="true" />}>
        Vence hoy
      </Badge>
    )
  if (group !== 'overdue') return <span>Vence el {formatDayAndMonth(dueOn)}</span>
  return (
    <>
      <Badge tone="danger" icon={<CircleAlert aria-hidden="true" />}>
        Atrasada
      </Badge>
      <span>Vencía el {formatDayAndMonth(dueOn)}</span>
    </>
  )
}

/** The title of a task, struck through when it is done. */
export const TaskTitle = ({ title, isDone }: { title: string; isDone: boolean }) => (
  <span className={classNames('min-w-0 wrap-anywhere', isDone && 'text-muted line-through')}>{title}</span>
)
