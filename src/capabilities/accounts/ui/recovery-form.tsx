import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { Notice } from '../../../ui/notice.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import type { AccountsContract } from '../contract.ts'
import { accountsQueries } from '../queries.ts'
import { type RequestRecoveryInput, requestRecoveryInput } from '../schema.ts'
import { showFailure } from './show-failure.ts'

/** OPEN-10: the answer is the same whether the address has an account or not. */
export function RecoveryForm() {
  const form = useForm<RequestRecoveryInput>({
    resolver: standardSchemaResolver(requestRecoveryInput),
    defaultValues: { email: '' },
  })
  const request = useMutation(
    accountsQueries(rpc<AccountsContract>('accounts')).requestRecovery.mutationOptions(),
  )
  const failed = useFailureToast()
  const { errors } = form.formState

  const submit = form.handleSubmit(async (input) => {
    form.clearErrors('root')
    failed.takeBack()
    try {
      await request.mutateAsync(input)
    } catch (error) {
      const failure = failureOf(error)
      showFailure(form, failure)
      failed.say({ title: 'No se pudo enviar el enlace', text: failure.message })
    }
  })

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label="Correo electrónico"
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...form.register('email')}
      />
      {errors.root?.message && <Notice kind="danger">{errors.root.message}</Notice>}
      {request.isSuccess && (
        <Notice live title="Revisa tu correo">
          Si {request.variables.email} tiene una cuenta, te enviamos un enlace para elegir una contraseña
          nueva. Vence en 1 hora. ¿No lo encuentras? Revisa las carpetas de Promociones y Spam.
        </Notice>
      )}
      <SubmitButton size="lg" block pending={request.isPending} pendingLabel="Enviando el enlace…">
        {request.isSuccess ? 'Enviar otra vez' : 'Enviar enlace'}
      </SubmitButton>
    </form>
  )
}
