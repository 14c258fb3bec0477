import type { RefObject } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
import { SubmitDialog } from '../../../site/forms/submit-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { OpenCasesContract } from '../contract.ts'
import { MESSAGES } from '../schema.ts'
import { useRefreshCases } from './use-refresh-cases.ts'

interface WithdrawConsentDialogProps {
  caseId: string
  title: string
  open: boolean
  onOpenChange(open: boolean): void
  finalFocus: RefObject<HTMLButtonElement | null>
}

/** DAT-30: withdraws the consent about a case, which leaves the market. */
export function WithdrawConsentDialog({ caseId, title, ...dialog }: WithdrawConsentDialogProps) {
  const refresh = useRefreshCases()
  return (
    <SubmitDialog
      {...dialog}
      send={() => rpc<OpenCasesContract>('openCases').withdrawConsent({ caseId })}
      onFailure={failureTextOf}
      onDone={() => {
        toast({ kind: 'success', text: MESSAGES.consentWithdrawn })
        return refresh()
      }}
      closesOn={[404]}
      title="¿Retirar tu consentimiento?"
      cancelText="Volver"
      confirmText="Retirar"
    >
      <p className="text-ui font-semibold wrap-anywhere">{title}</p>
      <p className="mt-2 text-ui">
        Tu causa deja de mostrarse a abogados y se rechazan sus propuestas pendientes. La conservas tú, y
        puedes volver a publicarla o eliminarla.
      </p>
    </SubmitDialog>
  )
}
