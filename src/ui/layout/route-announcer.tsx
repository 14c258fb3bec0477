import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusContent } from './focus-content.ts'

/** The announcement is cleared then: reading on to the end of the page must not repeat it. */
const ANNOUNCEMENT_MS = 10_000

/** The path announced last; browser only. Not component state: an error page remounts the root layout. */
let announcedPath: string | undefined

/**
 * Announces client-side navigations to screen readers, and moves the focus to the content when it was lost
 * with the link or dialog that led there. Browsers do both only for full page loads (WCAG 2.4.3, 4.1.3;
 * OPEN-70). A page that sets the focus itself keeps it.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const region = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (announcedPath === pathname) return
    if (announcedPath === undefined) {
      announcedPath = pathname
      return
    }
    const announce = (text: string) => {
      if (region.current) region.current.textContent = text
    }
    // After the page's own effects, and after a closing dialog has tried to return the focus to a removed
    // element.
    const frame = requestAnimationFrame(() => {
      announcedPath = pathname
      const { activeElement } = document
      if (!activeElement || activeElement === document.body) focusContent()
      announce(document.title)
    })
    const timer = setTimeout(() => announce(''), ANNOUNCEMENT_MS)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [pathname])
  return <p ref={region} aria-live="polite" data-arrival="" className="sr-only" />
}
