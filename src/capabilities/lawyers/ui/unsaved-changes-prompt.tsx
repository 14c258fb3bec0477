import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'

interface UnsavedChangesPromptProps {
  hasUnsavedChanges: () => boolean
  /** Sentence that says what would be lost. */
  lossText: string
}

/**
 * Asks for confirmation before leaving the page loses input: by a link, «Cancelar» or the back button. When
 * the tab is closed, the browser asks itself.
 */
export function UnsavedChangesPrompt({ hasUnsavedChanges, lossText }: UnsavedChangesPromptProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.pathname !== '/login' &&
      hasUnsavedChanges(),
  )
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsavedChanges()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [hasUnsavedChanges])
  // Loaded with the page, unlike other dialogs: the connection may be lost when the page is left.
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.()
      }}
      title="¿Salir sin guardar?"
      description={lossText}
      cancelText="Seguir editando"
      confirmText="Salir sin guardar"
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
