import { type RefObject, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useFetchedDialog } from '../../accounts/ui/use-fetched-dialog.ts'
import { nextStep } from '../rules.ts'
import type { CaseView } from '../schema.ts'
import { STEP_NAMES } from './step-names.ts'

const loadDialog = () => import('./advance-dialog.tsx')

interface AdvanceCaseProps {
  view: CaseView
  /** Takes the focus when the button goes with the last step. */
  heading: RefObject<HTMLElement | null>
}

/** OPEN-42: the lawyer's control, drawn from the state graph; nobody else has one. */
export function AdvanceCase({ view, heading }: AdvanceCaseProps) {
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useFetchedDialog(loadDialog, (module) => module.AdvanceDialog)
  const step = nextStep(view.status, view.side)
  if (view.side !== 'lawyer') return null
  const focus = {
    get current() {
      return button.current ?? heading.current
    },
  }
  return (
    <div>
      {step && (
        <Button ref={button} className="w-full md:w-auto" pending={dialog.pending} onClick={dialog.show}>
          {STEP_NAMES[step]}
        </Button>
      )}
      {dialog.Part && (
        <dialog.Part open={dialog.open} onOpenChange={dialog.setOpen} view={view} finalFocus={focus} />
      )}
    </div>
  )
}
