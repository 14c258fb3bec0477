import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { rpc } from '../../../platform/rpc/client.ts'
import { SubmitDialog, type SubmitDialogProps } from '../../../site/forms/submit-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { CasesContract } from '../contract.ts'
import { casesQueries } from '../queries.ts'
import { nextCaseStatus } from '../rules.ts'
import { ADVANCE_LABEL, type CaseView } from '../schema.ts'

interface AdvanceDialogProps
  extends Pick<SubmitDialogProps<unknown>, 'open' | 'onOpenChange' | 'finalFocus'> {
  view: CaseView
}

const RECHECK_TIMEOUT_MS = 4_000

/** Asks for confirmation before a case advances, since this cannot be undone (OPEN-42). */
export function AdvanceDialog({ view, ...dialog }: AdvanceDialogProps) {
  const client = useQueryClient()
  const clientNote = view.client.id ? `${view.client.name} verá el nuevo estado. ` : ''
  return (
    <SubmitDialog
      {...dialog}
      outdated={!nextCaseStatus(view.status, 'progress', view.side).ok}
      send={() => advance(client, view.id)}
      onDone={() => toast({ kind: 'success', text: 'La causa está en progreso.' })}
      closesOn={[403, 404, 409]}
      title="¿Pasar la causa a «en progreso»?"
      description={`${clientNote}No se puede volver a «activo».`}
      cancelText="Volver"
      confirmText={ADVANCE_LABEL}
    />
  )
}

/** Advances the case. If only the response was lost, reading the case again shows that it succeeded. */
async function advance(client: QueryClient, caseId: string): Promise<void> {
  const cases = rpc<CasesContract>('cases')
  const cache = (view: CaseView) =>
    client.setQueryData(casesQueries(cases).caseById.queryKey({ input: { caseId } }), view)
  try {
    cache(await cases.advance({ caseId, to: 'en progreso' }))
  } catch (error) {
    const now = await cases
      .caseById({ caseId }, { signal: AbortSignal.timeout(RECHECK_TIMEOUT_MS) })
      .catch(() => null)
    if (now) cache(now)
    if (now?.status !== 'en progreso') throw error
  }
}
