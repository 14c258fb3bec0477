import { useState } from 'react'
import { failureTextOf } from '../../../site/forms/failure-text.ts'
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
  return (
    <SubmitDialog
      {...dialog}
      closesOn={[403, 404, 409]}
      validate={() => (reasonField.safeParse(reason).success ? {} : { reason: MESSAGES.reason })}
      send={() => send(reason)}
      onFailure={failureTextOf}
      onDone={() => setReason('')}
    >
      {(problems) => (
        <TextArea
          label={label}
          hint={hint}
          limit={300}
          value={reason}
          error={problems.reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </SubmitDialog>
  )
}
