import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { SubmitDialog, type SubmitDialogProps } from '../../../site/forms/submit-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { CasesContract } from '../contract.ts'
import { casesQueries } from '../queries.ts'
import { nextStatusFor } from '../rules.ts'
import { ADVANCE_LABELS, type AdvanceInput, type CaseView } from '../schema.ts'

interface AdvanceDialogProps
  extends Pick<SubmitDialogProps<unknown>, 'open' | 'onOpenChange' | 'finalFocus'> {
  view: CaseView
}

const RECHECK_TIMEOUT_MS = 4_000

const DONE: Record<AdvanceInput['to'], string> = {
  'en progreso': 'La causa está en progreso.',
  finalizado: 'La causa está finalizada.',
}

/** Asks for confirmation before a case advances, since this cannot be undone (OPEN-42). */
export function AdvanceDialog({ view, ...dialog }: AdvanceDialogProps) {
  const step = nextStatusFor(view.status, view.side)
  // Keep the step while the dialog closes, so that its text does not change.
  const [shownStep, setShownStep] = useState(step)
  if (dialog.open && step && step !== shownStep) setShownStep(step)
  const client = useQueryClient()
  if (!shownStep) return null
  const clientNote = view.client.id ? `${view.client.name} verá el nuevo estado. ` : ''
  return (
    <SubmitDialog
      {...dialog}
      outdated={step === null}
      send={() => advance(client, view.id, shownStep)}
      onDone={() => toast({ kind: 'success', text: DONE[shownStep] })}
      closesOn={[403, 404, 409]}
      title={shownStep === 'finalizado' ? '¿Finalizar la causa?' : '¿Pasar la causa a «en progreso»?'}
      description={
        shownStep === 'finalizado'
          ? `${clientNote}La causa queda cerrada y no se puede volver a abrir.`
          : `${clientNote}No se puede volver a «activo».`
      }
      cancelText="Volver"
      confirmText={ADVANCE_LABELS[shownStep]}
    />
  )
}

/** Advances the case. If only the response was lost, reading the case again shows that it succeeded. */
async function advance(client: QueryClient, caseId: string, to: AdvanceInput['to']): Promise<void> {
  const cases = rpc<CasesContract>('cases')
  const cache = (view: CaseView) =>
    client.setQueryData(casesQueries(cases).caseById.queryKey({ input: { caseId } }), view)
  try {
    cache(await cases.advance({ caseId, to }))
  } catch (error) {
    const now = await cases
      .caseById({ caseId }, { signal: AbortSignal.timeout(RECHECK_TIMEOUT_MS) })
      .catch(() => null)
    if (now) cache(now)
    if (now?.status !== to) throw error
  }
}
