import { useState } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { AccountsContract } from '../contract.ts'
import { type RequestRecoveryInput, requestRecoveryInput } from '../schema.ts'

/** Requests a recovery link (OPEN-10). The answer is the same whether or not the address has an account. */
export function RecoveryForm() {
  const form = useSchemaForm(requestRecoveryInput, { email: '' })
  const [sentTo, setSentTo] = useState<string>()
  const send = async (input: RequestRecoveryInput) => {
    setSentTo(undefined)
    await rpc<AccountsContract>('accounts').requestRecovery(input)
    setSentTo(input.email)
  }
  const { submit, pending, field, problem } = useFormSubmit(form, send, {
    toast: 'No se pudo enviar el enlace',
    forVisitors: true,
  })

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label="Correo electrónico"
        type="email"
        autoComplete="username"
        required
        {...field('email')}
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      {sentTo && (
        <Notice live title="Revisa tu correo">
          Si {sentTo} tiene una cuenta, te enviamos un enlace para elegir una contraseña nueva. Vence en 1
          hora. ¿No lo encuentras? Revisa las carpetas de Promociones y Spam.
        </Notice>
      )}
      <SubmitButton size="lg" block pending={pending} pendingLabel="Enviando el enlace…">
        {sentTo ? 'Enviar otra vez' : 'Enviar enlace'}
      </SubmitButton>
    </form>
  )
}
