import { Pencil } from 'lucide-react'
import { useRef } from 'react'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import type { CaseView } from '../../cases/schema.ts'

const loadDialog = () => import('./rename-dialog.tsx')

/** SEG-31: «Cambiar nombre», for the client of a case; on phones an icon. */
export function RenameButton({ view }: { view: CaseView }) {
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useLazyDialog(loadDialog, (module) => module.RenameDialog)
  if (view.side !== 'client') return null
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        size="sm"
        className="max-md:size-11 max-md:p-0"
        pending={dialog.pending}
        onClick={dialog.show}
      >
        <Pencil aria-hidden="true" className="size-4.5" />
        <span className="max-md:sr-only">Cambiar nombre</span>
      </Button>
      {dialog.render({ view, finalFocus: button })}
    </>
  )
}
