import type { RefObject } from 'react'
import { formatMoney } from '../../../chile/money.ts'
import { SubmitDialog } from '../../../site/forms/submit-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { MESSAGES, type PendingPage } from '../schema.ts'
import { useProposalAction } from './use-proposal-action.ts'

export interface DeleteDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  proposal: PendingPage['proposals'][number]
  onDeleted(): void
  /** The card takes the focus: the row that opened the dialog disappears. */
  finalFocus: RefObject<HTMLElement | null>
}

/** Asks for confirmation before deleting a pending proposal from the panel (DAL-06, DAL-07, OPEN-38). */
export function DeleteDialog({ proposal, onDeleted, ...dialog }: DeleteDialogProps) {
  const action = useProposalAction('withdraw', proposal.id, () => {
    onDeleted()
    toast({ kind: 'success', text: MESSAGES.deleted })
  })
  const { name } = proposal.client
  return (
    <SubmitDialog
      {...dialog}
      {...action}
      title="¿Eliminar esta propuesta?"
      description={`${name} ya no podrá verla ni aceptarla. No se puede deshacer, pero puedes enviar otra.`}
      cancelText="Volver"
      confirmText="Eliminar propuesta"
      danger
    >
      <p className="text-ui">
        <b className="block wrap-anywhere">{proposal.case_title ?? MESSAGES.withoutCase}</b>
        <span className="text-muted tabular-nums">{`${name} · ${formatMoney(proposal.content.fee)}`}</span>
      </p>
    </SubmitDialog>
  )
}
