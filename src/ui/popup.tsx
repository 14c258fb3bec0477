import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { gap, type Place, placeOf } from './popup-place.ts'

export interface PopupProps {
  /** What it hangs on. */
  anchor: RefObject<HTMLElement | null>
  /** Someone pressed elsewhere. */
  onLeave: () => void
  /** As wide as its anchor (a least width by class may beat that); else as wide as it needs. */
  wide?: boolean | undefined
  align?: 'start' | 'end' | undefined
  className?: string | undefined
  children: ReactNode
}

/** The whole box, border and padding included (ONP-35). */
const limit = 300

/**
 * A box that floats by its anchor while it is rendered. It stands in the browser's top layer, above dialogs and out
 * of every clipping, but in the page where it is written: so it belongs to its form, its dialog and its landmark.
 * Focus and keys are the use's.
 */
export function Popup({ anchor, onLeave, wide, align = 'start', className, children }: PopupProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    const by = anchor.current
    if (!element || !by) return
    element.showPopover?.()
    return follow(element, by, { wide, align })
  }, [anchor, wide, align])

  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  useEffect(() => {
    // A finger that only scrolls does not leave: it has not pressed until it clicks.
    const press = (event: Event) => {
      const touch = event instanceof PointerEvent && event.pointerType === 'touch'
      if (event.type === 'pointerdown' && touch) return
      const inside = [box.current, anchor.current].some((element) => element?.contains(event.target as Node))
      if (!inside) leave.current()
    }
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('click', press, true)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('click', press, true)
    }
  }, [anchor])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
    <div
      ref={box}
      popover="manual"
      // Pressing a line must not take the focus from the field, nor submit, nor drag what the popup belongs to.
      onMouseDown={(event) => {
        if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
      }}
      className={classNames(
        'fixed inset-auto z-45 m-0 flex max-h-75 flex-col overflow-clip rounded-l border border-line-strong bg-surface p-0 text-left text-ui font-normal whitespace-normal text-ink shadow-float',
        'transition-opacity duration-100 starting:opacity-0',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** Keeps a box by its anchor while page, window or virtual keyboard move. */
function follow(
  element: HTMLElement,
  anchor: HTMLElement,
  { wide, align }: { wide: boolean | undefined; align: 'start' | 'end' },
) {
  const { style } = element
  let side: Place['side'] | undefined
  const move = () => {
    const by = anchor.getBoundingClientRect()
    if (wide) style.width = `${by.width}px`
    // The side is chosen once, with the full list: a list that shrinks while one types does not jump.
    if (!side) style.maxHeight = `${limit}px`
    const { width, height } = element.getBoundingClientRect()
    const seen = window.visualViewport
    const top = seen?.offsetTop ?? 0
    const view = {
      top,
      left: 0,
      right: document.documentElement.clientWidth,
      bottom: top + (seen?.height ?? window.innerHeight),
    }
    const place = placeOf({ anchor: by, view, width, height, limit, align, side })
    side = place.side
    style.maxHeight = `${place.maxHeight}px`
    style.left = `${place.left}px`
    style.top = side === 'below' ? `${by.bottom + gap}px` : 'auto'
    style.bottom = side === 'above' ? `${document.documentElement.clientHeight - by.top + gap}px` : 'auto'
  }
  const turn = () => {
    side = undefined
    move()
  }
  move()
  // A field grows with its chips.
  const growth = new ResizeObserver(move)
  growth.observe(anchor)
  // Capture: scrolling does not bubble, and a dialog scrolls too.
  window.addEventListener('scroll', move, { capture: true, passive: true })
  window.addEventListener('resize', turn)
  window.visualViewport?.addEventListener('resize', turn)
  window.visualViewport?.addEventListener('scroll', move)
  return () => {
    growth.disconnect()
    window.removeEventListener('scroll', move, { capture: true })
    window.removeEventListener('resize', turn)
    window.visualViewport?.removeEventListener('resize', turn)
    window.visualViewport?.removeEventListener('scroll', move)
  }
}
