import { useEffect, useRef } from 'react'
import { Button } from '../actions/button.tsx'
import { classNames } from '../theme/class-names.ts'

export interface LoadMoreProps {
  /** An infinite query; any other query has no more items. */
  query: {
    data: unknown
    hasNextPage?: boolean
    isFetchingNextPage?: boolean
    isFetchNextPageError?: boolean
    fetchNextPage?(): unknown
  }
  /** Shown when more could not be loaded; the button then retries. */
  failed: string
  /** Text of the button; «Cargar más» by default. */
  text?: string | undefined
  /** Shown when all of several pages are loaded. */
  endText?: string | undefined
  className?: string | undefined
}

/** The end of a paged list: «Cargar más», or `endText` when all is loaded. */
export function LoadMore({ query, failed, text = 'Cargar más', endText, className }: LoadMoreProps) {
  const { hasNextPage: more = false, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const foot = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)
  // The last page removes the button, and with it the focus: move the focus here, not to the top of the page.
  useEffect(() => {
    if (more || !pressed.current) return
    pressed.current = false
    if (document.activeElement === document.body) foot.current?.focus({ preventScroll: true })
  }, [more])
  const isExpanded = (query.data as { isExpanded?: boolean } | undefined)?.isExpanded
  if (!more && !isExpanded) return null
  return (
    <div ref={foot} tabIndex={-1} className={classNames('grid justify-items-center gap-3 py-4', className)}>
      {isFetchNextPageError && (
        <p role="alert" className="text-small font-medium text-danger-ink">
          {failed}
        </p>
      )}
      {more ? (
        <Button
          pending={isFetchingNextPage}
          pendingLabel="Cargando más…"
          onClick={() => {
            pressed.current = true
            fetchNextPage?.()
          }}
        >
          {isFetchNextPageError ? 'Reintentar' : text}
        </Button>
      ) : (
        endText && <p className="text-small text-muted">{endText}</p>
      )}
    </div>
  )
}
