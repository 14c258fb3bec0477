import { type LazyExoticComponent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

export interface StillProps<Props> {
  /** What to draw: a lazy component, fetched by the browser only when it makes the page itself. */
  of: LazyExoticComponent<(props: Props) => ReactNode>
  props: Props
}

/**
 * A part that only stands there: text, pictures, links. Of a page that came from the server the browser keeps the
 * HTML as it is and never fetches the program that drew it: a first visit is lighter by so much. Nothing inside may
 * have state or handlers; links work by themselves, and are followed without a reload. Give it a `key` of its props.
 */
export function Still<Props extends object>({ of: Drawing, props }: StillProps<Props>) {
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const [kept, setKept] = useState(
    () => typeof document !== 'undefined' && document.documentElement.dataset.hydrated === undefined,
  )
  useEffect(() => {
    // React threw the server's page away and made its own: then this part has to be drawn after all.
    if (kept && !box.current?.firstChild) setKept(false)
  }, [kept])

  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (event.defaultPrevented || !link || !plain || link.origin !== location.origin) return
    event.preventDefault()
    if (link.hash && link.pathname === location.pathname) glide(link.hash)
    else void navigate(link.pathname + link.search + link.hash)
  }
  return kept ? (
    // biome-ignore-start lint/security/noDangerouslySetInnerHtml: it is empty: React leaves what the server put there
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only catches what links inside already do by keyboard too
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div ref={box} onClick={follow} dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
  ) : (
    // biome-ignore-end lint/security/noDangerouslySetInnerHtml: end of it
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only catches what links inside already do by keyboard too
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div ref={box} onClick={follow}>
      <Drawing {...props} />
    </div>
  )
}

/** To a section of this page: the way there is shown, unless the reader asked for less motion. */
function glide(hash: string) {
  const section = document.getElementById(decodeURIComponent(hash.slice(1)))
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  section?.scrollIntoView({ behavior: calm ? 'instant' : 'smooth' })
  section?.focus({ preventScroll: true })
}
