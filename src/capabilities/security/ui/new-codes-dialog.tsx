import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { CodeList } from './code-list.tsx'

export interface NewCodesDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  codes: readonly string[]
}

/** DAT-47: new recovery codes. */
export function NewCodesDialog({ open, onOpenChange, codes }: NewCodesDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked
      title="Guarda tus códigos nuevos"
      description="Los anteriores ya no sirven."
    >
      <CodeList codes={codes} onKept={() => onOpenChange(false)} />
    </Dialog>
  )
}
