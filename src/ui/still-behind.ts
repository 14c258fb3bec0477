import { useLayoutEffect } from 'react'

let dialogs = 0
let held: HTMLElement[] = []

/**
 * While a dialog is open nothing behind it can be reached, however fast one presses Tab: Base UI brings the focus back
 * only a frame later, and a held key is through by then (seen). Toasts stay within reach.
 * @param open whether this dialog is open
 */
export function useStillBehind(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return
    dialogs++
    if (dialogs === 1) {
      held = [...document.body.children].filter(
        (part): part is HTMLElement => part instanceof HTMLElement && !part.inert && !belongsAbove(part),
      )
      for (const part of held) part.inert = true
    }
    return () => {
      dialogs--
      if (dialogs > 0) return
      for (const part of held) part.inert = false
      held = []
    }
  }, [open])
}

const belongsAbove = (part: HTMLElement) =>
  part.hasAttribute('data-base-ui-portal') || part.hasAttribute('data-toasts') || part.tagName === 'SCRIPT'
