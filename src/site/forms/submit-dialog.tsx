import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Failure } from '../../platform/rpc/client.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import { focusFirstInvalid } from '../../ui/fields/focus-first-invalid.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/overlays/confirm-dialog.tsx'
import { type SubmitOptions, useSubmit } from './use-submit.ts'

/** What is wrong with the input, by field. */
export type FieldProblems = Readonly<Record<string, string>>

export interface SubmitDialogProps<Answer>
  extends Omit<ConfirmDialogProps, 'onConfirm' | 'pending' | 'children'>,
    Pick<SubmitOptions<Answer>, 'onDone' | 'onFailure' | 'toast'> {
  /** Fields get the problems that `validate` or the server found, until their input changes or `clear` is called. */
  children?: ReactNode | ((problems: FieldProblems, clear: () => void) => ReactNode)
  /** Called on confirmation. Nothing is sent while there are problems. */
  validate?(): FieldProblems
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
  validate,
  onFailure,
  toast,
  ...dialog
}: SubmitDialogProps<Answer>) {
  // A press while the dialog closes must not send again.
  const isOver = useRef(false)
  const fields = useRef<HTMLDivElement>(null)
  const [problems, setProblems] = useState<FieldProblems>({})
  const [isAtFields, setAtFields] = useState(false)
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
      setProblems(shown.fields)
      if (isFinal(shown)) close()
    },
    onFailure,
    toast,
  })
  useEffect(() => {
    if (open) isOver.current = false
  }, [open])
  // Before the paint, so that a failure that no field shows appears as a notice, and no other.
  useLayoutEffect(
    () => setAtFields(Object.keys(problems).length > 0 && focusFirstInvalid(fields.current)),
    [problems],
  )
  const isOutdated = open && outdated && !pending
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the moment it is outdated
  useEffect(() => {
    if (!isOutdated) return
    onOutdated?.()
    onOpenChange(false)
  }, [isOutdated])
  const problem = failure && !isAtFields && !isFinal(failure) && (
    <Notice kind="danger" live className={children ? 'mt-3' : undefined}>
      {failure.message}
    </Notice>
  )
  return (
    <ConfirmDialog
      {...dialog}
      open={open && !isOutdated}
      onOpenChange={(next) => {
        if (!next) {
          clear()
          setProblems({})
        }
        onOpenChange(next)
      }}
      pending={pending}
      onConfirm={() => {
        if (isOver.current) return
        const found = validate?.() ?? {}
        setProblems(found)
        if (Object.keys(found).length === 0) void submit()
      }}
    >
      {(children || problem) && (
        <>
          {typeof children === 'function' ? (
            <div ref={fields} onInput={() => setProblems({})}>
              <ErrorSummary problems={problems} className="mb-5" />
              {children(problems, () => setProblems({}))}
            </div>
          ) : (
            children
          )}
          {problem}
        </>
      )}
    </ConfirmDialog>
  )
}
