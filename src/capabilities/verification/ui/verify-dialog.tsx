import { formatRut } from '../../../chile/rut.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { SubmitDialog } from '../../../site/forms/submit-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { ConfirmDialogProps } from '../../../ui/overlays/confirm-dialog.tsx'
import type { VerificationContract } from '../contract.ts'
import type { Submission } from '../schema.ts'
import { MAIL_FAILED_TITLE, NOT_VERIFIED_TEXT, NOT_VERIFIED_TITLE, VERIFIED_TITLE } from './outcome-texts.ts'

/** The profile has changed since it was loaded: another one is selected. */
const OUTDATED_STATUSES = [404, 409]
const MAIL_FAILED_TOAST_MS = 15_000

interface VerifyDialogProps extends Pick<ConfirmDialogProps, 'open' | 'onOpenChange'> {
  submission: Submission
  /** Called when the profile was verified, or when someone else decided first. The queue has changed. */
  onDecided(done: boolean): void
}

/** «Verificar» on the dashboard: asks for confirmation by name and reports the e-mail delivery (CAL-13). */
export function VerifyDialog({ submission, onDecided, ...dialog }: VerifyDialogProps) {
  const { lawyerId, submissionId, name, rut, university } = submission
  const client = rpc<VerificationContract>('verification')
  return (
    <SubmitDialog
      {...dialog}
      send={() => client.verify({ lawyerId, submissionId, confirmed: true })}
      onDone={() => {
        void toastVerified(client, submission)
        onDecided(true)
      }}
      onFailure={(failure) => {
        if (OUTDATED_STATUSES.includes(failure.status)) onDecided(false)
        return failureTextOf(failure) || NOT_VERIFIED_TEXT
      }}
      closesOn={OUTDATED_STATUSES}
      toast={({ status, message: text }) =>
        OUTDATED_STATUSES.includes(status) ? { title: NOT_VERIFIED_TITLE, text } : null
      }
      title={`¿Verificar a ${name}?`}
      description={
        <>
          <span className="mb-2 block text-ink">
            RUT {formatRut(rut)} · {university}
          </span>
          Podrá entrar a su panel y le avisaremos por correo. No se puede deshacer.
        </>
      }
      confirmText="Verificar perfil"
    />
  )
}

/** Shows the success at once, and replaces it if the first delivery attempt of the e-mail failed (ADM-12). */
async function toastVerified(
  client: ReturnType<typeof rpc<VerificationContract>>,
  { lawyerId, name }: Submission,
): Promise<void> {
  const firstToast = new AbortController()
  toast({
    kind: 'success',
    title: VERIFIED_TITLE,
    text: `El perfil de ${name} quedó verificado. Le avisaremos por correo.`,
    dismissSignal: firstToast.signal,
  })
  const mail = await client.notifyLawyer({ lawyerId }).then(
    (answer) => answer.mail,
    () => 'failed' as const,
  )
  if (mail !== 'failed') return
  firstToast.abort()
  toast({
    kind: 'info',
    title: MAIL_FAILED_TITLE,
    text: `El perfil de ${name} quedó verificado, pero no se pudo enviar el correo de aviso. Seguiremos intentando enviarlo.`,
    durationMs: MAIL_FAILED_TOAST_MS,
  })
}
