import { formatClockTime } from '../../../chile/clock-time.ts'
import { formatLongDate } from '../../../chile/dates.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { SecurityContract } from '../contract.ts'
import { MESSAGES } from '../schema.ts'

/** DAT-50: somebody asked to take the second step away; «Cancelar» keeps it. */
export function FactorLossNotice({ dueAt }: { dueAt: string }) {
  const { submit, pending } = useSubmit(rpc<SecurityContract>('security').cancelFactorLoss, {
    onDone: () => toast({ kind: 'success', text: 'Cancelado: tu cuenta sigue pidiendo el segundo paso.' }),
  })
  return (
    <Notice
      kind="danger"
      live
      className="mb-8"
      title={MESSAGES.lossAsked}
      action={
        <Button size="sm" pending={pending} pendingLabel="Cancelando…" onClick={() => void submit({})}>
          Cancelar
        </Button>
      }
    >
      Se quitará el {formatLongDate(dueAt)} a las {formatClockTime(dueAt)}. Si no fuiste tú, cancela y cambia
      tu contraseña.
    </Notice>
  )
}
