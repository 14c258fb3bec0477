import { useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { dayNumber, formatDateWithWeekday } from '../../../chile/dates.ts'
import { uuidv7 } from '../../../input/ids.ts'
import { deleteDraft, readDraft, storeDraft } from '../../../platform/drafts/drafts.ts'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { problemsOf } from '../../../site/forms/problems-of.ts'
import { SubmitDialog } from '../../../site/forms/submit-dialog.tsx'
import { useSessionUser } from '../../../site/use-session-user.ts'
import { useToday } from '../../../site/use-today.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Select } from '../../../ui/lists/select.tsx'
import type { CaseView } from '../../cases/schema.ts'
import type { ProgressContract } from '../contract.ts'
import { progressQueries } from '../queries.ts'
import {
  correctInput,
  MAX_PROMISE_DAYS,
  MAX_TEXT_LENGTH,
  MESSAGES,
  publishInput,
  STAGES,
  type Update,
} from '../schema.ts'

export interface UpdateDialogProps {
  view: CaseView
  /** The update that is corrected; without it a new one is published. */
  correcting?: Update
  open: boolean
  onOpenChange(open: boolean): void
}

/** SEG-08, SEG-11: the lawyer's form for an update. Each opening starts with the draft, which survives a reload. */
export function UpdateDialog(props: UpdateDialogProps) {
  const [opening, setOpening] = useState({ open: props.open, count: 0 })
  if (opening.open !== props.open)
    setOpening({ open: props.open, count: opening.count + (props.open ? 1 : 0) })
  return <OpenDialog key={opening.count} {...props} />
}

interface Values {
  /** Of the new update, so that a retry publishes no second one. */
  id: string
  stage: string
  text: string
  nextStep: string
  promisedOn: string
  hasNoDay: boolean
}

const STAGE_OPTIONS = STAGES.map((stage) => ({ value: stage, label: stage }))

const dayOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

function OpenDialog({ view, correcting, ...dialog }: UpdateDialogProps) {
  const userId = useSessionUser()?.id ?? ''
  const draftKey = correcting ? `novedad:${view.id}:${correcting.id}:${correcting.n}` : `novedad:${view.id}`
  const [values, setValues] = useState<Values>(() => ({
    id: uuidv7(),
    stage: correcting?.stage ?? '',
    text: correcting?.text ?? '',
    nextStep: correcting?.next_step ?? '',
    promisedOn: '',
    hasNoDay: false,
    ...(readDraft(draftKey, userId) as Partial<Values> | undefined),
  }))
  const today = useToday()
  const client = useQueryClient()
  const change = (changed: Partial<Values>) => {
    // Other words are another update: of one that arrived but was not answered, the id would be refused.
    const next = { ...values, ...changed, id: uuidv7() }
    setValues(next)
    storeDraft(draftKey, userId, next)
  }
  const { id, stage, text, promisedOn, hasNoDay } = values
  const words = {
    caseId: view.id,
    stage,
    text,
    nextStep: values.nextStep.trim() === '' ? null : values.nextStep,
  }
  const correction = correcting && { ...words, updateId: correcting.id, n: correcting.n }
  const update = { ...words, id, promisedOn: hasNoDay ? null : promisedOn }
  const api = rpc<ProgressContract>('progress')
  return (
    <SubmitDialog
      {...dialog}
      validate={() =>
        problemsOf(correction ? correctInput.safeParse(correction) : publishInput.safeParse(update))
      }
      send={async () => {
        if (correction) await api.correct(correctInput.parse(correction))
        else await api.publish(publishInput.parse(update))
      }}
      onFailure={failureTextOf}
      toast={null}
      onDone={async () => {
        deleteDraft(draftKey, userId)
        toast({ kind: 'success', text: correcting ? 'Novedad corregida.' : 'Novedad publicada.' })
        await refetchQueries(client, { queryKey: progressQueries().key() })
      }}
      title={correcting ? 'Corregir novedad' : 'Publicar novedad'}
      confirmText={correcting ? 'Guardar corrección' : 'Publicar novedad'}
      pendingLabel="Publicando…"
    >
      {(problems) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
          <Select
            label="Etapa"
            options={STAGE_OPTIONS}
            value={stage}
            error={problems.stage}
            onChange={(chosen) => change({ stage: chosen })}
          />
          <TextArea
            label="Qué pasó"
            name="text"
            rows={4}
            limit={MAX_TEXT_LENGTH}
            value={text}
            error={problems.text}
            onChange={(event) => change({ text: event.target.value })}
          />
          <TextField
            label="Próximo paso"
            optional
            name="nextStep"
            autoComplete="off"
            value={values.nextStep}
            error={problems.nextStep}
            onChange={(event) => change({ nextStep: event.target.value })}
          />
          {!correcting && (
            <PromiseFields values={values} error={problems.promisedOn} today={today} onChange={change} />
          )}
          <p className="flex gap-3 rounded-l bg-primary-soft px-4 py-3.5 text-small">
            <Bell aria-hidden="true" className="mt-px size-4.5 flex-none text-primary-ink" />
            <span>
              <PromiseText values={values} correcting={correcting !== undefined} />
              {correcting
                ? 'La versión anterior queda a la vista. La fecha prometida no cambia.'
                : `${view.client.id ? view.client.name : 'Tu cliente'} recibe un aviso al publicarla; el correo no lleva tu texto.`}
            </span>
          </p>
        </div>
      )}
    </SubmitDialog>
  )
}

/** «miércoles 9 de diciembre de 2026», within a sentence. */
const longDay = (day: string) => formatDateWithWeekday(day).replace(/^./u, (letter) => letter.toLowerCase())

function PromiseText({ values, correcting }: { values: Values; correcting: boolean }) {
  if (correcting || values.hasNoDay || !values.promisedOn) return null
  return (
    <>
      Prometes una novedad antes del <b className="font-semibold">{longDay(values.promisedOn)}</b>.{' '}
    </>
  )
}

interface PromiseFieldsProps {
  values: Values
  error: string | undefined
  today: number
  onChange(changed: Partial<Values>): void
}

function PromiseFields({ values, error, today, onChange }: PromiseFieldsProps) {
  const isPast = values.promisedOn !== '' && dayNumber(values.promisedOn) <= today
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 gap-y-1 md:grid-cols-2">
      <DateField
        label="Próxima novedad antes del"
        name="promisedOn"
        min={dayOf(today + 1)}
        max={dayOf(today + MAX_PROMISE_DAYS)}
        disabled={values.hasNoDay}
        value={values.hasNoDay ? '' : values.promisedOn}
        error={error ?? (isPast && !values.hasNoDay ? MESSAGES.dayOutside : undefined)}
        onChange={(event) => onChange({ promisedOn: event.target.value })}
      />
      <Checkbox
        label="No tengo una fecha todavía"
        className="md:pt-7.5"
        checked={values.hasNoDay}
        onChange={(event) => onChange({ hasNoDay: event.target.checked })}
      />
    </div>
  )
}
