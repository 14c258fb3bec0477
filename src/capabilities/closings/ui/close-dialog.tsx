import { type RefObject, useEffect, useRef, useState } from 'react'
import { uuidv4 } from '../../../input/ids.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { problemsOf } from '../../../site/forms/problems-of.ts'
import { SubmitDialog } from '../../../site/forms/submit-dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { optionsOf } from '../../../ui/lists/options.ts'
import type { CaseView } from '../../cases/schema.ts'
import type { ClosingsContract } from '../contract.ts'
import { closeInput, MAX_CLOSING_LENGTH, MAX_REASON_LENGTH, MESSAGES, OUTCOMES } from '../schema.ts'
import { useRefreshClosing } from './use-closing.ts'

interface CloseDialogProps {
  view: CaseView
  open: boolean
  onOpenChange(open: boolean): void
  finalFocus: { readonly current: HTMLElement | null }
}

const EMPTY = { outcome: '', text: '', remaining: '' }

/** SEG-36: the outcome of a case, with a text for the client. What was typed stays until the case is closed. */
export function CloseDialog({ view, finalFocus, ...dialog }: CloseDialogProps) {
  // With the values, so that a retry closes the case once.
  const [id, setId] = useState(uuidv4)
  const [values, setValues] = useState(EMPTY)
  const refresh = useRefreshClosing()
  const isClosed = useRef(false)
  useEffect(() => {
    if (dialog.open) isClosed.current = false
  }, [dialog.open])
  const focusAfterwards = {
    get current() {
      // The button that opened the dialog goes with the status.
      return isClosed.current ? document.querySelector<HTMLElement>('h1') : finalFocus.current
    },
  }
  const remaining = values.remaining.trim() === '' ? null : values.remaining
  const input = { caseId: view.id, id, ...values, remaining }
  const change = (changed: Partial<typeof values>) => {
    // Other words are another closing.
    setId(uuidv4())
    setValues({ ...values, ...changed })
  }
  return (
    <SubmitDialog
      {...dialog}
      finalFocus={focusAfterwards as RefObject<HTMLElement | null>}
      validate={() => problemsOf(closeInput.safeParse(input))}
      send={() => rpc<ClosingsContract>('closings').close(closeInput.parse(input))}
      onFailure={failureTextOf}
      toast={null}
      onDone={() => {
        isClosed.current = true
        toast({ kind: 'success', text: MESSAGES.closed })
        setId(uuidv4())
        setValues(EMPTY)
        return refresh()
      }}
      title="Finalizar la causa"
      cancelText="Volver"
      confirmText="Finalizar"
      pendingLabel="Finalizando…"
    >
      {(problems) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <RadioGroup
            label="Resultado"
            look="pills"
            options={optionsOf(OUTCOMES)}
            value={values.outcome}
            error={problems.outcome}
            onChange={(outcome) => change({ outcome })}
          />
          <TextArea
            label="Texto para tu cliente"
            rows={3}
            limit={MAX_CLOSING_LENGTH}
            value={values.text}
            error={problems.text}
            onChange={(event) => change({ text: event.target.value })}
          />
          <TextArea
            label="Qué queda abierto"
            optional
            rows={2}
            {...(values.remaining.length > MAX_REASON_LENGTH && { limit: MAX_REASON_LENGTH })}
            value={values.remaining}
            error={problems.remaining}
            onChange={(event) => change({ remaining: event.target.value })}
          />
          <Notice>
            {view.client.id
              ? `La causa queda finalizada al confirmar. ${view.client.name} verá el resultado y tendrá 14 días para decir que no está de acuerdo.`
              : 'La causa queda finalizada al confirmar.'}
          </Notice>
        </div>
      )}
    </SubmitDialog>
  )
}
