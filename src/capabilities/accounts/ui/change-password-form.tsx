import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import type { AccountsContract } from '../contract.ts'
import { accountsQueries } from '../queries.ts'
import { type ChangePasswordInput, changePasswordInput } from '../schema.ts'
import { sayingOf, showFailure } from './show-failure.ts'

const empty = { currentPassword: '', password: '', confirmPassword: '' }

/** OPEN-10. @param passwordMin least length, characters */
export function ChangePasswordForm({ passwordMin }: { passwordMin: number }) {
  const resolver = useMemo(() => standardSchemaResolver(changePasswordInput(passwordMin)), [passwordMin])
  const form = useForm<ChangePasswordInput>({ resolver, defaultValues: empty })
  const change = useMutation(
    accountsQueries(rpc<AccountsContract>('accounts')).changePassword.mutationOptions(),
  )
  const failed = useFailureToast()
  const { errors } = form.formState

  const submit = form.handleSubmit(async (input) => {
    form.clearErrors('root')
    failed.takeBack()
    try {
      await change.mutateAsync(input)
      form.reset(empty)
      toast({
        kind: 'success',
        title: 'Contraseña actualizada',
        text: 'Las demás sesiones de tu cuenta se cerraron.',
      })
    } catch (error) {
      const failure = failureOf(error)
      showFailure(form, failure)
      failed.say({ title: 'No se pudo cambiar la contraseña', text: sayingOf(failure) })
    }
  })

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <PasswordField
        label="Contraseña actual"
        autoComplete="current-password"
        required
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <PasswordField
        label="Contraseña nueva"
        hint={`Al menos ${passwordMin} caracteres.`}
        autoComplete="new-password"
        required
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordField
        label="Confirmar contraseña nueva"
        autoComplete="new-password"
        required
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      {errors.root?.message && <Notice kind="danger">{errors.root.message}</Notice>}
      <div>
        <SubmitButton variant="secondary" pending={change.isPending} pendingLabel="Cambiando tu contraseña…">
          Cambiar contraseña
        </SubmitButton>
      </div>
    </form>
  )
}
