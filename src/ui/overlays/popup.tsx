import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { classNames } from '../theme/class-names.ts'
import { POPUP_GAP_PX, type PopupPosition, popupPosition } from './popup-position.ts'

export interface PopupProps {
  /** The element it is attached to. */
  anchor: RefObject<HTMLElement | null>
  /** Called on a press outside of popup and anchor. */
  onLeave: () => void
  /** As wide as its anchor (or a wider min-width class); otherwise as wide as its content. */
  wide?: boolean | undefined
  align?: 'start' | 'end' | undefined
  /** px, including border and padding. */
  maxHeight?: number | undefined
  className?: string | undefined
  children: ReactNode
}

/** Of a list of choices (ONP-35). */
const MAX_HEIGHT = 300

/**
 * A box attached to its anchor while rendered. It is in the browser's top layer, above dialogs and never
 * clipped, but stays in place in the DOM, so that it belongs to its form, dialog and landmark. The caller
 * handles focus and keys.
 */
export function Popup({
  anchor,
  onLeave,
  wide,
  align = 'start',
  maxHeight = MAX_HEIGHT,
  className,
  children,
}: PopupProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    const anchorElement = anchor.current
    if (!element || !anchorElement) return
    element.showPopover?.()
    return followAnchor(element, anchorElement, { wide, align, maxHeight })
  }, [anchor, wide, align, maxHeight])

  const press = useEffectEvent((event: Event) => {
    // Scrolling by touch must not close it: there only a click counts.
    const touch = event instanceof PointerEvent && event.pointerType === 'touch'
    if (event.type === 'pointerdown' && touch) return
    const inside = [box.current, anchor.current].some((element) => element?.contains(event.target as Node))
    if (!inside) onLeave()
  })
  useEffect(() => {
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    document.addEventListener('pointerdown', press, options)
    document.addEventListener('click', press, options)
    return () => listening.abort()
  }, [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus in the field
    <div
      ref={box}
      popover="manual"
      // A press must not move the focus from the field, submit a form, or drag the element around the popup.
      onMouseDown={(event) => {
        if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
      }}
      className={classNames(
        'fixed inset-auto z-45 m-0 flex flex-col overflow-clip rounded-l border border-line-strong bg-surface p-0 text-left text-ui font-normal whitespace-normal text-ink shadow-float',
        'transition-opacity duration-100 starting:opacity-0',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** Keeps a box attached to its anchor on scroll, resize and virtual keyboard changes. */
function followAnchor(
  element: HTMLElement,
  anchor: HTMLElement,
  { wide, align, maxHeight }: { wide: boolean | undefined; align: 'start' | 'end'; maxHeight: number },
) {
  const { style } = element
  let side: PopupPosition['side'] | undefined
  const move = () => {
    const anchorRect = anchor.getBoundingClientRect()
    if (wide) style.width = `${anchorRect.width}px`
    // The side is chosen once, with the full list, so that a list that gets shorter while typing does not
    // jump.
    if (!side) style.maxHeight = `${maxHeight}px`
    const { width, height } = element.getBoundingClientRect()
    const seen = window.visualViewport
    const top = seen?.offsetTop ?? 0
    const view = {
      top,
      left: 0,
      right: document.documentElement.clientWidth,
      bottom: top + (seen?.height ?? window.innerHeight),
    }
    const place = popupPosition({
      anchor: anchorRect,
      viewport: view,
      width,
      height,
      limit: maxHeight,
      align,
      side,
    })
    side = place.side
    style.maxHeight = `${place.maxHeight}px`
    style.left = `${place.left}px`
    style.top = side === 'below' ? `${anchorRect.bottom + POPUP_GAP_PX}px` : 'auto'
    style.bottom =
      side === 'above' ? `${document.documentElement.clientHeight - anchorRect.top + POPUP_GAP_PX}px` : 'auto'
  }
  const chooseSide = () => {
    side = undefined
    move()
  }
  move()
  // A field grows with its chips.
  const growth = new ResizeObserver(move)
  growth.observe(anchor)
  const listening = new AbortController()
  const { signal } = listening
  // Capture, because scroll events do not bubble and a dialog may scroll, too.
  window.addEventListener('scroll', move, { capture: true, passive: true, signal })
  window.addEventListener('resize', chooseSide, { signal })
  window.visualViewport?.addEventListener('resize', chooseSide, { signal })
  window.visualViewport?.addEventListener('scroll', move, { signal })
  return () => {
    growth.disconnect()
    listening.abort()
  }
}
