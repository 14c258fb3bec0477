import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { SubmitDialog, type SubmitDialogProps } from '../../../site/forms/submit-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { CaseView } from '../../cases/schema.ts'
import { isHiddenCase } from '../../cases/ui/status-words.ts'
import { workspaceQueries } from '../queries.ts'
import { MESSAGES } from '../schema.ts'

interface DeleteCaseDialogProps
  extends Pick<SubmitDialogProps<unknown>, 'open' | 'onOpenChange' | 'finalFocus'> {
  view: CaseView
}

export function DeleteCaseDialog({ view, ...dialog }: DeleteCaseDialogProps) {
  const navigate = useNavigate()
  const remove = useMutation(
    workspaceQueries().deleteCase.mutationOptions({
      // Await the navigation: while a mutation is pending `useCase` ignores that the case is not found.
      onSuccess: async () => {
        toast({ kind: 'success', text: MESSAGES.caseDeleted })
        await navigate('/dashboard', { replace: true })
      },
    }),
  )
  return (
    <SubmitDialog
      {...dialog}
      send={() => remove.mutateAsync({ caseId: view.id })}
      onFailure={({ message }) => message}
      toast={null}
      title="¿Eliminar esta causa?"
      description="No se puede deshacer."
      cancelText="Volver"
      confirmText="Eliminar causa"
      danger
    >
      <p className="text-ui font-semibold wrap-anywhere">{view.title}</p>
      <ul className="mt-3 grid list-disc gap-2 pl-5 text-ui marker:text-muted">
        <li>{`${isHiddenCase(view) ? 'Se' : 'Sale del mercado, y se'} borra todo lo que escribiste o subiste en ella.`}</li>
        <li>Las propuestas pendientes por esta causa se pierden.</li>
        <li>Tus conversaciones con abogados siguen en tu chat.</li>
      </ul>
    </SubmitDialog>
  )
}
