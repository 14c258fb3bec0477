import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { uuidv4 } from '../../../input/ids.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { problemsOf } from '../../../site/forms/problems-of.ts'
import { SubmitDialog } from '../../../site/forms/submit-dialog.tsx'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { Side } from '../../cases/schema.ts'
import { workspaceQueries } from '../queries.ts'
import {
  ASSIGNEE_NAMES,
  editTaskInput,
  MAX_ITEMS,
  MAX_NOTE_LENGTH,
  MESSAGES,
  type Task,
  type TaskDetails,
} from '../schema.ts'
import type { BoardState } from './use-board.ts'

export interface EditTaskDialogProps {
  caseId: string
  task: Task
  edit: BoardState['edit']
  open: boolean
  onOpenChange(open: boolean): void
}

const ASSIGNEE_OPTIONS = [
  { value: '', label: 'Nadie' },
  { value: 'lawyer', label: ASSIGNEE_NAMES.lawyer },
  { value: 'client', label: ASSIGNEE_NAMES.client },
]

/** SEG-26: the lawyer's form for due day, assignee, note and checklist of a task. */
export function EditTaskDialog({ caseId, task, edit, open, onOpenChange }: EditTaskDialogProps) {
  const options = workspaceQueries().task.queryOptions({ input: { caseId, taskId: task.id } })
  const query = useQuery({ ...options, enabled: open, staleTime: 0, refetchOnWindowFocus: false })
  /** Null: nothing was changed since the dialog was opened. What was changed stays when others change the task. */
  const [changed, setChanged] = useState<Values | null>(null)
  const values = changed ?? (query.data ? valuesOf(task, query.data) : null)
  const input = values && {
    caseId,
    taskId: task.id,
    due_on: values.due_on || null,
    assignee: values.assignee || null,
    note: values.note,
    items: values.items.map(({ id, text }) => ({ id, text })),
  }
  return (
    <SubmitDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) setChanged(null)
        onOpenChange(next)
      }}
      disabled={!values}
      validate={() => problemsOf(editTaskInput.safeParse(input))}
      send={() => {
        const { caseId: _, ...details } = editTaskInput.parse(input)
        return edit(details)
      }}
      onFailure={failureTextOf}
      toast={null}
      title="Editar detalles"
      description={task.title}
      confirmText="Guardar"
      pendingLabel="Guardando…"
    >
      {(problems, clearProblems) => (
        <Loaded query={query} failed={MESSAGES.taskFailed} label="Cargando la tarea…">
          {(details) => {
            const shown = changed ?? valuesOf(task, details)
            const change = (part: Partial<Values>) => setChanged({ ...shown, ...part })
            return (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
                <DateField
                  label="Vence el"
                  optional
                  value={shown.due_on}
                  error={problems.due_on}
                  onChange={(event) => change({ due_on: event.target.value })}
                />
                <RadioGroup
                  label="Quién la hace"
                  look="pills"
                  options={ASSIGNEE_OPTIONS}
                  value={shown.assignee}
                  error={problems.assignee}
                  onChange={(assignee) => change({ assignee: assignee as Side | '' })}
                />
                <TextArea
                  label="Nota"
                  optional
                  rows={3}
                  limit={MAX_NOTE_LENGTH}
                  value={shown.note}
                  error={problems.note}
                  onChange={(event) => change({ note: event.target.value })}
                />
                <ItemFields
                  items={shown.items}
                  errors={problems}
                  onChange={(items) => {
                    // The problems name positions, which change.
                    clearProblems()
                    change({ items })
                  }}
                />
              </div>
            )
          }}
        </Loaded>
      )}
    </SubmitDialog>
  )
}

interface Values {
  due_on: string
  assignee: Side | ''
  note: string
  items: TaskDetails['items']
}

const valuesOf = (task: Task, { note, items }: TaskDetails): Values => ({
  due_on: task.due_on ?? '',
  assignee: task.assignee ?? '',
  note,
  items,
})

type Item = TaskDetails['items'][number]

/** The lines of a checklist. Enter adds another one. */
function ItemFields({
  items,
  errors,
  onChange,
}: {
  items: readonly Item[]
  errors: Readonly<Record<string, string>>
  onChange(items: Item[]): void
}) {
  const list = useRef<HTMLFieldSetElement>(null)
  /** Moves the focus at once: a person who types on must not lose letters. */
  const changeAndFocusLast = (changed: Item[]) => {
    flushSync(() => onChange(changed))
    ;[...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus()
  }
  const isFull = items.length >= MAX_ITEMS
  const add = () => {
    if (isFull) return
    changeAndFocusLast([...items, { id: uuidv4(), text: '', is_done: false }])
  }
  return (
    <fieldset ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="mb-2 text-ui font-semibold">Pasos</legend>
      {items.map((item, index) => (
        <div key={item.id} className="flex items-end gap-1.5">
          <TextField
            label={item.is_done ? `Paso ${index + 1} (hecho)` : `Paso ${index + 1}`}
            className="flex-1"
            autoComplete="off"
            value={item.text}
            error={errors[`items.${index}.text`]}
            onChange={(event) =>
              onChange(items.map((one) => (one === item ? { ...one, text: event.target.value } : one)))
            }
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              add()
            }}
          />
          <IconButton
            label={`Quitar el paso ${index + 1}`}
            icon={<X aria-hidden="true" className="size-4.5" />}
            onClick={() => changeAndFocusLast(items.filter((one) => one !== item))}
          />
        </div>
      ))}
      {errors.items && <p className="text-small font-medium text-danger-ink">{errors.items}</p>}
      <div>
        <Button size="sm" disabled={isFull} onClick={add}>
          <Plus aria-hidden="true" className="size-4.5" />
          {isFull ? MESSAGES.tooManyItems : 'Agregar paso'}
        </Button>
      </div>
    </fieldset>
  )
}
