import { useRef } from 'react'
import { formatDate } from '../../../chile/dates.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { nextCaseStatus } from '../../cases/rules.ts'
import type { CaseView } from '../../cases/schema.ts'
import { useClosing } from './use-closing.ts'

const loadDialog = () => import('./close-dialog.tsx')

/** SEG-36: the lawyer's button «Finalizar causa». Other users have none. */
export function CloseCase({ view }: { view: CaseView }) {
  const { data } = useClosing(view.id)
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useLazyDialog(loadDialog, (module) => module.CloseDialog)
  if (view.side !== 'lawyer') return null
  const mayClose = nextCaseStatus(view.status, 'finish', view.side).ok
  const { close_from = null, is_close_blocked = false } = data?.closing ?? {}
  const finalFocus = {
    get current() {
      return button.current ?? document.querySelector<HTMLElement>('h1')
    },
  }
  return (
    <>
      {mayClose && is_close_blocked && close_from && (
        <p className="text-small text-muted">{`Podrás cerrarla desde el ${formatDate(close_from)}.`}</p>
      )}
      {mayClose && !is_close_blocked && (
        <Button ref={button} className="w-full md:w-auto" pending={dialog.pending} onClick={dialog.show}>
          Finalizar causa
        </Button>
      )}
      {dialog.render({ view, finalFocus })}
    </>
  )
}
