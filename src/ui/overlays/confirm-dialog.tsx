import { type FormEvent, type ReactNode, type RefObject, useId } from 'react'
import { Button } from '../actions/button.tsx'
import { SubmitButton } from '../actions/submit-button.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A question: «¿Aceptar esta propuesta?». */
  title: string
  /** The consequences. */
  description?: ReactNode
  /** Facts, a notice or a password field; Enter in a field confirms. */
  children?: ReactNode
  /** The verb of the title: «Aceptar propuesta», never «Sí». */
  confirmText: string
  cancelText?: string | undefined
  onConfirm: () => void
  /** The action cannot be undone. */
  danger?: boolean | undefined
  /** In progress: the dialog stays open and nothing else can be pressed. */
  pending?: boolean | undefined
  /** Announced to screen readers meanwhile. */
  pendingLabel?: string | undefined
  /** Required input is still missing. */
  disabled?: boolean | undefined
  finalFocus?: RefObject<HTMLElement | null> | undefined
}

/** Asks for confirmation of an important action. Load it lazily, see Dialog. */
export function ConfirmDialog({
  title,
  description,
  children,
  confirmText,
  cancelText = 'Cancelar',
  onConfirm,
  danger,
  pending = false,
  pendingLabel,
  disabled,
  ...dialog
}: ConfirmDialogProps) {
  const form = useId()
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    // React events bubble through portals: a form around the dialog would submit, too.
    event.stopPropagation()
    if (!pending && !disabled) onConfirm()
  }
  return (
    <Dialog
      {...dialog}
      title={title}
      description={description}
      locked={pending}
      actions={
        <div className="grid w-full grid-cols-[1fr_1.5fr] gap-2.5 *:h-auto *:py-2.5 *:whitespace-normal">
          <Button aria-disabled={pending} onClick={() => pending || dialog.onOpenChange(false)}>
            {cancelText}
          </Button>
          {!children && <form id={form} method="post" hidden onSubmit={confirm} />}
          <SubmitButton
            form={form}
            variant={danger ? 'danger-solid' : 'primary'}
            pending={pending}
            pendingLabel={pendingLabel}
            disabled={disabled ?? false}
          >
            {confirmText}
          </SubmitButton>
        </div>
      }
    >
      {children && (
        <form id={form} method="post" noValidate onSubmit={confirm}>
          {children}
        </form>
      )}
    </Dialog>
  )
}
