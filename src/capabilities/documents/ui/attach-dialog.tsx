import { Camera, Upload as UploadIcon } from 'lucide-react'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { MESSAGES } from '../schema.ts'

interface AttachDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  takePhoto(): void
  chooseFile(): void
}

/** SEG-18: on phones, the camera or a file. */
export function AttachDialog({ open, onOpenChange, takePhoto, chooseFile }: AttachDialogProps) {
  const choices = [
    ['Tomar foto', Camera, takePhoto],
    ['Elegir archivo', UploadIcon, chooseFile],
  ] as const
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Adjuntar archivo" description={MESSAGES.asSent}>
      <div className="grid gap-2.5">
        {choices.map(([label, Icon, choose]) => (
          <Button
            key={label}
            variant="tonal"
            onClick={() => {
              choose()
              onOpenChange(false)
            }}
          >
            <Icon aria-hidden="true" className="size-4.5" />
            {label}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
