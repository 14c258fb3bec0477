import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { uuidv4 } from '../../../input/ids.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
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
export function EditTaskDialog(props: EditTaskDialogProps) {
  const { task, open, onOpenChange } = props
  const formId = useId()
  const [pending, setPending] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={pending}
      title="Editar detalles"
      description={task.title}
      actions={
        <>
          <Button aria-disabled={pending} onClick={() => pending || onOpenChange(false)}>
            Cancelar
          </Button>
          <SubmitButton form={formId} pending={pending} pendingLabel="Guardando…">
            Guardar
          </SubmitButton>
        </>
      }
    >
      <LoadedForm {...props} formId={formId} onPending={setPending} />
    </Dialog>
  )
}

/** Mounted on each opening, so it reads the task anew. What is typed does not change when others do. */
function LoadedForm(props: Omit<DetailsFormProps, 'details'>) {
  const { caseId, task } = props
  const options = workspaceQueries().task.queryOptions({ input: { caseId, taskId: task.id } })
  const query = useQuery({ ...options, gcTime: 0, refetchOnWindowFocus: false })
  return (
    <Loaded query={query} failed={MESSAGES.taskFailed} label="Cargando la tarea…">
      {(details) => <DetailsForm {...props} details={details} />}
    </Loaded>
  )
}

interface DetailsFormProps extends EditTaskDialogProps {
  formId: string
  details: TaskDetails
  onPending(pending: boolean): void
}

function DetailsForm({ caseId, task, edit, formId, details, onPending, onOpenChange }: DetailsFormProps) {
  const [values, setValues] = useState(() => ({
    due_on: task.due_on ?? '',
    assignee: task.assignee ?? '',
    note: details.note,
    items: details.items,
  }))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { submit, pending, failure } = useSubmit(edit, {
    onDone: () => onOpenChange(false),
    onShown: ({ fields }) => setErrors(fields),
    onFailure: (failed) => failureTextOf(failed),
    toast: null,
  })
  useEffect(() => onPending(pending), [pending, onPending])
  const form = useRef<HTMLFormElement>(null)
  const change = (changed: Partial<typeof values>) => setValues({ ...values, ...changed })

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    // React events bubble through portals, to the board.
    event.stopPropagation()
    if (pending) return
    const parsed = editTaskInput.safeParse({
      caseId,
      taskId: task.id,
      due_on: values.due_on || null,
      assignee: values.assignee || null,
      note: values.note,
      items: values.items.map(({ id, text }) => ({ id, text })),
    })
    if (!parsed.success) {
      setErrors(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])))
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    setErrors({})
    const { caseId: _, ...input } = parsed.data
    void submit(input)
  }

  return (
    <form
      ref={form}
      id={formId}
      method="post"
      noValidate
      onSubmit={handleSubmit}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <DateField
        label="Vence el"
        optional
        value={values.due_on}
        error={errors.due_on}
        onChange={(event) => change({ due_on: event.target.value })}
      />
      <RadioGroup
        label="Quién la hace"
        look="pills"
        options={ASSIGNEE_OPTIONS}
        value={values.assignee}
        error={errors.assignee}
        onChange={(assignee) => change({ assignee: assignee as Side | '' })}
      />
      <TextArea
        label="Nota"
        optional
        rows={3}
        limit={MAX_NOTE_LENGTH}
        value={values.note}
        error={errors.note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <ItemFields
        items={values.items}
        errors={errors}
        onChange={(items) => {
          // The errors name positions, which change.
          setErrors({})
          change({ items })
        }}
      />
      {failure && Object.keys(failure.fields).length === 0 && (
        <Notice kind="danger" live>
          {failure.message}
        </Notice>
      )}
    </form>
  )
}

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
  const focusLast = () =>
    requestAnimationFrame(() => [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus())
  const isFull = items.length >= MAX_ITEMS
  const add = () => {
    if (isFull) return
    onChange([...items, { id: uuidv4(), text: '', is_done: false }])
    focusLast()
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
            onClick={() => {
              onChange(items.filter((one) => one !== item))
              focusLast()
            }}
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
