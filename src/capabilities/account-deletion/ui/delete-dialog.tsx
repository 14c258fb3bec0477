import { type ReactNode, useEffect, useState } from 'react'
import type { UseFormSetFocus } from 'react-hook-form'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { type FormSubmit, useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { CodeField } from '../../security/ui/code-field.tsx'
import type { AccountDeletionContract } from '../contract.ts'
import { type DeleteAccountInput, deleteAccountInput } from '../schema.ts'

export interface DeleteAccountProps {
  /** Title of the error toast; each of the two pages has its own (DEL-06). */
  failureTitle: string
  /** Further consequences that only the calling page knows. */
  children?: ReactNode
  onDeleted(): Promise<void>
}

interface DeleteDialogProps extends DeleteAccountProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** DEL-02 to DEL-06. Two steps: explain the consequences, then ask for the password. */
export function DeleteDialog({ open, onOpenChange, failureTitle, children, onDeleted }: DeleteDialogProps) {
  const [step, setStep] = useState<'explain' | 'password'>('explain')
  const form = useSchemaForm(deleteAccountInput, { password: '' })
  const { deleteAccount } = rpc<AccountDeletionContract>('departure')
  const [needsCode, setNeedsCode] = useState(false)
  const submission = useFormSubmit(form, deleteAccount, {
    onDone: onDeleted,
    onFailure(failure) {
      if (failure.fields.code) setNeedsCode(true)
      return failureTextOf(failure)
    },
    toast: failureTitle,
  })
  const close = () => {
    submission.toasts.dismiss()
    form.reset()
    setStep('explain')
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || close()}
      locked={submission.pending}
      title={step === 'password' ? 'Confirma con tu contraseña' : '¿Eliminar tu cuenta?'}
      {...(step === 'explain' && {
        actions: (
          <>
            <Button onClick={close}>Cancelar</Button>
            <Button variant="danger-solid" onClick={() => setStep('password')}>
              Continuar
            </Button>
          </>
        ),
      })}
    >
      {step === 'password' ? (
        <PasswordStep form={submission} needsCode={needsCode} setFocus={form.setFocus} onCancel={close} />
      ) : (
        <div className="grid gap-3 text-ui">
          <p>Si continúas:</p>
          <ul className="grid list-disc gap-1.5 pl-5">
            <li>No podrás volver a entrar con este correo y contraseña.</li>
            <li>Se borran tu perfil y los datos de contacto de tu cuenta.</li>
            <li>
              Lo que tengas publicado o por responder deja de verse. Las reseñas que escribiste quedan sin tu
              nombre.
            </li>
            <li>
              Tus conversaciones y causas aceptadas quedan para la otra parte, con el nombre «Usuario
              eliminado». Tus mensajes y documentos quedan tal cual, también los datos de contacto que hayas
              escrito en ellos.
            </li>
          </ul>
          {children}
        </div>
      )}
    </Dialog>
  )
}

interface PasswordStepProps {
  form: FormSubmit<DeleteAccountInput>
  /** The second step is on: the server asked for its code. */
  needsCode: boolean
  setFocus: UseFormSetFocus<DeleteAccountInput>
  onCancel(): void
}

function PasswordStep({ form, needsCode, setFocus, onCancel }: PasswordStepProps) {
  const { submit, pending, field, problem } = form
  // The button that had the focus was unmounted with the previous step.
  useEffect(() => setFocus(needsCode ? 'code' : 'password'), [setFocus, needsCode])

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <PasswordField label="Contraseña" autoComplete="current-password" required {...field('password')} />
      {needsCode && <CodeField {...field('code')} />}
      {problem && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel} disabled={pending}>
          Cancelar
        </Button>
        <SubmitButton variant="danger-solid" pending={pending} pendingLabel="Eliminando tu cuenta…">
          Eliminar mi cuenta
        </SubmitButton>
      </div>
    </form>
  )
}
