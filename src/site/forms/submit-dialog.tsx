import { useEffect, useRef } from 'react'
import type { Failure } from '../../platform/rpc/client.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/overlays/confirm-dialog.tsx'
import { type SubmitOptions, useSubmit } from './use-submit.ts'

export interface SubmitDialogProps<Answer>
  extends Omit<ConfirmDialogProps, 'onConfirm' | 'pending' | 'disabled'>,
    Pick<SubmitOptions<Answer>, 'onDone' | 'onFailure' | 'toast'> {
  send(): Promise<Answer>
  /** Statuses of failures that no retry can mend: they close the dialog. */
  closesOn?: readonly number[]
  /** What the dialog asks can no longer be done: it closes, unless its own request is pending. */
  outdated?: boolean
  onOutdated?(): void
}

/** Asks for confirmation and sends. Closes on success; a failure is shown in the dialog, for another try. */
export function SubmitDialog<Answer>({
  open,
  onOpenChange,
  send,
  onDone,
  closesOn = [],
  outdated = false,
  onOutdated,
  children,
  onFailure,
  toast,
  ...dialog
}: SubmitDialogProps<Answer>) {
  // A press while the dialog closes must not send again.
  const isOver = useRef(false)
  const close = () => {
    isOver.current = true
    onOpenChange(false)
  }
  const isFinal = ({ status }: Failure) => closesOn.includes(status)
  const { submit, pending, failure, clear } = useSubmit(send, {
    onDone(answer) {
      close()
      return onDone?.(answer)
    },
    onShown(shown) {
      if (isFinal(shown)) close()
    },
    onFailure,
    toast,
  })
  useEffect(() => {
    if (open) isOver.current = false
  }, [open])
  const isOutdated = open && outdated && !pending
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the moment it is outdated
  useEffect(() => {
    if (!isOutdated) return
    onOutdated?.()
    onOpenChange(false)
  }, [isOutdated])
  const problem = failure && !isFinal(failure) && (
    <Notice kind="danger" live className={children ? 'mt-3' : undefined}>
      {failure.message}
    </Notice>
  )
  return (
    <ConfirmDialog
      {...dialog}
      open={open && !isOutdated}
      onOpenChange={(next) => {
        if (!next) clear()
        onOpenChange(next)
      }}
      pending={pending}
      onConfirm={() => isOver.current || submit()}
    >
      {(children || problem) && (
        <>
          {children}
          {problem}
        </>
      )}
    </ConfirmDialog>
  )
}
