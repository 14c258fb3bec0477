import { useQueryClient } from '@tanstack/react-query'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { SubmitDialog } from '../../../site/forms/submit-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { ConfirmDialogProps } from '../../../ui/overlays/confirm-dialog.tsx'
import type { PrivacyContract } from '../contract.ts'
import { privacyQueries } from '../queries.ts'
import { MESSAGES, type RequestView } from '../schema.ts'

interface WithdrawDialogProps extends Pick<ConfirmDialogProps, 'open' | 'onOpenChange' | 'finalFocus'> {
  request: Pick<RequestView, 'id' | 'block'>
  /** Of a request without an account. */
  withdraw?: () => Promise<unknown>
}

/** DAT-14 «Retirar solicitud». */
export function WithdrawDialog({ request, withdraw, ...dialog }: WithdrawDialogProps) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: privacyQueries().key() })
  return (
    <SubmitDialog
      {...dialog}
      send={withdraw ?? (() => rpc<PrivacyContract>('privacy').withdrawRequest({ requestId: request.id }))}
      onFailure={failureTextOf}
      onDone={() => {
        toast({ kind: 'success', text: MESSAGES.withdrawn })
        return refresh()
      }}
      closesOn={[404, 409]}
      title="¿Retirar esta solicitud?"
      cancelText="Volver"
      confirmText="Retirar solicitud"
    >
      <p className="text-ui">
        {request.block === null || request.block === 'levantado'
          ? 'Dejaremos de revisarla. Puedes hacer otra cuando quieras.'
          : 'Dejaremos de revisarla. Lo bloqueado volverá a mostrarse y no podrás bloquearlo otra vez.'}
      </p>
    </SubmitDialog>
  )
}
