import { rpc } from '../../../platform/rpc/client.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import type { AccountsContract } from '../contract.ts'
import { changePasswordInput } from '../new-password-schema.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { usePasswordMin } from './use-password-min.ts'

const empty = { currentPassword: '', password: '', confirmPassword: '' }

/** Form for a new password, given the current one (OPEN-10). */
export function ChangePasswordForm() {
  const form = useSchemaForm(changePasswordInput(usePasswordMin()), empty)
  const { submit, pending, field, problem } = useFormSubmit(
    form,
    rpc<AccountsContract>('accounts').changePassword,
    {
      onDone() {
        form.reset(empty)
        toast({
          kind: 'success',
          title: 'Contraseña actualizada',
          text: 'Las demás sesiones de tu cuenta se cerraron.',
        })
      },
      toast: 'No se pudo cambiar la contraseña',
    },
  )

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <PasswordField
        label="Contraseña actual"
        autoComplete="current-password"
        required
        {...field('currentPassword')}
      />
      <NewPasswordFields label="Contraseña nueva" field={field} />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div>
        <SubmitButton variant="secondary" pending={pending} pendingLabel="Cambiando tu contraseña…">
          Cambiar contraseña
        </SubmitButton>
      </div>
    </form>
  )
}
