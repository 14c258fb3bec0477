import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { useFormSubmit } from '../../../site/forms/use-form-submit.ts'
import { useSchemaForm } from '../../../site/forms/use-schema-form.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from '../../../ui/overlays/confirm-dialog.tsx'
import type { VerificationContract } from '../contract.ts'
import { MAX_REASON_LENGTH, type ReasonForm, reasonForm, type Submission } from '../schema.ts'

const COMMON_REASONS = [
  'La foto del carnet no se lee bien.',
  'La foto del carnet está cortada.',
  'El RUT no coincide con el del carnet.',
  'El nombre no coincide con el del carnet.',
  'No pudimos comprobar tu título con la universidad y el año que indicaste.',
]

interface ReturnDialogProps extends Pick<ConfirmDialogProps, 'open' | 'onOpenChange'> {
  submission: Submission
  /** Called when the profile was returned, or when someone else decided first. The queue has changed. */
  onDecided(done: boolean): void
}

/** «Devolver con observaciones» (OPEN-02): the lawyer receives the reason unchanged. */
export function ReturnDialog({ open, onOpenChange, submission, onDecided }: ReturnDialogProps) {
  const form = useSchemaForm(reasonForm, { reason: '' })

  const add = (phrase: string) => {
    const reason = form.getValues('reason').trimEnd()
    form.setValue('reason', reason ? `${reason}\n${phrase}` : phrase, {
      shouldValidate: !!field('reason').error,
    })
    form.setFocus('reason')
  }
  const { lawyerId, submissionId, name } = submission
  const send = ({ reason }: ReasonForm) =>
    rpc<VerificationContract>('verification').return({ lawyerId, submissionId, reason })
  const { submit, pending, field, problem } = useFormSubmit(form, send, {
    onDone() {
      toast({
        kind: 'success',
        title: 'Perfil devuelto',
        text: `${name} recibirá tus observaciones por correo.`,
      })
      onOpenChange(false)
      onDecided(true)
    },
    onFailure(failure) {
      const text = failureTextOf(failure)
      if (![404, 409].includes(failure.status)) return text
      // The profile has changed since it was loaded: close the dialog and select another profile.
      onOpenChange(false)
      toast({ kind: 'error', title: 'No se pudo devolver', text })
      onDecided(false)
      return null
    },
    toast: null,
  })

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="¿Devolver este perfil?"
      description={`${name} recibirá estas observaciones por correo y podrá corregir su formulario.`}
      confirmText="Devolver perfil"
      pending={pending}
      onConfirm={() => void submit()}
    >
      <div className="grid gap-4">
        <TextArea label="Observaciones" rows={5} limit={MAX_REASON_LENGTH} required {...field('reason')} />
        {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields */}
        <div role="group" aria-label="Frases frecuentes" className="flex flex-wrap gap-2">
          {COMMON_REASONS.map((phrase) => (
            <Button
              key={phrase}
              size="sm"
              className="h-auto py-1.5 text-left whitespace-normal!"
              onClick={() => add(phrase)}
            >
              {phrase}
            </Button>
          ))}
        </div>
        {problem && (
          <Notice kind="danger" live>
            {problem}
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  )
}
