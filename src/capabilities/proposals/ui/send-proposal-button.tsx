import { FileText } from 'lucide-react'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useIsSuspended } from '../../../site/use-root-data.ts'
import { useSessionUser } from '../../../site/use-session-user.ts'
import { Button } from '../../../ui/actions/button.tsx'

const loadForm = () => import('./proposal-form.tsx')

/** The button «Enviar Propuesta» with its form. Renders only for verified lawyers (PRP-01). A suspended one reads why in place of the message field. */
export function SendProposalButton({ chatId, partnerName }: { chatId: string; partnerName: string }) {
  const user = useSessionUser()
  const isSuspended = useIsSuspended()
  const form = useLazyDialog(loadForm, (module) => module.ProposalForm)
  if (isSuspended || user?.role !== 'lawyer' || user.verification_status !== 'verified') return null
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
