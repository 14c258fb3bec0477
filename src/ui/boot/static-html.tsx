import { type LazyExoticComponent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { isPlainClick } from './plain-click.ts'

export interface StaticHtmlProps<Props> {
  /** The component, lazy: the browser fetches it only when it has no server HTML of it. */
  of: LazyExoticComponent<(props: Props) => ReactNode>
  props: Props
}

/** The server's HTML by component, for a remount: an error page remounts the root layout. */
const served = new Map<unknown, { props: string; html: string }>()

/**
 * Content that is never hydrated: text, pictures, links. The browser keeps the server's HTML and does not
 * fetch the component, which makes a first visit lighter. Nothing inside may have state or handlers; links
 * are followed without a reload. Give it a `key` made of its props.
 */
export function StaticHtml<Props extends object>({ of: Component, props }: StaticHtmlProps<Props>) {
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  // '' during hydration: React keeps the server's HTML. Undefined: render the component here.
  const [html, setHtml] = useState(() => {
    if (typeof document === 'undefined') return undefined
    if (document.documentElement.dataset.hydrated === undefined) return ''
    const kept = served.get(Component)
    return kept?.props === JSON.stringify(props) ? kept.html : undefined
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the server's HTML once, after hydration
  useEffect(() => {
    if (html !== '') return
    const kept = box.current?.innerHTML
    if (kept) served.set(Component, { props: JSON.stringify(props), html: kept })
    // React discarded the server's HTML and rendered the page again: render this part, too.
    else setHtml(undefined)
  }, [])

  const navigateToLink = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (event.defaultPrevented || !link || !isPlainClick(event) || link.origin !== location.origin) return
    event.preventDefault()
    const isSamePage = link.hash !== '' && link.pathname === location.pathname
    void navigate(link.pathname + link.search + link.hash, {
      replace: link.href === location.href,
      preventScrollReset: isSamePage,
    })
    if (isSamePage) scrollToSection(link.hash)
  }
  const content =
    html === undefined
      ? { children: <Component {...props} /> }
      : { dangerouslySetInnerHTML: { __html: html }, suppressHydrationWarning: true }
  // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside work by keyboard, too
  // biome-ignore lint/a11y/noStaticElementInteractions: the same
  return <div ref={box} onClick={navigateToLink} {...content} />
}

/** Scrolls to a section of this page, smoothly unless the user prefers reduced motion. */
function scrollToSection(hash: string) {
  const section = document.getElementById(decodeURIComponent(hash.slice(1)))
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  section?.scrollIntoView({ behavior: reducedMotion ? 'instant' : 'smooth' })
  section?.focus({ preventScroll: true })
}
