import { useState } from 'react'
import { SubmitDialog, type SubmitDialogProps } from '../../../site/forms/submit-dialog.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { MESSAGES, reasonField } from '../schema.ts'

interface ReasonDialogProps
  extends Pick<SubmitDialogProps<void>, 'open' | 'onOpenChange' | 'title' | 'confirmText'> {
  label: string
  hint: string
  send(reason: string): Promise<void>
}

/** SEG-17: asks why; the other party reads it. */
export function ReasonDialog({ label, hint, send, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const isValid = reasonField.safeParse(reason).success
  return (
    <SubmitDialog
      {...dialog}
      closesOn={[403, 404, 409]}
      send={async () => {
        setTried(true)
        if (!isValid) throw new Error(MESSAGES.reason)
        await send(reason)
      }}
      onFailure={(failure) => (isValid ? failure.message : null)}
      onDone={() => setReason('')}
    >
      <TextArea
        label={label}
        hint={hint}
        limit={300}
        value={reason}
        error={isTried && !isValid ? MESSAGES.reason : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </SubmitDialog>
  )
}
