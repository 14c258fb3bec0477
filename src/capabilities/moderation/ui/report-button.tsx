import { Flag } from 'lucide-react'
import { useRef } from 'react'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { useIsSuspended } from '../../../site/use-root-data.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import type { ReportTarget } from './report-target.ts'

const loadDialog = () => import('./report-dialog.tsx')

const LABELS = {
  conversation: 'Reportar la conversación',
  profile: 'Reportar el perfil',
  review: 'Reportar la reseña',
} as const

/** DAT-65: «Reportar», as an icon or as a word. */
export function ReportButton({ look, ...target }: ReportTarget & { look: 'icon' | 'word' }) {
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useLazyDialog(loadDialog, (module) => module.ReportDialog)
  const label = LABELS[target.object]
  const isSuspended = useIsSuspended()
  if (isSuspended) return null
  return (
    <>
      {look === 'icon' ? (
        <IconButton
          ref={button}
          label={label}
          icon={<Flag aria-hidden="true" className="size-5" />}
          aria-busy={dialog.pending}
          onClick={dialog.show}
          className="max-md:-ml-2.5 md:order-last print:hidden"
        />
      ) : (
        <Button
          ref={button}
          variant="plain"
          size="sm"
          aria-label={label}
          pending={dialog.pending}
          onClick={dialog.show}
          className="print:hidden"
        >
          <Flag aria-hidden="true" className="size-4" />
          Reportar
        </Button>
      )}
      {dialog.render({ title: label, target, finalFocus: button })}
    </>
  )
}
