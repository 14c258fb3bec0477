import { Button } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { MESSAGES } from '../schema.ts'
import { lossText } from './loss-text.ts'
import { useCancelFactorLoss } from './use-cancel-factor-loss.ts'

/** DAT-50: somebody asked to take the second step away; «Cancelar» keeps it. */
export function FactorLossNotice({ dueAt }: { dueAt: string }) {
  const { cancel, pending } = useCancelFactorLoss()
  return (
    <Notice
      kind="danger"
      live
      className="mb-8"
      title={MESSAGES.lossAsked}
      action={
        <Button size="sm" pending={pending} pendingLabel="Cancelando…" onClick={cancel}>
          Cancelar
        </Button>
      }
    >
      {lossText(dueAt)} Si no fuiste tú, cancela y cambia tu contraseña.
    </Notice>
  )
}
