import { rpc } from '../../../platform/rpc/client.ts'
import { useSubmit } from '../../../site/forms/use-submit.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { OpenCasesContract } from '../contract.ts'
import { MESSAGES } from '../schema.ts'
import { useRefreshCases } from './use-refresh-cases.ts'

/** SEG-33: «Volver a publicar» a withdrawn case. */
export function RepublishButton({ caseId, title }: { caseId: string; title: string }) {
  const refresh = useRefreshCases()
  const { submit, pending } = useSubmit(() => rpc<OpenCasesContract>('openCases').republish({ caseId }), {
    onDone() {
      toast({ kind: 'success', text: MESSAGES.republished })
      return refresh()
    },
  })
  return (
    <Button size="sm" variant="tonal" pending={pending} onClick={() => void submit()}>
      Volver a publicar<span className="sr-only">{` «${title}»`}</span>
    </Button>
  )
}
