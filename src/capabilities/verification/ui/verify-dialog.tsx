import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatRut } from '../../../chile/rut.ts'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { sayingOf } from '../../accounts/ui/show-failure.ts'
import type { VerificationContract } from '../contract.ts'
import { verificationQueries } from '../queries.ts'
import type { Submission } from '../schema.ts'
import { NOT_DONE, NOT_VERIFIED, VERIFIED, VERIFIED_BUT } from './outcome-texts.ts'

/** How long the word of an e-mail that was not sent stays, milliseconds. */
const MAIL_FAILED_MILLISECONDS = 15_000

export interface VerifyDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  submission: Submission
  /** It is done, or somebody else was first: the queue has changed. */
  onDecided(done: boolean): void
}

/** «Verificar» on the dashboard: asks for the person by name, verifies in place, and says how the e-mail went (CAL-13). */
export function VerifyDialog({ open, onOpenChange, submission, onDecided }: VerifyDialogProps) {
  const { lawyerId, submissionId, name, rut, university } = submission
  const client = rpc<VerificationContract>('verification')
  const [problem, setProblem] = useState<string>()
  const verify = useMutation(
    verificationQueries(client).verify.mutationOptions({
      onMutate: () => setProblem(undefined),
      onSuccess: () => {
        onOpenChange(false)
        void sayVerified(client, submission)
        onDecided(true)
      },
      onError: (error) => {
        const failure = failureOf(error)
        const text = sayingOf(failure) || NOT_DONE
        if (![404, 409].includes(failure.status)) return setProblem(text)
        // This profile is no longer what was read here: it leaves the desk, and the dialog with it.
        onOpenChange(false)
        toast({ kind: 'error', title: NOT_VERIFIED, text })
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

/** At once that it is done; when the e-mail's first try failed, that in its place (ADM-12). */
async function sayVerified(
  client: ReturnType<typeof rpc<VerificationContract>>,
  { lawyerId, name }: Submission,
): Promise<void> {
  const said = new AbortController()
  toast({
    kind: 'success',
    title: VERIFIED,
    text: `El perfil de ${name} quedó verificado. Le avisaremos por correo.`,
    until: said.signal,
  })
  const mail = await client.notifyLawyer({ lawyerId }).then(
    (answer) => answer.mail,
    () => 'failed' as const,
  )
  if (mail !== 'failed') return
  said.abort()
  toast({
    kind: 'info',
    title: VERIFIED_BUT,
    text: `El perfil de ${name} quedó verificado, pero no se pudo enviar el correo de aviso. Seguiremos intentando enviarlo.`,
    milliseconds: MAIL_FAILED_MILLISECONDS,
  })
}
