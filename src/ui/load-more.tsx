import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

export interface LoadMoreProps {
  /** There is more to come. */
  more: boolean
  onMore: () => void
  pending?: boolean | undefined
  /** Loading failed: said beside the button, which tries again. */
  error?: string | undefined
  /** Said when all is there; without it nothing is. */
  endText?: string | undefined
}

/** The foot of a long list: «Cargar más», and its end. */
export function LoadMore({ more, onMore, pending = false, error, endText }: LoadMoreProps) {
  const foot = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)
  // The button leaves with the last page: who pressed it is not thrown back to the top.
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
