import { rpc } from '../../../platform/rpc/client.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { AccountsContract } from '../contract.ts'
import { resetPasswordInput } from '../new-password-schema.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { usePasswordMin } from './use-password-min.ts'

export interface ResetFormProps {
  /** From the e-mailed link. */
  token: string
  onSuccess(): void
  /** The link is used, expired or unknown. */
  onInvalid(): void
}

/** OPEN-10: sets a new password with the e-mailed link. */
export function ResetForm({ token, onSuccess, onInvalid }: ResetFormProps) {
  const empty = { token, password: '', confirmPassword: '' }
  const form = useSchemaForm(resetPasswordInput(usePasswordMin()), empty)
  const { submit, pending, field, problem } = useFormSubmit(
    form,
    rpc<AccountsContract>('accounts').resetPassword,
    {
      onDone() {
        toast({
          kind: 'success',
          title: 'Contraseña actualizada',
          text: 'Inicia sesión con tu contraseña nueva.',
        })
        onSuccess()
      },
      onFailure({ status, message }) {
        if (status !== 404) return message
        onInvalid()
        return null
      },
      toast: 'No se pudo cambiar la contraseña',
      forVisitors: true,
    },
  )

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <NewPasswordFields label="Contraseña nueva" field={field} />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <SubmitButton size="lg" block pending={pending} pendingLabel="Guardando tu contraseña…">
        Guardar contraseña
      </SubmitButton>
    </form>
  )
}
