import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { isBeforeLawyer } from '../../cases/rules.ts'
import type { CaseView } from '../../cases/schema.ts'

const loadDialog = () => import('./delete-case-dialog.tsx')

/** H-06: the button that deletes an open case, only for its client. */
export function DeleteCaseButton({ view }: { view: CaseView }) {
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useLazyDialog(loadDialog, (module) => module.DeleteCaseDialog)
  if (view.side !== 'client' || !isBeforeLawyer(view.status)) return null
  return (
    <div>
      <Button ref={button} variant="danger" size="sm" pending={dialog.pending} onClick={dialog.show}>
        <Trash2 aria-hidden="true" className="size-4.5" />
        Eliminar causa
      </Button>
      {dialog.render({ view, finalFocus: button })}
    </div>
  )
}
