import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useFetchedDialog } from '../../accounts/ui/use-fetched-dialog.ts'
import { nextStep } from '../rules.ts'
import type { CaseView } from '../schema.ts'
import { STEP_NAMES } from './step-names.ts'

const loadDialog = () => import('./advance-dialog.tsx')

/** OPEN-42: the lawyer's control, drawn from the state graph; nobody else has one. */
export function AdvanceCase({ view }: { view: CaseView }) {
  const place = useRef<HTMLDivElement>(null)
  const dialog = useFetchedDialog(loadDialog, (module) => module.AdvanceDialog)
  const step = nextStep(view.status, view.side)
  if (view.side !== 'lawyer') return null
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {step && (
        <Button className="w-full md:w-auto" pending={dialog.pending} onClick={dialog.show}>
          {STEP_NAMES[step]}
        </Button>
      )}
      {dialog.Part && (
        <dialog.Part open={dialog.open} onOpenChange={dialog.setOpen} view={view} finalFocus={place} />
      )}
    </div>
  )
}
