import { Pencil } from 'lucide-react'
import { useRef } from 'react'
import { formatDate } from '../../../chile/dates.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import type { CaseView } from '../../cases/schema.ts'
import { isHiddenCase } from '../../cases/ui/status-words.ts'
import { mayChangeOpenCase } from '../rules.ts'
import { RepublishButton } from './republish-button.tsx'
import { WithdrawButton } from './withdraw-button.tsx'

const loadDialog = () => import('./edit-case-dialog.tsx')

/** SEG-32, SEG-33: what the client of a case without a lawyer may do with it. */
export function OpenCaseButtons({ view, proposals }: { view: CaseView; proposals: number }) {
  const { id, title, status, side, republish_until } = view
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useLazyDialog(loadDialog, (module) => module.EditCaseDialog)
  return (
    <>
      {mayChangeOpenCase(status, side) && (
        <>
          <Button ref={button} size="sm" pending={dialog.pending} onClick={dialog.show}>
            <Pencil aria-hidden="true" className="size-4.5" />
            Editar causa
          </Button>
          <WithdrawButton caseId={id} title={title} proposals={proposals} isHidden={isHiddenCase(view)} />
        </>
      )}
      {side === 'client' && status === 'retirado' && republish_until && (
        <>
          <RepublishButton caseId={id} title={title} />
          <span className="text-small text-muted">{`Hasta el ${formatDate(republish_until)}`}</span>
        </>
      )}
      {dialog.render({ caseId: id, finalFocus: button })}
    </>
  )
}
