import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/show-failure.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFailureToast } from '../../../ui/feedback/use-failure-toast.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import type { CasesContract } from '../contract.ts'
import { casesQueries } from '../queries.ts'
import { nextStatusFor } from '../rules.ts'
import type { AdvanceInput, CaseView } from '../schema.ts'
import { ADVANCE_LABELS } from './advance-labels.ts'
import { useSubmitOnce } from './use-submit-once.ts'

export interface AdvanceDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  view: CaseView
  /** Receives the focus when the dialog closes: the last step removes the button. */
  finalFocus: RefObject<HTMLElement | null>
}

/** Timeout for reading the case again after a failed request. */
const RECHECK_TIMEOUT_MS = 4_000

const DONE: Record<AdvanceInput['to'], string> = {
  'en progreso': 'La causa está en progreso.',
  finalizado: 'La causa está finalizada.',
}

/** Asks for confirmation before a case advances, since this cannot be undone (OPEN-42). */
export function AdvanceDialog({ open, onOpenChange, view, finalFocus }: AdvanceDialogProps) {
  const step = nextStatusFor(view.status, view.side)
  // Keep the step while the dialog closes, so that its text does not change.
  const [shownStep, setShownStep] = useState(step)
  if (open && step && step !== shownStep) setShownStep(step)
  const { advance, pending, problem } = useAdvance(view.id, open, () => onOpenChange(false))
  if (!shownStep) return null
  const clientNote = view.client.id ? `${view.client.name} verá el nuevo estado. ` : ''
  return (
    <ConfirmDialog
      open={open && (step !== null || pending)}
      onOpenChange={onOpenChange}
      title={shownStep === 'finalizado' ? '¿Finalizar la causa?' : '¿Pasar la causa a «en progreso»?'}
      description={
        shownStep === 'finalizado'
          ? `${clientNote}La causa queda cerrada y no se puede volver a abrir.`
          : `${clientNote}No se puede volver a «activo».`
      }
      cancelText="Volver"
      confirmText={ADVANCE_LABELS[shownStep]}
      pending={pending}
      onConfirm={() => advance(shownStep)}
      finalFocus={finalFocus}
    >
      {problem && (
        <Notice kind="danger" live>
          {problem}
        </Notice>
      )}
    </ConfirmDialog>
  )
}

/** Advances the case. If only the response was lost, reading the case again shows that it succeeded. */
function useAdvance(caseId: string, open: boolean, onDone: () => void) {
  const client = useQueryClient()
  const cases = rpc<CasesContract>('cases')
  const { once, pending } = useSubmitOnce(open)
  const failureToast = useFailureToast()
  const [problem, setProblem] = useState<string | null>(null)
  const query = casesQueries(cases).caseById.queryOptions({ input: { caseId } })

  const done = (view: CaseView, to: AdvanceInput['to']) => {
    client.setQueryData(query.queryKey, view)
    onDone()
    toast({ kind: 'success', text: DONE[to] })
    return 'over' as const
  }

  const move = async (to: AdvanceInput['to']) => {
    failureToast.dismiss()
    setProblem(null)
    try {
      return done(await cases.advance({ caseId, to }), to)
    } catch (error) {
      const failure = failureOf(error)
      const now = await cases
        .caseById({ caseId }, { signal: AbortSignal.timeout(RECHECK_TIMEOUT_MS) })
        .catch(() => null)
      if (now) client.setQueryData(query.queryKey, now)
      if (now?.status === to) return done(now, to)
      const text = failureTextOf(failure)
      failureToast.show({ text })
      if ([403, 404, 409].includes(failure.status)) {
        onDone()
        return 'over'
      }
      setProblem(text)
      return 'again'
    }
  }
  const advance = (to: AdvanceInput['to']) => void once(() => move(to))
  return { advance, pending, problem }
}
