import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import type { ConfirmDialogProps } from '../../../ui/confirm-dialog.tsx'
import { fetched } from '../../../ui/fetched.ts'

const TITLE = '¿Salir sin guardar?'

/**
 * Asks before what was typed is lost by leaving the page, whatever the way: a link, «Cancelar», the browser's back
 * button; closing the tab is asked by the browser itself.
 * @param dirty whether there is something to lose at this moment @param loses what, as a sentence
 */
export function LeaveQuestion({ dirty, loses }: { dirty: () => boolean; loses: string }) {
  const block: BlockerFunction = ({ currentLocation, nextLocation }) =>
    currentLocation.pathname !== nextLocation.pathname && nextLocation.pathname !== '/login' && dirty()
  const blocker = useBlocker(block)
  const blocked = blocker.state === 'blocked'
  const Part = useDialog(blocked, () => {
    // The browser's own question where ours cannot be fetched: nobody loses a word, and nobody is held.
    if (window.confirm(`${TITLE} ${loses}`)) blocker.proceed?.()
    else blocker.reset?.()
  })
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (dirty()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [dirty])
  return (
    Part && (
      <Part
        open={blocked}
        onOpenChange={(open) => {
          if (!open) blocker.reset?.()
        }}
        title={TITLE}
        description={loses}
        cancelText="Seguir editando"
        confirmText="Salir sin guardar"
        danger
        onConfirm={() => blocker.proceed?.()}
      />
    )
  )
}

/**
 * The dialog's program: fetched with the first letter that is typed, so that it is there when somebody leaves, and no
 * part of what opening the page costs.
 * @param needed it is wanted now @param failed it cannot be fetched and is wanted
 */
function useDialog(needed: boolean, failed: () => void): ComponentType<ConfirmDialogProps> | undefined {
  const [Part, setPart] = useState<ComponentType<ConfirmDialogProps>>()
  const load = useCallback(
    () =>
      fetched(() => import('../../../ui/confirm-dialog.tsx')).then((module) =>
        setPart(() => module.ConfirmDialog),
      ),
    [],
  )
  const missing = Part === undefined
  useEffect(() => {
    if (!missing) return
    const early = () => void load().catch(() => {})
    addEventListener('input', early, { once: true })
    return () => removeEventListener('input', early)
  }, [missing, load])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `failed` is another function with each drawing
  useEffect(() => {
    if (!needed || !missing) return
    let over = false
    load().catch(() => {
      if (!over) failed()
    })
    return () => {
      over = true
    }
  }, [needed, missing, load])
  return Part
}
