import { rpc } from '../../../platform/rpc/client.ts'
import { announceSessionStale } from '../../../platform/session/session-events.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { SecurityContract } from '../contract.ts'

/** DAT-50 «Cancelar»: keeps the second step. Reading the session updates the pages, also where the live stream is lost. */
export function useCancelFactorLoss() {
  const { submit, pending } = useSubmit(rpc<SecurityContract>('security').cancelFactorLoss, {
    onDone: () => {
      toast({ kind: 'success', text: 'Cancelado: tu cuenta sigue pidiendo el segundo paso.' })
      announceSessionStale()
    },
    onShown: ({ status }) => {
      if (status === 409) announceSessionStale()
    },
  })
  return { cancel: () => void submit({}), pending }
}
