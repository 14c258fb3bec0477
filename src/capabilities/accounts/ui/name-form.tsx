import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { rpc } from '../../../platform/rpc/client.ts'
import { announceSessionChange } from '../../../platform/rpc/session-change.ts'
import type { SessionUser } from '../../../platform/session.ts'
import { Notice } from '../../../ui/notice.tsx'
import { registerPrefilled } from '../../../ui/registered.ts'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import type { AccountsContract } from '../contract.ts'
import { accountsQueries } from '../queries.ts'
import { MESSAGES, type UpdateNameInput, updateNameInput } from '../schema.ts'
import { failureTextOf } from './show-failure.ts'
import { useFormSubmit } from './use-sending.ts'

/** PRO-01 to PRO-04: edits the name and shows the e-mail address read-only. */
export function NameForm({ user }: { user: SessionUser }) {
  const form = useForm<UpdateNameInput>({
    resolver: standardSchemaResolver(updateNameInput),
    defaultValues: { name: user.name },
  })
  const update = useMutation(accountsQueries(rpc<AccountsContract>('accounts')).updateName.mutationOptions())
  const { revalidate } = useRevalidator()
  const { errors } = form.formState
  const isUnderReview = user.verification_status === 'admin_pending'

  const submit = useFormSubmit(form, update.mutateAsync, {
    async onAnswer(answer) {
      form.reset({ name: answer.user.name })
      // AUT-26: the navigation bar shows the new name without a new login.
      announceSessionChange()
      await revalidate()
      toast({ kind: 'success', title: 'Perfil actualizado', text: 'Tu información ha sido guardada.' })
    },
    failureToast: (failure) => ({ text: failureTextOf(failure, 'No se pudo actualizar el perfil.') }),
  })

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label="Nombre completo"
        autoComplete="name"
        required
        readOnly={isUnderReview}
        {...(isUnderReview && {
          end: <Lock aria-hidden="true" className="size-4.25" />,
          hint: MESSAGES.nameUnderReview,
        })}
        error={errors.name?.message}
        {...registerPrefilled(form, 'name')}
      />
      <TextField
        label="Correo electrónico"
        type="email"
        readOnly
        end={<Lock aria-hidden="true" className="size-4.25" />}
        value={user.email}
        hint="Con este correo inicias sesión. No se puede cambiar."
      />
      {errors.root?.message && <Notice kind="danger">{errors.root.message}</Notice>}
      {!isUnderReview && (
        <div>
          <SubmitButton pending={update.isPending} pendingLabel="Guardando…">
            Guardar
          </SubmitButton>
        </div>
      )}
    </form>
  )
}
