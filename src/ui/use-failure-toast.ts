import { useEffect, useRef } from 'react'
import { toast } from './toast.ts'
import type { ToastInput } from './toast-store.ts'

type Words = Omit<ToastInput, 'kind' | 'until'>

export interface FailureToastOptions {
  /** What was said goes with the form, too: for pages that one leaves without another try. */
  goesWithForm?: boolean | undefined
}

/** The error toasts of one form: what was said of the last try goes when the form is sent again. */
export function useFailureToast({ goesWithForm = false }: FailureToastOptions = {}) {
  const last = useRef<AbortController>(undefined)
  useEffect(() => (goesWithForm ? () => last.current?.abort() : undefined), [goesWithForm])
  const takeBack = () => {
    last.current?.abort()
    last.current = undefined
  }
  /** Beside what was already said of this try. */
  const add = (input: Words) => {
    last.current ??= new AbortController()
    toast({ ...input, kind: 'error', until: last.current.signal })
  }
  return {
    add,
    takeBack,
    /** In place of it. */
    say(input: Words) {
      takeBack()
      add(input)
    },
  }
}
