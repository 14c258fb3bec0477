import { useEffect, useRef, useState } from 'react'

/**
 * What a question's answer sends, sent once however quickly it is pressed: a second press comes before React has drawn
 * the first, or while the dialog fades. Where it failed and the question stands it can be pressed again, and whenever the
 * question is asked anew.
 * @param open whether the question is asked
 * @returns `once` takes the work, which says how it went on; `pending` until that is told
 */
export function useOnce(open: boolean) {
  const sent = useRef(false)
  const [pending, setPending] = useState(false)
  useEffect(() => {
    if (open) sent.current = false
  }, [open])
  const once = async (work: () => Promise<'over' | 'again'>) => {
    if (sent.current) return
    sent.current = true
    setPending(true)
    let end: 'over' | 'again' = 'again'
    try {
      end = await work()
    } finally {
      sent.current = end === 'over'
      setPending(false)
    }
  }
  return { once, pending }
}
