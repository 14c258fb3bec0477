import type { RefObject } from 'react'
import { failureOf } from '../../../platform/rpc/client.ts'
import { SubmitDialog } from '../../../site/forms/submit-dialog.tsx'

export interface DeleteDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  confirmText: string
  remove: () => Promise<void>
  onDone?: () => void
  /** Takes the focus, because the button that opened the dialog disappears. */
  finalFocus: RefObject<HTMLElement | null>
}

/** Asks for confirmation before a deletion. 404 counts as success: it is deleted already. */
export function DeleteDialog({ remove, ...dialog }: DeleteDialogProps) {
  const send = () =>
    remove().catch((error: unknown) => {
      if (failureOf(error).status !== 404) throw error
    })
  return <SubmitDialog {...dialog} danger send={send} />
}
