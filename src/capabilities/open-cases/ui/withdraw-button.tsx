import { useRef } from 'react'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import type { WithdrawDialogProps } from './withdraw-dialog.tsx'

const loadDialog = () => import('./withdraw-dialog.tsx')

/** SEG-33, SEG-34: «Retirar causa» of an open case. */
export function WithdrawButton(
  target: Pick<WithdrawDialogProps, 'caseId' | 'title' | 'proposals' | 'isHidden'>,
) {
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useLazyDialog(loadDialog, (module) => module.WithdrawDialog)
  return (
    <>
      <Button ref={button} size="sm" pending={dialog.pending} onClick={dialog.show}>
        Retirar causa
      </Button>
      {dialog.render({ ...target, finalFocus: button })}
    </>
  )
}
