import { useRef, useState } from 'react'
import { type Failure, failureOf } from '../../platform/rpc/client.ts'
import type { ToastText } from '../../ui/feedback/toast-store.ts'
import { useFailureToast } from '../../ui/feedback/use-failure-toast.ts'
import { failureTextOf } from './failure-text.ts'

export interface SubmitOptions<Answer> {
  /** Called after success. The submission is pending until it returns. */
  onDone?(answer: Answer): unknown
  /** Called after a failure. Returns its text, or null if there is nothing to show. */
  onFailure?: ((failure: Failure) => string | null) | undefined
  /** Called after a failure that is shown, with the shown text as its message. */
  onShown?(failure: Failure): void
  /** The toast of a failure: its title, the whole toast, or null for none. By default only the text. */
  toast?: string | null | undefined | ((failure: Failure) => ToastText | null)
  /** No session is needed: 401 has the server's text, and the toast is dismissed when the page is left. */
  forVisitors?: boolean
}

/**
 * What is submitted once: ignores a second press while one is pending, and shows a failure in the page and as
 * a toast, until the next try.
 * @param send the operation
 * @returns `failure`: the last one, with the shown text as its message
 */
export function useSubmit<Input extends unknown[], Answer>(
  send: (...input: Input) => Promise<Answer>,
  { onDone, onFailure, onShown, toast, forVisitors }: SubmitOptions<Answer> = {},
) {
  const toasts = useFailureToast(forVisitors)
  const isBusy = useRef(false)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const clear = () => setFailure(null)
  const fail = (found: Failure) => {
    const text = onFailure ? onFailure(found) : forVisitors ? found.message : failureTextOf(found)
    if (text === null) return
    const shown = { ...found, message: text }
    setFailure(shown)
    onShown?.(shown)
    const toastText = typeof toast === 'function' ? toast(shown) : toast !== null && { title: toast, text }
    if (toastText) toasts.show(toastText)
  }
  const submit = async (...input: Input) => {
    if (isBusy.current) return
    isBusy.current = true
    clear()
    toasts.dismiss()
    setPending(true)
    try {
      const result = await send(...input).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      )
      if ('answer' in result) await onDone?.(result.answer)
      else fail(failureOf(result.error))
    } finally {
      isBusy.current = false
      setPending(false)
    }
  }
  return { submit, pending, failure, clear, toasts }
}
