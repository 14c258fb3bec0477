import { Lock } from 'lucide-react'
import { Link, useRevalidator } from 'react-router'
import { rpc } from '../../../platform/rpc/client.ts'
import type { SessionUser } from '../../../platform/session/session.ts'
import { announceSessionChange } from '../../../platform/session/session-events.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { useIsSuspended } from '../../../site/use-root-data.ts'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { registerPrefilled } from '../../../ui/fields/register-prefilled.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { AccountsContract } from '../contract.ts'
import { MESSAGES, updateNameInput } from '../schema.ts'

/** PRO-01 to PRO-04: edits the name and shows the e-mail address read-only. */
export function NameForm({ user }: { user: SessionUser }) {
  const form = useSchemaForm(updateNameInput, { name: user.name })
  const { revalidate } = useRevalidator()
  const isSuspended = useIsSuspended()
  const isLocked = isSuspended || user.verification_status === 'admin_pending'

  const { submit, pending, problem } = useFormSubmit(form, rpc<AccountsContract>('accounts').updateName, {
    async onDone(answer) {
      form.reset({ name: answer.user.name })
      // AUT-26: the navigation bar shows the new name without a new login.
      announceSessionChange()
      await revalidate()
      toast({ kind: 'success', title: 'Perfil actualizado', text: 'Tu información ha sido guardada.' })
    },
    toast: (failure) => ({ text: failureTextOf(failure, 'No se pudo actualizar el perfil.') }),
  })

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label="Nombre completo"
        autoComplete="name"
        required
        readOnly={isLocked}
        {...(isLocked && {
          end: <Lock aria-hidden="true" className="size-4.25" />,
          hint: isSuspended
            ? 'Tu cuenta está suspendida: no puedes cambiar tu nombre por ahora.'
            : MESSAGES.nameUnderReview,
        })}
        {...registerPrefilled(form, 'name')}
      />
      <TextField
        label="Correo electrónico"
        type="email"
        readOnly
        end={<Lock aria-hidden="true" className="size-4.25" />}
        value={user.email}
        hint={
          <>
            Con este correo inicias sesión. Se cambia en <Link to="/seguridad">Seguridad de tu cuenta</Link>.
          </>
        }
      />
      {problem && <Notice kind="danger">{problem}</Notice>}
      {!isLocked && (
        <div>
          <SubmitButton pending={pending} pendingLabel="Guardando…">
            Guardar
          </SubmitButton>
        </div>
      )}
    </form>
  )
}
