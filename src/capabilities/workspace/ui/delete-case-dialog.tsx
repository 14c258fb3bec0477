import { useMutation } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useNavigate } from 'react-router'
import { rpc } from '../../../platform/rpc/client.ts'
import { SubmitDialog } from '../../../site/forms/submit-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { CaseView } from '../../cases/schema.ts'
import type { WorkspaceContract } from '../contract.ts'
import { workspaceQueries } from '../queries.ts'
import { MESSAGES } from '../schema.ts'

export interface DeleteCaseDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  view: CaseView
  finalFocus: RefObject<HTMLElement | null>
}

/** Explains what is deleted and asks for confirmation. */
export function DeleteCaseDialog({ open, onOpenChange, view, finalFocus }: DeleteCaseDialogProps) {
  const navigate = useNavigate()
  const remove = useMutation(
    workspaceQueries(rpc<WorkspaceContract>('workspace')).deleteCase.mutationOptions({
      // Await the navigation: while a mutation is pending `useCase` ignores that the case is not found.
      onSuccess: async () => {
        toast({ kind: 'success', text: MESSAGES.caseDeleted })
        await navigate('/dashboard', { replace: true })
      },
    }),
  )
  return (
    <SubmitDialog
      open={open}
      onOpenChange={onOpenChange}
      send={() => remove.mutateAsync({ caseId: view.id })}
      onFailure={({ message }) => message}
      toast={null}
      title="¿Eliminar esta causa?"
      description="No se puede deshacer."
      cancelText="Volver"
      confirmText="Eliminar causa"
      danger
      finalFocus={finalFocus}
    >
      <p className="text-ui font-semibold wrap-anywhere">{view.title}</p>
      <ul className="mt-3 grid list-disc gap-2 pl-5 text-ui marker:text-muted">
        <li>Sale del mercado, y se borra todo lo que escribiste o subiste en ella.</li>
        <li>Las propuestas pendientes por esta causa se pierden.</li>
        <li>Tus conversaciones con abogados siguen en tu chat.</li>
      </ul>
    </SubmitDialog>
  )
}
