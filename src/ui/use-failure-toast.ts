import { useRef } from 'react'
import { toast } from './toast.ts'
import type { ToastInput } from './toast-store.ts'

/** The error toasts of one form: what was said of the last try goes when the form is sent again. */
export function useFailureToast() {
  const last = useRef<AbortController>(undefined)
  return {
    say(input: Omit<ToastInput, 'kind' | 'until'>) {
      last.current?.abort()
      last.current = new AbortController()
      toast({ ...input, kind: 'error', until: last.current.signal })
    },
    takeBack() {
      last.current?.abort()
    },
  }
}
