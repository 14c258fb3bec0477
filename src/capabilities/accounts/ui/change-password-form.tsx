import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { rpc } from '../../../platform/rpc/client.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import type { AccountsContract } from '../contract.ts'
import { type ChangePasswordInput, changePasswordInput } from '../schema.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

const empty = { currentPassword: '', password: '', confirmPassword: '' }

/**
 * Form for a new password, given the current one (OPEN-10).
 * @param passwordMin minimum length in characters
 */
export function ChangePasswordForm({ passwordMin }: { passwordMin: number }) {
  const resolver = useMemo(() => standardSchemaResolver(changePasswordInput(passwordMin)), [passwordMin])
  const form = useForm<ChangePasswordInput>({ resolver, defaultValues: empty })
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
      <NewPasswordFields label="Contraseña nueva" passwordMin={passwordMin} field={field} />
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div>
        <SubmitButton variant="secondary" pending={pending} pendingLabel="Cambiando tu contraseña…">
          Cambiar contraseña
        </SubmitButton>
      </div>
    </form>
  )
}
