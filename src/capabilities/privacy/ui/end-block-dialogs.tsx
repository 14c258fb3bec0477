import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { SubmitDialog } from '../../../site/forms/submit-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import type { ConfirmDialogProps } from '../../../ui/overlays/confirm-dialog.tsx'
import type { PrivacyContract } from '../contract.ts'
import { privacyQueries } from '../queries.ts'
import { isReason } from '../request-rules.ts'
import { MAX_DETAILS, MESSAGES, type QueuedRequestView, type RequestView } from '../schema.ts'

type DialogProps<Request> = Pick<ConfirmDialogProps, 'open' | 'onOpenChange' | 'finalFocus'> & {
  request: Request
}

function useEnded() {
  const client = useQueryClient()
  return (text: string) => {
    toast({ kind: 'success', text })
    return client.invalidateQueries({ queryKey: privacyQueries().key() })
  }
}

/** DAT-18 «Quitar el bloqueo», of the person who asked for it. */
export function EndBlockDialog({ request, ...dialog }: DialogProps<RequestView>) {
  const ended = useEnded()
  return (
    <SubmitDialog
      {...dialog}
      title="¿Quitar el bloqueo?"
      cancelText="Volver"
      confirmText="Quitar el bloqueo"
      send={() => rpc<PrivacyContract>('privacy').endBlock({ requestId: request.id })}
      onFailure={failureTextOf}
      onDone={() => ended(MESSAGES.blockEnded)}
      closesOn={[404, 409]}
    >
      <p className="text-ui">Este dato se mostrará otra vez. No podrás bloquearlo de nuevo.</p>
    </SubmitDialog>
  )
}

/** DAT-18: an administrator ends a block that was kept. */
export function LiftBlockDialog({ request, ...dialog }: DialogProps<QueuedRequestView>) {
  const [reason, setReason] = useState('')
  const ended = useEnded()
  return (
    <SubmitDialog
      {...dialog}
      title="Levantar el bloqueo"
      confirmText="Levantar el bloqueo"
      validate={() => (isReason(reason) ? {} : { reason: MESSAGES.reasonTooShort })}
      send={() => rpc<PrivacyContract>('privacy').liftBlock({ requestId: request.id, reason })}
      onFailure={failureTextOf}
      onDone={() => ended('Bloqueo levantado.')}
      closesOn={[404, 409]}
    >
      {(problems) => (
        <TextArea
          label="Motivo"
          hint="La persona lo leerá."
          rows={4}
          limit={MAX_DETAILS}
          value={reason}
          error={problems.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </SubmitDialog>
  )
}
