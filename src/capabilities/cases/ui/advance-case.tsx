import { type RefObject, useRef } from 'react'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { nextStatusFor } from '../rules.ts'
import { ADVANCE_LABELS, type CaseView } from '../schema.ts'

const loadDialog = () => import('./advance-dialog.tsx')

interface AdvanceCaseProps {
  view: CaseView
  /** Receives the focus when the last step removes the button. */
  heading: RefObject<HTMLElement | null>
}

/** OPEN-42: the lawyer's button for the next step of the state graph. Other users have none. */
export function AdvanceCase({ view, heading }: AdvanceCaseProps) {
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useLazyDialog(loadDialog, (module) => module.AdvanceDialog)
  const step = nextStatusFor(view.status, view.side)
  if (view.side !== 'lawyer') return null
  const finalFocus = {
    get current() {
      return button.current ?? heading.current
    },
  }
  return (
    <div>
      {step && (
        <Button ref={button} className="w-full md:w-auto" pending={dialog.pending} onClick={dialog.show}>
          {ADVANCE_LABELS[step]}
        </Button>
      )}
      {dialog.render({ view, finalFocus })}
    </div>
  )
}
