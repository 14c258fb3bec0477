import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import {
  type FocusEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLocation } from 'react-router'
import { Button } from '../actions/button.tsx'
import { IconButton } from '../actions/icon-button.tsx'
import { focusContent } from '../layout/focus-content.ts'
import { setToastHandler } from './toast.ts'
import { createToastStore, type Toast, type ToastKind } from './toast-store.ts'

/** Module state, because only browsers load this file. */
const toasts = createToastStore()

const icons: Record<ToastKind, { Icon: typeof Info; tone: string }> = {
  success: { Icon: CircleCheck, tone: 'text-verified' },
  error: { Icon: CircleAlert, tone: 'text-danger-ink' },
  info: { Icon: Info, tone: 'text-primary-ink' },
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: (event: MouseEvent) => void }) {
  const { action } = toast
  const { Icon, tone } = icons[toast.kind]
  return (
    <div
      role={toast.kind === 'error' ? 'alert' : undefined}
      data-toast=""
      data-offers={action ? '' : undefined}
      className="pointer-events-auto flex items-start gap-3 rounded-l border border-line-strong bg-surface py-3.5 pr-2 pl-4 text-small text-ink shadow-float transition duration-200 ease-out starting:translate-y-2 starting:opacity-0"
    >
      <Icon aria-hidden="true" className={`mt-px size-5 ${tone}`} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <b className="block text-ui">{toast.title}</b>
        {toast.text && <p className="text-muted">{toast.text}</p>}
        {action && (
          <Button
            size="sm"
            className="mt-2.5"
            onClick={(event) => {
              onClose(event)
              action.run()
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <IconButton
        label="Cerrar"
        icon={<X aria-hidden="true" className="size-4.5" />}
        size="sm"
        onClick={onClose}
        className="-my-2.5 md:-my-1.5"
      />
    </div>
  )
}

/** Returns the focus from a toast to where it came from, or to the content if that element is gone. */
function restoreFocus(stack: HTMLElement | null, cameFrom: EventTarget | null) {
  const isWithin = () => stack?.contains(document.activeElement)
  if (isWithin() && cameFrom instanceof HTMLElement) cameFrom.focus({ preventScroll: true })
  if (isWithin()) focusContent()
}

/** Whether two elements overlap on the screen; false if one is not there. */
function overlap(one: Element | null, other: Element | null): boolean {
  const [a, b] = [one?.getBoundingClientRect(), other?.getBoundingClientRect()]
  return !!a && !!b && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/**
 * Renders the toasts: bottom right; on phones at the bottom, above a bottom bar, so that no heading is
 * covered. In a chat they are below its header, away from the newest and the unsent messages. Over a dialog
 * on phones, whose buttons are at the bottom, they are at the very top; also where they would cover what was
 * just pressed, which is pressed again after a failure. On phones a newer toast replaces all
 * but errors and those with an action. Hovering or focusing pauses their timers. Escape dismisses them, so
 * that they need not cover the focused element (OPEN-70).
 */
export function ToastRegion() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.visible)
  const stack = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<EventTarget | null>(null)
  const hadFocus = useRef(false)
  const { key } = useLocation()
  /** The button or link that was pressed last, and on which page. */
  const pressed = useRef({ element: document.activeElement?.closest('button, a') ?? null, key })
  /** The page on which the toasts are at the top. */
  const [topKey, setTopKey] = useState<string>()

  // A click is also fired by Enter in a form. Safari does not focus a pressed button.
  const press = useEffectEvent(({ target }: Event) => {
    const element = target instanceof Element && target.closest('button, a')
    if (element && !stack.current?.contains(element)) pressed.current = { element, key }
  })
  useEffect(() => {
    addEventListener('click', press, true)
    return () => removeEventListener('click', press, true)
  }, [])

  useEffect(() => {
    if (shown.length === 0) return setTopKey(undefined)
    // After the frame in which a form shows its errors, which move its button.
    const timer = setTimeout(() => {
      if (pressed.current.key === key && overlap(stack.current, pressed.current.element)) setTopKey(key)
    }, 50)
    return () => clearTimeout(timer)
  }, [shown, key])

  useEffect(() => {
    const update = () => toasts[document.hidden ? 'pause' : 'resume']('hidden')
    update()
    document.addEventListener('visibilitychange', update)
    toasts.resume('unseen')
    setToastHandler(toasts.add)
    return () => {
      setToastHandler(undefined)
      document.removeEventListener('visibilitychange', update)
      toasts.pause('unseen')
    }
  }, [])

  // An element removed under the pointer or focus fires no event for leaving it.
  useEffect(() => {
    // The toast expired while its button had the focus.
    if (hadFocus.current && document.activeElement === document.body) {
      hadFocus.current = false
      toasts.resume('focus')
      if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected) cameFrom.current.focus()
      else focusContent()
    }
    if (shown.length > 0) return
    toasts.resume('hover')
    toasts.resume('focus')
  }, [shown.length])

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // Lists, menus and dialogs close first.
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role=dialog]')) return
      restoreFocus(stack.current, cameFrom.current)
      for (const { id } of toasts.visible()) toasts.dismiss(id)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])

  const enter = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    cameFrom.current = event.relatedTarget
    hadFocus.current = true
    toasts.pause('focus')
  }
  const leave = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    // Without a new target, the element was removed or the window lost focus: the effect above finds out
    // which.
    if (event.relatedTarget) hadFocus.current = false
    toasts.resume('focus')
  }
  const close = (toast: Toast, index: number, byKeyboard: boolean) => {
    const cards = stack.current?.children ?? []
    const isWithin = stack.current?.contains(document.activeElement)
    const nextCard = byKeyboard && isWithin ? (cards[index + 1] ?? cards[index - 1]) : undefined
    const neighbour = nextCard?.querySelector('button')
    // The timers stay paused: the focus is still in a toast.
    if (neighbour) neighbour.focus({ preventScroll: true })
    else {
      toasts.resume('focus')
      restoreFocus(stack.current, cameFrom.current)
    }
    toasts.dismiss(toast.id)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only pauses the timers
    <div
      ref={stack}
      onPointerEnter={() => toasts.pause('hover')}
      onPointerLeave={() => toasts.resume('hover')}
      onFocus={enter}
      onBlur={leave}
      data-top={topKey === key || undefined}
      className="pointer-events-none fixed inset-x-3 bottom-[calc(0.75rem+env(safe-area-inset-bottom))] z-50 grid gap-2.5 max-md:in-[body:has([data-bottom-bar])]:bottom-24 max-md:in-[body:has([data-covers-bar])]:top-31 max-md:[&>:not(:last-child):not([role=alert]):not([data-offers])]:hidden md:inset-x-auto md:right-6 md:bottom-6 md:w-95 md:in-[body:has([data-covers-bar])]:top-38 max-md:in-[body:has([data-covers-bar])]:bottom-auto md:in-[body:has([data-covers-bar])]:bottom-auto max-md:in-[body:has([data-sheet])]:top-3! max-md:in-[body:has([data-sheet])]:bottom-auto! data-top:top-3! data-top:bottom-auto!"
    >
      {shown.map((toast, index) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          onClose={(event) => close(toast, index, event.detail === 0)}
        />
      ))}
    </div>
  )
}
