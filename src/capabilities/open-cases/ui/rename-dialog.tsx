import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { type CaseView, MAX_TITLE_LENGTH, MIN_TITLE_LENGTH } from '../../cases/schema.ts'
import type { OpenCasesContract } from '../contract.ts'
import { caseTitleField, MESSAGES } from '../schema.ts'
import { useRefreshCases } from './use-refresh-cases.ts'

interface RenameDialogProps {
  view: CaseView
  open: boolean
  onOpenChange(open: boolean): void
  finalFocus: RefObject<HTMLElement | null>
}

/** SEG-31: «Cambiar nombre». What was typed stays after a failure. */
export function RenameDialog({ view, open, onOpenChange, finalFocus }: RenameDialogProps) {
  const { id: caseId, plain_title, status } = view
  const formId = useId()
  const [title, setTitle] = useState(plain_title)
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const refresh = useRefreshCases()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog that opens begins with the title of that moment
  useEffect(() => {
    if (!open) return
    setTitle(plain_title)
    setError(undefined)
  }, [open])
  const showError = (message: string | undefined) => {
    setError(message)
    input.current?.focus()
  }
  const send = (chosen: string) => rpc<OpenCasesContract>('openCases').rename({ caseId, title: chosen })
  const { submit, pending } = useSubmit(send, {
    onDone() {
      toast({ kind: 'success', text: MESSAGES.renamed })
      onOpenChange(false)
      return refresh()
    },
    onFailure(failure) {
      showError(failure.fields.title ?? failureTextOf(failure))
      return null
    },
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const parsed = caseTitleField.safeParse(title)
    if (!parsed.success) return showError(parsed.error.issues[0]?.message)
    setError(undefined)
    void submit(parsed.data)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      finalFocus={finalFocus}
      locked={pending}
      title="Cambiar nombre"
      description={
        status === 'ingresado'
          ? 'Los abogados con quienes conversas sabrán que actualizaste tu causa. En el mercado se ocultan los nombres y datos de contacto.'
          : 'Tú y tu abogado verán la causa con este nombre.'
      }
      actions={
        <>
          <Button aria-disabled={pending} onClick={() => pending || onOpenChange(false)}>
            Volver
          </Button>
          <SubmitButton form={formId} pending={pending} pendingLabel="Guardando…">
            Guardar nombre
          </SubmitButton>
        </>
      }
    >
      <form id={formId} method="post" noValidate onSubmit={handleSubmit}>
        <TextField
          ref={input}
          label="Nombre de la causa"
          hint={`De ${MIN_TITLE_LENGTH} a ${MAX_TITLE_LENGTH} caracteres.`}
          name="title"
          autoComplete="off"
          value={title}
          error={error}
          onChange={(event) => {
            setError(undefined)
            setTitle(event.target.value)
          }}
        />
      </form>
    </Dialog>
  )
}
