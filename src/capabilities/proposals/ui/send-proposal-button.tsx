import { FileText } from 'lucide-react'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useSessionUser } from '../../../site/use-session-user.ts'
import { Button } from '../../../ui/actions/button.tsx'

const loadForm = () => import('./proposal-form.tsx')

/** The button «Enviar Propuesta» with its form. Renders only for verified lawyers (PRP-01). */
export function SendProposalButton({ chatId, partnerName }: { chatId: string; partnerName: string }) {
  const user = useSessionUser()
  const form = useLazyDialog(loadForm, (module) => module.ProposalForm)
  if (user?.role !== 'lawyer' || user.verification_status !== 'verified') return null
  return (
    <>
      <Button size="sm" pending={form.pending} onClick={form.show}>
        <FileText aria-hidden="true" className="size-4.25 max-md:hidden" />
        Enviar Propuesta
      </Button>
      {form.render({ chatId, partnerName, userId: user.id }, chatId)}
    </>
  )
}
