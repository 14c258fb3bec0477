import { useEffect, useRef } from 'react'
import { toast } from './toast.ts'
import type { ToastText } from './toast-store.ts'

/**
 * Error toasts of one form: those of the last submission are dismissed when the form is submitted again.
 * @param dismissOnUnmount also when the form unmounts: for pages that are left without another try
 */
export function useFailureToast(dismissOnUnmount = false) {
  const last = useRef<AbortController>(undefined)
  useEffect(() => (dismissOnUnmount ? () => last.current?.abort() : undefined), [dismissOnUnmount])
  const dismiss = () => {
    last.current?.abort()
    last.current = undefined
  }
  /** Adds a toast to those of this submission. */
  const add = (input: ToastText) => {
    last.current ??= new AbortController()
    toast({ ...input, kind: 'error', dismissSignal: last.current.signal })
  }
  return {
    add,
    dismiss,
    /** Replaces the toasts of this submission. */
    show(input: ToastText) {
      dismiss()
      add(input)
    },
  }
}
