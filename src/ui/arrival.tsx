import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusContent } from './focus-content.ts'

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
    // After the page's own effects, and after a closing dialog has tried to give the focus back to what is gone.
    const frame = requestAnimationFrame(() => {
      place = pathname
      const { activeElement } = document
      if (!activeElement || activeElement === document.body) focusContent()
      if (region.current) region.current.textContent = document.title
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname])
  return <p ref={region} aria-live="polite" data-arrival="" className="sr-only" />
}
