import { useEffect, useState } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { SecurityContract } from '../contract.ts'
import { confirmIdentityInput } from '../schema.ts'
import { CodeField } from './code-field.tsx'

export interface ConfirmIdentityDialogProps {
  open: boolean
  /** Called once: whether the person proved who they are. */
  onEnd(isProven: boolean): void
}

/** DAT-52: «Confirma que eres tú»; what the person asked for goes on afterwards. */
export function ConfirmIdentityDialog({ open, onEnd }: ConfirmIdentityDialogProps) {
  const [needsCode, setNeedsCode] = useState(false)
  const form = useSchemaForm(confirmIdentityInput, { password: '' })
  const { submit, pending, field, problem } = useFormSubmit(
    form,
    rpc<SecurityContract>('security').confirmIdentity,
    {
      onDone: () => onEnd(true),
      onFailure({ fields, message }) {
        if (fields.code) setNeedsCode(true)
        return message
      },
      toast: null,
    },
  )
  useEffect(() => {
    // Without an answer, the refusal of the first try tells.
    rpc<SecurityContract>('security')
      .overview({})
      .then(
        ({ totp }) => setNeedsCode(totp !== null),
        () => {},
      )
  }, [])
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onEnd(false)}
      locked={pending}
      title="Confirma que eres tú"
      description="Después seguimos con lo que pediste. Vale por 10 minutos en este dispositivo."
    >
      <form
        method="post"
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          // React events bubble through portals: a form behind the dialog would submit, too.
          event.stopPropagation()
          void submit(event)
        }}
      >
        <PasswordField label="Contraseña" autoComplete="current-password" required {...field('password')} />
        {needsCode && <CodeField {...field('code')} />}
        {problem && (
          <Notice kind="danger" live>
            {problem}
          </Notice>
        )}
        <SubmitButton variant="primary" size="lg" block pending={pending} pendingLabel="Confirmando…">
          Confirmar
        </SubmitButton>
      </form>
    </Dialog>
  )
}
