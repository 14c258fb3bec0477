import { useEffect, useEffectEvent, useState } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { importWithRetry } from '../../ui/boot/import-with-retry.ts'

const TITLE = '¿Salir sin guardar?'

interface UnsavedChangesPromptProps {
  /** Whether there are unsaved changes now. */
  hasUnsavedChanges: () => boolean
  /** Sentence that says what would be lost. */
  lossText: string
}

/**
 * Asks for confirmation before leaving the page loses input: by a link, «Cancelar» or the back button. When
 * the tab is closed, the browser asks itself.
 */
export function UnsavedChangesPrompt({ hasUnsavedChanges, lossText }: UnsavedChangesPromptProps) {
  const block: BlockerFunction = ({ currentLocation, nextLocation }) =>
    currentLocation.pathname !== nextLocation.pathname &&
    nextLocation.pathname !== '/login' &&
    hasUnsavedChanges()
  const blocker = useBlocker(block)
  const blocked = blocker.state === 'blocked'
  const Dialog = useConfirmDialog(blocked, () => {
    // If the dialog's code cannot be loaded, fall back to window.confirm.
    if (window.confirm(`${TITLE} ${lossText}`)) blocker.proceed?.()
    else blocker.reset?.()
  })
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsavedChanges()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [hasUnsavedChanges])
  return (
    Dialog && (
      <Dialog
        open={blocked}
        onOpenChange={(open) => {
          if (!open) blocker.reset?.()
        }}
        title={TITLE}
        description={lossText}
        cancelText="Seguir editando"
        confirmText="Salir sin guardar"
        danger
        onConfirm={() => blocker.proceed?.()}
      />
    )
  )
}

const loadDialog = () => importWithRetry(() => import('../../ui/overlays/confirm-dialog.tsx'))

/**
 * Loads the dialog's code at the first keystroke: not with the page, but in time for leaving it.
 * @param needed whether the dialog must open now
 * @param onFailure called if it must open but cannot be loaded
 */
function useConfirmDialog(needed: boolean, onFailure: () => void) {
  const [module, setModule] = useState<Awaited<ReturnType<typeof loadDialog>>>()
  useEffect(() => {
    if (module) return
    const preload = () => void loadDialog().then(setModule, () => {})
    addEventListener('input', preload, { once: true })
    return () => removeEventListener('input', preload)
  }, [module])
  const fail = useEffectEvent(onFailure)
  useEffect(() => {
    if (!needed || module) return
    let isCancelled = false
    loadDialog().then(setModule, () => isCancelled || fail())
    return () => {
      isCancelled = true
    }
  }, [needed, module])
  return module?.ConfirmDialog
}
