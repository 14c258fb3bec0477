import { useState } from 'react'
import * as z from 'zod/mini'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { addPasskeyInput } from '../schema.ts'
import { CodeList } from './code-list.tsx'
import { addPasskey, PasskeyFailure } from './passkey-ceremony.ts'

const nameInput = z.pick(addPasskeyInput, { name: true })

/** DAT-44, DAT-47: name the key, let the device make it, keep the recovery codes of the first second step. */
export function PasskeyDialog({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const [codes, setCodes] = useState<readonly string[]>([])
  const [notAdded, setNotAdded] = useState<string | null>(null)
  const form = useSchemaForm(nameInput, { name: '' })
  const { submit, pending, field, problem } = useFormSubmit(
    form,
    ({ name }: { name: string }) => {
      setNotAdded(null)
      return addPasskey(name).catch((error: unknown) => {
        if (!(error instanceof PasskeyFailure)) throw error
        setNotAdded(error.message)
        return null
      })
    },
    {
      onDone(added) {
        if (!added) return
        toast({ kind: 'success', text: 'Agregaste la llave de acceso.' })
        if (added.codes.length > 0) setCodes(added.codes)
        else onOpenChange(false)
      },
      toast: null,
    },
  )
  if (codes.length > 0)
    return (
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        locked
        title="Guarda tus códigos de recuperación"
        description="Tu cuenta ahora pide un segundo paso. Si pierdes tu llave, entras con uno de estos."
      >
        <CodeList codes={codes} onKept={() => onOpenChange(false)} />
      </Dialog>
    )
  const refusal = notAdded ?? problem
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={pending}
      title="Agregar llave de acceso"
      description="Usa tu huella, rostro o PIN. Tu contraseña sigue sirviendo."
    >
      <form
        method="post"
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.stopPropagation()
          void submit(event)
        }}
      >
        <TextField
          label="Nombre de la llave"
          hint="Para reconocerla, por ejemplo «Mi teléfono»."
          autoComplete="off"
          required
          {...field('name')}
        />
        {refusal && (
          <Notice kind="danger" live>
            {refusal}
          </Notice>
        )}
        <SubmitButton variant="primary" size="lg" block pending={pending} pendingLabel="Agregando…">
          Agregar
        </SubmitButton>
      </form>
    </Dialog>
  )
}
