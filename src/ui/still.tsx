import { type LazyExoticComponent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

export interface StillProps<Props> {
  /** What to draw: a softLazy component, fetched by the browser only when it never had the server's HTML of it. */
  of: LazyExoticComponent<(props: Props) => ReactNode>
  props: Props
}

/** The HTML that came from the server, for when the part is made anew: an error page makes the whole frame anew. */
const served = new Map<unknown, { props: string; html: string }>()

/**
 * A part that only stands there: text, pictures, links. Of a page that came from the server the browser keeps the
 * HTML as it is and never fetches the program that drew it: a first visit is lighter by so much. Nothing inside may
 * have state or handlers; links work by themselves, and are followed without a reload. Give it a `key` of its props.
 */
export function Still<Props extends object>({ of: Drawing, props }: StillProps<Props>) {
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  // Empty while React takes over the page: it leaves what the server put there. Undefined: to be drawn here.
  const [html, setHtml] = useState(() => {
    if (typeof document === 'undefined') return undefined
    if (document.documentElement.dataset.hydrated === undefined) return ''
    const kept = served.get(Drawing)
    return kept?.props === JSON.stringify(props) ? kept.html : undefined
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it looks at is there once, when React has taken over
  useEffect(() => {
    if (html !== '') return
    const kept = box.current?.innerHTML
    if (kept) served.set(Drawing, { props: JSON.stringify(props), html: kept })
    // React threw the server's page away and made its own: then this part has to be drawn after all.
    else setHtml(undefined)
  }, [])

  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (event.defaultPrevented || !link || !plain || link.origin !== location.origin) return
    event.preventDefault()
    const here = link.hash !== '' && link.pathname === location.pathname
    void navigate(link.pathname + link.search + link.hash, {
      replace: link.href === location.href,
      preventScrollReset: here,
    })
    if (here) glide(link.hash)
  }
  return html === undefined ? (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only catches what links inside already do by keyboard too
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div ref={box} onClick={follow}>
      <Drawing {...props} />
    </div>
  ) : (
    // biome-ignore-start lint/security/noDangerouslySetInnerHtml: empty, or what the server sent
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only catches what links inside already do by keyboard too
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div ref={box} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />
    // biome-ignore-end lint/security/noDangerouslySetInnerHtml: end of it
  )
}

/** To a section of this page: the way there is shown, unless the reader asked for less motion. */
function glide(hash: string) {
  const section = document.getElementById(decodeURIComponent(hash.slice(1)))
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  section?.scrollIntoView({ behavior: calm ? 'instant' : 'smooth' })
  section?.focus({ preventScroll: true })
}
