import { useEffect, useRef, useState } from 'react'

/**
 * Prevents double submission of a dialog: ignores a second press before React re-renders or while the dialog
 * closes. Pressing again is possible after the submission returned «again», and whenever the dialog is
 * reopened.
 * @param open whether the dialog is open
 * @returns `once` runs a submission, which returns «over» or «again»; `pending` while it runs
 */
export function useSubmitOnce(open: boolean) {
  const sent = useRef(false)
  const [pending, setPending] = useState(false)
  useEffect(() => {
    if (open) sent.current = false
  }, [open])
  const once = async (submit: () => Promise<'over' | 'again'>) => {
    if (sent.current) return
    sent.current = true
    setPending(true)
    let outcome: 'over' | 'again' = 'again'
    try {
      outcome = await submit()
    } finally {
      sent.current = outcome === 'over'
      setPending(false)
    }
  }
  return { once, pending }
}
