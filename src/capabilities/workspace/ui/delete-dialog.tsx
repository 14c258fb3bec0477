import { type RefObject, useState } from 'react'
import type { Failure } from '../../../platform/rpc/client.ts'
import { failureTextOf } from '../../../site/forms/show-failure.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useFailureToast } from '../../../ui/feedback/use-failure-toast.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'

export interface DeleteDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  confirmText: string
  /** Returns the failure, or null on success. 404 counts as success. */
  remove: () => Promise<Failure | null>
  /** Takes the focus, because the button that opened the dialog disappears. */
  finalFocus: RefObject<HTMLElement | null>
}

/** Asks for confirmation before a deletion. On failure it stays open and shows the error. */
export function DeleteDialog({ remove, open, onOpenChange, ...dialog }: DeleteDialogProps) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const toasts = useFailureToast()
  const confirm = async () => {
    setPending(true)
    setProblem(null)
    toasts.dismiss()
    const failure = await remove()
    setPending(false)
    if (!failure || failure.status === 404) return onOpenChange(false)
    const text = failureTextOf(failure)
    setProblem(text)
    toasts.show({ text })
  }
  return (
    <ConfirmDialog
      {...dialog}
      open={open}
      onOpenChange={(next) => {
        setProblem(null)
        onOpenChange(next)
      }}
      danger
      pending={pending}
      onConfirm={confirm}
    >
      {problem && (
        <Notice kind="danger" live>
          {problem}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
