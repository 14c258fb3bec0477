import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { rpc } from '../../../platform/rpc/client.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { AccountsContract } from '../contract.ts'
import { accountsQueries } from '../queries.ts'
import { type RequestRecoveryInput, requestRecoveryInput } from '../schema.ts'

/** Requests a recovery link (OPEN-10). The answer is the same whether or not the address has an account. */
export function RecoveryForm() {
  const form = useForm<RequestRecoveryInput>({
    resolver: standardSchemaResolver(requestRecoveryInput),
    defaultValues: { email: '' },
  })
  const request = useMutation(
    accountsQueries(rpc<AccountsContract>('accounts')).requestRecovery.mutationOptions(),
  )
  const { errors } = form.formState

  const submit = useFormSubmit(form, request.mutateAsync, {
    failureToast: ({ message }) => ({ title: 'No se pudo enviar el enlace', text: message }),
    dismissOnUnmount: true,
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
