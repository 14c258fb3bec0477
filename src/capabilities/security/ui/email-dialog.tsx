import { rpc } from '../../../platform/rpc/client.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { SecurityContract } from '../contract.ts'
import { emailChangeInput } from '../schema.ts'

/** DAT-55: the new address. It counts once its mailbox confirms it. */
export function EmailDialog({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const form = useSchemaForm(emailChangeInput, { email: '' })
  const { submit, pending, field, problem } = useFormSubmit(
    form,
    rpc<SecurityContract>('security').requestEmailChange,
    {
      onDone() {
        form.reset()
        toast({ kind: 'success', text: 'Enviamos un enlace a tu nuevo correo.' })
        onOpenChange(false)
      },
      toast: null,
    },
  )
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={pending}
      title="Cambiar correo"
      description="Te enviaremos un enlace al correo nuevo. El cambio se hace cuando lo confirmes con él, y se cerrarán tus sesiones en los demás equipos. Tu correo anterior recibirá un aviso."
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
        <TextField label="Correo nuevo" type="email" autoComplete="off" required {...field('email')} />
        {problem && (
          <Notice kind="danger" live>
            {problem}
          </Notice>
        )}
        <SubmitButton variant="primary" size="lg" block pending={pending} pendingLabel="Enviando el enlace…">
          Enviar enlace
        </SubmitButton>
      </form>
    </Dialog>
  )
}
