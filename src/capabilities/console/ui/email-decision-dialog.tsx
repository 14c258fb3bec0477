import { useState } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { problemsOf } from '../../../site/forms/problems-of.ts'
import { SubmitDialog } from '../../../site/forms/submit-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import type { ConfirmDialogProps } from '../../../ui/overlays/confirm-dialog.tsx'
import type { ConsoleContract } from '../contract.ts'
import { DECISION_MAX, decideDisputeInput } from '../schema.ts'

interface EmailDecisionDialogProps extends Pick<ConfirmDialogProps, 'open' | 'onOpenChange'> {
  id: string
  /** The new address stays. */
  keeps: boolean
  onDecided(): unknown
}

/** DAT-55: the decision, with how identity was shown. */
export function EmailDecisionDialog({ id, keeps, onDecided, ...dialog }: EmailDecisionDialogProps) {
  const [reason, setReason] = useState('')
  const label = keeps ? 'Mantener el correo nuevo' : 'Volver al correo anterior'
  return (
    <SubmitDialog
      {...dialog}
      title={`¿${label}?`}
      description={
        keeps
          ? 'La cuenta vuelve a abrirse con el correo nuevo. Avisamos a los dos correos.'
          : 'La cuenta vuelve al correo anterior, sin las llaves y códigos agregados desde entonces, y pide una contraseña nueva. Avisamos a los dos correos.'
      }
      confirmText={label}
      danger={!keeps}
      validate={() => problemsOf(decideDisputeInput.safeParse({ id, keeps, reason }))}
      send={() => rpc<ConsoleContract>('console').decideEmailDispute({ id, keeps, reason })}
      onFailure={(failure) => {
        // Somebody else was first.
        if (failure.status === 409) void onDecided()
        return failureTextOf(failure)
      }}
      onDone={() => {
        toast({ kind: 'success', text: 'Decisión enviada.' })
        return onDecided() as undefined
      }}
    >
      {(problems) => (
        <TextArea
          label="Cómo mostró su identidad y por qué decides así"
          rows={4}
          limit={DECISION_MAX}
          value={reason}
          error={problems.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </SubmitDialog>
  )
}
