import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { uuidv4 } from '../../../input/ids.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { optionsOf } from '../../../ui/lists/options.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { CaseView } from '../../cases/schema.ts'
import type { ClosingsContract } from '../contract.ts'
import {
  type CloseInput,
  closeInput,
  MAX_CLOSING_LENGTH,
  MAX_REASON_LENGTH,
  MESSAGES,
  OUTCOMES,
} from '../schema.ts'
import { useRefreshClosing } from './use-closing.ts'

interface CloseDialogProps {
  view: CaseView
  open: boolean
  onOpenChange(open: boolean): void
  finalFocus: { readonly current: HTMLElement | null }
}

const EMPTY = { outcome: '', text: '', remaining: '' }

/** SEG-36: the outcome of a case, with a text for the client. What was typed stays until the case is closed. */
export function CloseDialog({ view, open, onOpenChange, finalFocus }: CloseDialogProps) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  // With the values, so that a retry closes the case once.
  const [id, setId] = useState(uuidv4)
  const [values, setValues] = useState(EMPTY)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const refresh = useRefreshClosing()
  const send = (input: CloseInput) => rpc<ClosingsContract>('closings').close(input)
  const { submit, pending, failure } = useSubmit(send, {
    onDone() {
      toast({ kind: 'success', text: MESSAGES.closed })
      onOpenChange(false)
      setId(uuidv4())
      setValues(EMPTY)
      return refresh()
    },
    onShown: ({ fields }) => setErrors(fields),
    onFailure: (failed) => failureTextOf(failed),
    toast: null,
  })
  const change = (changed: Partial<typeof values>) => {
    setErrors({})
    // Other words are another closing.
    setId(uuidv4())
    setValues({ ...values, ...changed })
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const remaining = values.remaining.trim() === '' ? null : values.remaining
    const parsed = closeInput.safeParse({ caseId: view.id, id, ...values, remaining })
    if (parsed.success) return void submit(parsed.data)
    setErrors(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])))
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"] input, [aria-invalid="true"]')?.focus(),
    )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      finalFocus={finalFocus as RefObject<HTMLElement | null>}
      locked={pending}
      title="Finalizar la causa"
      actions={
        <>
          <Button aria-disabled={pending} onClick={() => pending || onOpenChange(false)}>
            Volver
          </Button>
          <SubmitButton form={formId} pending={pending} pendingLabel="Finalizando…">
            Finalizar
          </SubmitButton>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        method="post"
        noValidate
        onSubmit={handleSubmit}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
      >
        <RadioGroup
          label="Resultado"
          look="pills"
          options={optionsOf(OUTCOMES)}
          value={values.outcome}
          error={errors.outcome}
          onChange={(outcome) => change({ outcome })}
        />
        <TextArea
          label="Texto para tu cliente"
          rows={3}
          limit={MAX_CLOSING_LENGTH}
          value={values.text}
          error={errors.text}
          onChange={(event) => change({ text: event.target.value })}
        />
        <TextArea
          label="Qué queda abierto"
          optional
          rows={2}
          {...(values.remaining.length > MAX_REASON_LENGTH && { limit: MAX_REASON_LENGTH })}
          value={values.remaining}
          error={errors.remaining}
          onChange={(event) => change({ remaining: event.target.value })}
        />
        <Notice>
          {view.client.id
            ? `La causa queda finalizada al confirmar. ${view.client.name} verá el resultado y tendrá 14 días para decir que no está de acuerdo.`
            : 'La causa queda finalizada al confirmar.'}
        </Notice>
        {failure && Object.keys(failure.fields).length === 0 && (
          <Notice kind="danger" live>
            {failure.message}
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
