import { useEffect, useRef } from 'react'
import { Button } from '../actions/button.tsx'

export interface LoadMoreProps {
  /** Whether there are more items. */
  more: boolean
  onMore: () => void
  pending?: boolean | undefined
  /** Error of the last load; the button then retries. */
  error?: string | undefined
  /** Shown when everything is loaded; nothing by default. */
  endText?: string | undefined
}

/** The end of a paged list: «Cargar más», or `endText` when all is loaded. */
export function LoadMore({ more, onMore, pending = false, error, endText }: LoadMoreProps) {
  const foot = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)
  // The last page removes the button, and with it the focus: move the focus here, not to the top of the page.
  useEffect(() => {
    if (more || !pressed.current) return
    pressed.current = false
    if (document.activeElement === document.body) foot.current?.focus({ preventScroll: true })
  }, [more])
  return (
    <div ref={foot} tabIndex={-1} className="grid justify-items-center gap-3 py-4">
      {error && (
        <p role="alert" className="text-small font-medium text-danger-ink">
          {error}
        </p>
      )}
      {more ? (
        <Button
          pending={pending}
          pendingLabel="Cargando más…"
          onClick={() => {
            pressed.current = true
            onMore()
          }}
        >
          {error ? 'Reintentar' : 'Cargar más'}
        </Button>
      ) : (
        endText && <p className="text-small text-muted">{endText}</p>
      )}
    </div>
  )
}
