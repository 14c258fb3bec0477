import { useQuery } from '@tanstack/react-query'
import { Check, Circle } from 'lucide-react'
import { useId, useState } from 'react'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { workspaceQueries } from '../queries.ts'
import { MESSAGES, type TaskFacts } from '../schema.ts'
import type { Ticks } from './use-ticks.ts'

interface TaskDetailsProps {
  caseId: string
  task: TaskFacts
  /** Absent: the lines cannot be ticked. */
  ticks: Ticks | undefined
}

/** SEG-26, SEG-27: note and checklist of a task, behind a button. Renders nothing if the task has none. */
export function TaskDetails(props: TaskDetailsProps) {
  const { title, has_note, items_total } = props.task
  const [open, setOpen] = useState(false)
  const id = useId()
  if (!has_note && items_total === 0) return null
  return (
    <>
      <Button
        size="sm"
        variant="plain"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className="-ml-3"
        onClick={() => setOpen(!open)}
      >
        {open ? 'Ocultar detalle' : 'Ver detalle'}
        <span className="sr-only"> de «{title}»</span>
      </Button>
      {open && (
        <div id={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <Details {...props} />
        </div>
      )}
    </>
  )
}

function Details({ caseId, task, ticks }: TaskDetailsProps) {
  const options = workspaceQueries().task.queryOptions({ input: { caseId, taskId: task.id } })
  const query = useQuery(options)
  useRefetchOn(['task'], options.queryKey, { isRelevant: ({ ref }) => ref === caseId })
  return (
    <Loaded query={query} failed={MESSAGES.taskFailed} label="Cargando la tarea…">
      {({ note, items }) => (
        <>
          {note && <p className="text-ui wrap-anywhere whitespace-pre-line">{note}</p>}
          {items.length > 0 && (
            <ul aria-label={`Pasos de «${task.title}»`}>
              {items.map((item) => (
                <li key={item.id}>
                  {ticks ? (
                    <Checkbox
                      label={<span className="text-ui wrap-anywhere">{item.text}</span>}
                      checked={ticks.isDone(item.id, item.is_done)}
                      onChange={(event) => ticks.tickItem(item.id, event.target.checked)}
                    />
                  ) : (
                    <ReadOnlyItem {...item} />
                  )}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Loaded>
  )
}

function ReadOnlyItem({ text, is_done }: { text: string; is_done: boolean }) {
  const Icon = is_done ? Check : Circle
  return (
    <p className="flex items-start gap-2 py-1 text-ui">
      <Icon aria-hidden="true" className="mt-1 size-4 flex-none text-muted" />
      <span className="min-w-0 wrap-anywhere">
        {text}
        {is_done && <span className="sr-only"> (hecho)</span>}
      </span>
    </p>
  )
}
