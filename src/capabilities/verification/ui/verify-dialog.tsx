import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatRut } from '../../../chile/rut.ts'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/show-failure.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import type { VerificationContract } from '../contract.ts'
import { verificationQueries } from '../queries.ts'
import type { Submission } from '../schema.ts'
import { MAIL_FAILED_TITLE, NOT_VERIFIED_TEXT, NOT_VERIFIED_TITLE, VERIFIED_TITLE } from './outcome-texts.ts'

/** How long the toast about a failed e-mail stays. */
const MAIL_FAILED_TOAST_MS = 15_000

export interface VerifyDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  submission: Submission
  /** Called when the profile was verified, or when someone else decided first. The queue has changed. */
  onDecided(done: boolean): void
}

/** «Verificar» on the dashboard: asks for confirmation by name and reports the e-mail delivery (CAL-13). */
export function VerifyDialog({ open, onOpenChange, submission, onDecided }: VerifyDialogProps) {
  const { lawyerId, submissionId, name, rut, university } = submission
  const client = rpc<VerificationContract>('verification')
  const [problem, setProblem] = useState<string>()
  const verify = useMutation(
    verificationQueries(client).verify.mutationOptions({
      onMutate: () => setProblem(undefined),
      onSuccess: () => {
        onOpenChange(false)
        void toastVerified(client, submission)
        onDecided(true)
      },
      onError: (error) => {
        const failure = failureOf(error)
        const text = failureTextOf(failure) || NOT_VERIFIED_TEXT
        if (![404, 409].includes(failure.status)) return setProblem(text)
        // The profile has changed since it was loaded: close the dialog and select another profile.
        onOpenChange(false)
        toast({ kind: 'error', title: NOT_VERIFIED_TITLE, text })
        onDecided(false)
      },
    }),
  )
  const change = (next: boolean) => {
    if (!next) setProblem(undefined)
    onOpenChange(next)
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={change}
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
      pending={verify.isPending}
      onConfirm={() => verify.mutate({ lawyerId, submissionId, confirmed: true })}
    >
      {problem && (
        <Notice kind="danger" live>
          {problem}
        </Notice>
      )}
    </ConfirmDialog>
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
