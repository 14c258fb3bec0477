import { ConfirmDialog, type ConfirmDialogProps } from '../../../ui/overlays/confirm-dialog.tsx'

type RemoveInterviewDialogProps = Pick<
  ConfirmDialogProps,
  'open' | 'onOpenChange' | 'onConfirm' | 'finalFocus'
>

/** Asks for confirmation before an interview is removed from this browser, its only copy. */
export function RemoveInterviewDialog(props: RemoveInterviewDialogProps) {
  return (
    <ConfirmDialog
      {...props}
      title="¿Borrar esta entrevista?"
      description="Solo está guardada en este navegador, así que no se puede recuperar."
      cancelText="Volver"
      confirmText="Borrar entrevista"
      danger
    />
  )
}
