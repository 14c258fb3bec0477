import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusContent } from './focus-content.ts'

/** Milliseconds until it has been said: whoever reads on to the foot of the page does not meet it again. */
const SAID = 10_000

/** Where one is, in browsers alone. Not of the component: an error page makes the whole frame anew. */
let place: string | undefined

/**
 * Says to a screen reader where a navigation within the application has led, and takes up the focus that was lost with the
 * link or dialog that led there. Browsers do both for a page that they load, and neither for one that a program draws
 * (WCAG 2.4.3, 4.1.3; OPEN-70). A page that gives the focus to something itself keeps it there.
 */
export function Arrival() {
  const { pathname } = useLocation()
  const region = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (place === pathname) return
    if (place === undefined) {
      place = pathname
      return
    }
    const say = (text: string) => {
      if (region.current) region.current.textContent = text
    }
    // After the page's own effects, and after a closing dialog has tried to give the focus back to what is gone.
    const frame = requestAnimationFrame(() => {
      place = pathname
      const { activeElement } = document
      if (!activeElement || activeElement === document.body) focusContent()
      say(document.title)
    })
    const said = setTimeout(() => say(''), SAID)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(said)
    }
  }, [pathname])
  return <p ref={region} aria-live="polite" data-arrival="" className="sr-only" />
}
