import { useInfiniteQuery } from '@tanstack/react-query'
import { Settings } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { Link } from 'react-router'
import { dayNumber } from '../../../chile/dates.ts'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { QueryProvider } from '../../../site/query-provider.tsx'
import { useRootData } from '../../../site/use-root-data.ts'
import { useToday } from '../../../site/use-today.ts'
import { iconButtonClass } from '../../../ui/actions/button-style.ts'
import { Popup } from '../../../ui/overlays/popup.tsx'
import { noticesOptions, noticesQueries } from '../queries.ts'
import { MESSAGES } from '../schema.ts'
import { useMarkSeen } from './notice-list.tsx'
import { NoticeRow } from './notice-row.tsx'

const SHOWN = 4
const MAX_HEIGHT_PX = 680

export interface NoticePopupProps {
  open: boolean
  onOpenChange(open: boolean): void
  /** The bell. */
  anchor: RefObject<HTMLElement | null>
  /** The popup closes when it changes. */
  pageKey: string
}

/** SEG-55: the newest notices, under the bell. */
export function NoticePopup({ open, onOpenChange, anchor, pageKey }: NoticePopupProps) {
  const close = useEffectEvent(() => onOpenChange(false))
  const openedOn = useRef(pageKey)
  useEffect(() => {
    if (openedOn.current !== pageKey) close()
    openedOn.current = pageKey
  }, [pageKey])
  const position = useRootData()?.position ?? null
  if (!open) return null
  return (
    <Popup
      anchor={anchor}
      onLeave={() => onOpenChange(false)}
      align="end"
      maxHeight={MAX_HEIGHT_PX}
      className="w-105 max-w-[calc(100vw-1.25rem)]"
    >
      <QueryProvider state={{ queries: [], mutations: [], position }}>
        <Content
          onClose={(back) => {
            onOpenChange(false)
            if (back) anchor.current?.focus()
          }}
        />
      </QueryProvider>
    </Popup>
  )
}

/** @param onClose told whether the focus returns to the bell */
function Content({ onClose }: { onClose(back: boolean): void }) {
  const box = useRef<HTMLDivElement>(null)
  const query = useInfiniteQuery(noticesOptions(undefined))
  useRefetchOn(['notice'], noticesQueries().list.key())
  useMarkSeen(query.data?.items.some(({ is_seen }) => !is_seen) ?? false)
  const today = useToday()
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  return (
    <div
      ref={box}
      role="dialog"
      aria-label="Avisos"
      tabIndex={-1}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose(true)
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onClose(false)
      }}
      className="flex min-h-0 flex-col outline-none"
    >
      <div className="flex items-center justify-between border-b border-line py-2 pr-3 pl-5">
        <p className="font-serif text-h4">Avisos</p>
        <Link to="/avisos/preferencias" className={iconButtonClass('md')}>
          <Settings aria-hidden="true" className="size-5" />
          <span className="sr-only">Preferencias de avisos</span>
        </Link>
      </div>
      <div className="min-h-0 overflow-y-auto overscroll-contain">
        <Loaded query={query} failed={MESSAGES.failed} label="Cargando tus avisos…" className="p-5">
          {({ items }) =>
            items.length === 0 ? (
              <p className="p-5 text-muted">{MESSAGES.none}</p>
            ) : (
              <ul className="divide-y divide-line">
                {items.slice(0, SHOWN).map((notice) => (
                  <li key={notice.id}>
                    <NoticeRow notice={notice} isRecent={today - dayNumber(notice.created_at) <= 0} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      <Link
        to="/avisos"
        className="border-t border-line p-3.5 text-center font-semibold no-underline hover:underline focus-visible:-outline-offset-2"
      >
        Ver todos los avisos
      </Link>
    </div>
  )
}
