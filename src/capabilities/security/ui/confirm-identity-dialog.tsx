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
import { CodeField, RecoveryCodeField } from './code-field.tsx'
import { OrDivider, PasskeyButton } from './passkey-button.tsx'

export interface ConfirmIdentityDialogProps {
  open: boolean
  /** Called once: whether the person proved who they are. */
  onEnd(isProven: boolean): void
}

/** DAT-52: «Confirma que eres tú»; what the person asked for goes on afterwards. */
export function ConfirmIdentityDialog({ open, onEnd }: ConfirmIdentityDialogProps) {
  const [ways, setWays] = useState<{ code: 'totp' | 'recovery' | null; passkey: boolean }>({
    code: null,
    passkey: false,
  })
  const form = useSchemaForm(confirmIdentityInput, { password: '' })
  const { submit, pending, field, problem } = useFormSubmit(
    form,
    rpc<SecurityContract>('security').confirmIdentity,
    {
      onDone: () => onEnd(true),
      onFailure({ fields, message }) {
        if (fields.code) setWays((known) => ({ ...known, code: known.code ?? 'totp' }))
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
        ({ totp, passkeys }) =>
          setWays({
            code: totp ? 'totp' : passkeys.length > 0 ? 'recovery' : null,
            passkey: passkeys.length > 0,
          }),
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
      {ways.passkey && (
        <div className="mb-5 grid gap-5">
          <PasskeyButton
            variant="primary"
            label="Usar llave de acceso"
            use={(ceremony) => ceremony.confirmWithPasskey()}
            onDone={() => onEnd(true)}
          />
          <OrDivider />
        </div>
      )}
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
        {ways.code === 'totp' && <CodeField {...field('code')} />}
        {ways.code === 'recovery' && <RecoveryCodeField {...field('code')} />}
        {problem && (
          <Notice kind="danger" live>
            {problem}
          </Notice>
        )}
        <SubmitButton
          variant={ways.passkey ? 'secondary' : 'primary'}
          size="lg"
          block
          pending={pending}
          pendingLabel="Confirmando…"
        >
          Confirmar
        </SubmitButton>
      </form>
    </Dialog>
  )
}
