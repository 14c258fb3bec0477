import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'

/** OPEN-25. */
const SOON = { title: 'Función en desarrollo', text: 'Esta función estará disponible pronto.' }

interface ReferDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  /** Whom the case would go to. */
  name: string
}

/** COL-09, COL-10: the form is there, sending is not yet. What is written leaves this window in no way. */
export function ReferDialog({ open, onOpenChange, name }: ReferDialogProps) {
  const [asked, setAsked] = useState(false)
  const form = useId()
  const close = () => {
    onOpenChange(false)
    setAsked(false)
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
          <SubmitButton form={form}>Enviar Referencia</SubmitButton>
        </>
      }
    >
      <form
        id={form}
        method="post"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          toast({ kind: 'info', ...SOON })
        }}
      >
        <TextField label="Título del caso" autoComplete="off" maxLength={200} />
        <TextField label="Contacto del cliente" autoComplete="off" maxLength={200} />
        <TextArea label="Descripción" rows={5} maxLength={5_000} />
        {asked && (
          <Notice title={SOON.title} live>
            {SOON.text} No se envió ni se guardó nada.
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
