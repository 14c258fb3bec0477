import { useId, useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Dialog, type DialogProps } from '../../../ui/overlays/dialog.tsx'

/** Shown on submit: the feature does not exist yet (OPEN-25). */
const NOT_AVAILABLE = { title: 'Función en desarrollo', text: 'Esta función estará disponible pronto.' }

interface ReferDialogProps extends Pick<DialogProps, 'open' | 'onOpenChange'> {
  name: string
}

/** COL-09, COL-10: form without a backend yet. The input is neither sent nor stored. */
export function ReferDialog({ open, onOpenChange, name }: ReferDialogProps) {
  const [isSubmitted, setIsSubmitted] = useState(false)
  const formId = useId()
  const close = () => {
    onOpenChange(false)
    setIsSubmitted(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Referir Caso"
      description={`A ${name}`}
      actions={
        <>
          <Button onClick={close}>Cancelar</Button>
          <SubmitButton form={formId}>Enviar Referencia</SubmitButton>
        </>
      }
    >
      <form
        id={formId}
        method="post"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          setIsSubmitted(true)
          toast({ kind: 'info', ...NOT_AVAILABLE })
        }}
      >
        <TextField label="Título del caso" autoComplete="off" maxLength={200} />
        <TextField label="Contacto del cliente" autoComplete="off" maxLength={200} />
        <TextArea label="Descripción" rows={5} maxLength={5_000} />
        {isSubmitted && (
          <Notice title={NOT_AVAILABLE.title} live>
            {NOT_AVAILABLE.text} No se envió ni se guardó nada.
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
