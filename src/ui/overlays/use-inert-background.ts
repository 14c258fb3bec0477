import { useLayoutEffect } from 'react'

let openDialogs = 0
let madeInert: HTMLElement[] = []

/**
 * Makes everything behind an open dialog inert. Base UI returns the focus only a frame later, so that a Tab
 * key that is kept pressed would reach the page behind. Toasts stay reachable.
 * @param open whether this dialog is open
 */
export function useInertBackground(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return
    openDialogs++
    if (openDialogs === 1) {
      madeInert = [...document.body.children].filter(
        (part): part is HTMLElement => part instanceof HTMLElement && !part.inert && !staysReachable(part),
      )
      for (const part of madeInert) part.inert = true
    }
    return () => {
      openDialogs--
      if (openDialogs > 0) return
      for (const part of madeInert) part.inert = false
      madeInert = []
    }
  }, [open])
}

const staysReachable = (part: HTMLElement) =>
  part.hasAttribute('data-base-ui-portal') || part.hasAttribute('data-toasts') || part.tagName === 'SCRIPT'
