import { type RefObject, useState } from 'react'
import type { Failure } from '../../../platform/rpc/client.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import { sayingOf } from '../../accounts/ui/show-failure.ts'

export interface DeleteDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: string
  confirmText: string
  /** What failed, or null. What is gone already is gone. */
  remove: () => Promise<Failure | null>
  /** What opened it goes too. */
  finalFocus: RefObject<HTMLElement | null>
}

/** Asks before something goes for good; why it could not go is said in it, and it stays. */
export function DeleteDialog({ remove, open, onOpenChange, ...dialog }: DeleteDialogProps) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const toasts = useFailureToast()
  const confirm = async () => {
    setPending(true)
    setProblem(null)
    toasts.takeBack()
    const failure = await remove()
    setPending(false)
    if (!failure || failure.status === 404) return onOpenChange(false)
    const text = sayingOf(failure)
    setProblem(text)
    toasts.say({ text })
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
