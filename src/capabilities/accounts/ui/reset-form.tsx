import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import type { AccountsContract } from '../contract.ts'
import { accountsQueries } from '../queries.ts'
import { type ResetPasswordInput, resetPasswordInput } from '../schema.ts'
import { showFailure } from './show-failure.ts'

export interface ResetFormProps {
  /** From the mailed link. */
  token: string
  passwordMin: number
  onSuccess(): void
  /** The link is used, expired or not ours. */
  onInvalid(): void
}

/** OPEN-10: a new password by the mailed link. */
export function ResetForm({ token, passwordMin, onSuccess, onInvalid }: ResetFormProps) {
  const resolver = useMemo(() => withToken(passwordMin, token), [passwordMin, token])
  const form = useForm<ResetPasswordInput>({ resolver, defaultValues: { password: '', confirmPassword: '' } })
  const reset = useMutation(
    accountsQueries(rpc<AccountsContract>('accounts')).resetPassword.mutationOptions(),
  )
  const failed = useFailureToast()
  const { errors } = form.formState

  const submit = form.handleSubmit(async (input) => {
    form.clearErrors('root')
    failed.takeBack()
    try {
      await reset.mutateAsync(input)
      toast({
        kind: 'success',
        title: 'Contraseña actualizada',
        text: 'Inicia sesión con tu contraseña nueva.',
      })
      onSuccess()
    } catch (error) {
      const failure = failureOf(error)
      if (failure.status === 404) return onInvalid()
      showFailure(form, failure)
      failed.say({ title: 'No se pudo cambiar la contraseña', text: failure.message })
    }
  })

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
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
      <SubmitButton size="lg" block pending={reset.isPending} pendingLabel="Guardando tu contraseña…">
        Guardar contraseña
      </SubmitButton>
    </form>
  )
}

/** The schema's own check; the link's token is put in beside what was typed. */
function withToken(passwordMin: number, token: string): Resolver<ResetPasswordInput> {
  const check = standardSchemaResolver(resetPasswordInput(passwordMin))
  return (values, context, options) => check({ ...values, token }, context, options)
}
