import { useEffect } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

/**
 * Asks before what was typed is lost by leaving the page, whatever the way: a link, «Cancelar», the browser's back
 * button; closing the tab is asked by the browser itself.
 * @param dirty whether there is something to lose at this moment @param loses what, as a sentence
 */
export function LeaveQuestion({ dirty, loses }: { dirty: () => boolean; loses: string }) {
  const block: BlockerFunction = ({ currentLocation, nextLocation }) =>
    currentLocation.pathname !== nextLocation.pathname && nextLocation.pathname !== '/login' && dirty()
  const blocker = useBlocker(block)
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (dirty()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      title="¿Salir sin guardar?"
      description={loses}
      cancelText="Seguir editando"
      confirmText="Salir sin guardar"
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
