import type { RefObject } from 'react'
import { formatMoney } from '../../../chile/money.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { MESSAGES, type PendingPage } from '../schema.ts'
import { useProposalAction } from './use-proposal-action.ts'

export interface DeleteDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  proposal: PendingPage['proposals'][number]
  /** Called once the proposal is deleted. */
  onDeleted(): void
  /** The card takes the focus: the row that opened the dialog disappears. */
  finalFocus: RefObject<HTMLElement | null>
}

/** Asks for confirmation before deleting a pending proposal from the panel (DAL-06, DAL-07, OPEN-38). */
export function DeleteDialog({ open, onOpenChange, proposal, onDeleted, finalFocus }: DeleteDialogProps) {
  const { run, pending, problem, clearProblem } = useProposalAction(
    proposal.id,
    open,
    () => onOpenChange(false),
    () => {
      onDeleted()
      toast({ kind: 'success', text: MESSAGES.deleted })
    },
  )
  const { name } = proposal.client
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) clearProblem()
        onOpenChange(next)
      }}
      title="¿Eliminar esta propuesta?"
      description={`${name} ya no podrá verla ni aceptarla. No se puede deshacer, pero puedes enviar otra.`}
      cancelText="Volver"
      confirmText="Eliminar propuesta"
      danger
      pending={pending}
      onConfirm={() => run('withdraw')}
      finalFocus={finalFocus}
    >
      <p className="text-ui">
        <b className="block wrap-anywhere">{proposal.case_title ?? MESSAGES.withoutCase}</b>
        <span className="text-muted tabular-nums">{`${name} · ${formatMoney(proposal.content.fee)}`}</span>
      </p>
      {problem && (
        <Notice kind="danger" className="mt-3">
          {problem}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
