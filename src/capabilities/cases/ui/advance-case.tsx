import { type RefObject, useRef } from 'react'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { nextCaseStatus } from '../rules.ts'
import { ADVANCE_LABEL, type CaseView } from '../schema.ts'

const loadDialog = () => import('./advance-dialog.tsx')

interface AdvanceCaseProps {
  view: CaseView
  /** Receives the focus when the step removes the button. */
  heading: RefObject<HTMLElement | null>
}

/** OPEN-42: the lawyer's button for «en progreso». Other users have none. */
export function AdvanceCase({ view, heading }: AdvanceCaseProps) {
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useLazyDialog(loadDialog, (module) => module.AdvanceDialog)
  const mayAdvance = nextCaseStatus(view.status, 'progress', view.side).ok
  if (view.side !== 'lawyer') return null
  const finalFocus = {
    get current() {
      return button.current ?? heading.current
    },
  }
  return (
    <div>
      {mayAdvance && (
        <Button ref={button} className="w-full md:w-auto" pending={dialog.pending} onClick={dialog.show}>
          {ADVANCE_LABEL}
        </Button>
      )}
      {dialog.render({ view, finalFocus })}
    </div>
  )
}
