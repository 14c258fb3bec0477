import { Button } from '../../../ui/actions/button.tsx'
import { MESSAGES } from '../schema.ts'
import { useCancelFactorLoss } from './use-cancel-factor-loss.ts'

/** DAT-50: on every page but /seguridad, which says more (FactorLossNotice). */
export function FactorLossBanner() {
  const { cancel, pending } = useCancelFactorLoss()
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-danger-soft px-5 py-3 text-ui print:hidden"
    >
      <p>{MESSAGES.lossAsked}</p>
      <Button size="sm" pending={pending} pendingLabel="Cancelando…" onClick={cancel}>
        Cancelar
      </Button>
    </div>
  )
}
