import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { dayNumber } from '../../../chile/dates.ts'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { useToday } from '../../../site/use-today.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { LoadMore } from '../../../ui/lists/load-more.tsx'
import type { NoticesContract } from '../contract.ts'
import { noticesOptions, noticesQueries } from '../queries.ts'
import { MESSAGES, type Notice } from '../schema.ts'
import { NoticeRow } from './notice-row.tsx'

/** SEG-56: the user's notices by day, newest first. Showing them marks them as seen. */
export function NoticeList({ caseId }: { caseId: string | undefined }) {
  const query = useInfiniteQuery(noticesOptions(caseId))
  useRefetchOn(['notice'], noticesQueries().list.key())
  useMarkSeen(query.data?.items.some(({ is_seen }) => !is_seen) ?? false)
  const today = useToday()
  const dayOf = ({ created_at }: Notice) => {
    const days = today - dayNumber(created_at)
    return days <= 0 ? 'Hoy' : days === 1 ? 'Ayer' : 'Antes'
  }
  return (
    <Loaded
      query={query}
      failed={MESSAGES.failed}
      label="Cargando tus avisos…"
      level="h2"
      className="rounded-l border border-line bg-surface p-5 md:p-6"
    >
      {({ items }) =>
        items.length === 0 ? (
          <Card flush>
            <EmptyState
              level="h2"
              icon={<Bell />}
              title={MESSAGES.none}
              text="Aquí verás las propuestas, los documentos y las respuestas que lleguen mientras no estás."
            />
          </Card>
        ) : (
          <>
            {[...Map.groupBy(items, dayOf)].map(([day, notices]) => (
              <section key={day} aria-labelledby={`avisos-${day}`} className="mb-6">
                <h2 id={`avisos-${day}`} className="mb-2.5 font-sans text-ui font-semibold text-muted">
                  {day}
                </h2>
                <ul className="divide-y divide-line overflow-clip rounded-l border border-line bg-surface">
                  {notices.map((notice) => (
                    <li key={notice.id}>
                      <NoticeRow notice={notice} isRecent={day !== 'Antes'} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            <LoadMore query={query} failed={MESSAGES.failed} />
          </>
        )
      }
    </Loaded>
  )
}

/** Marks the notices as seen while the page is visible. */
export function useMarkSeen(hasUnseen: boolean): void {
  useEffect(() => {
    if (!hasUnseen) return
    const mark = () => {
      // If it fails, the next visit of the page marks them.
      if (!document.hidden)
        rpc<NoticesContract>('notices')
          .see({})
          .catch(() => {})
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [hasUnseen])
}

const pillClass =
  'inline-flex min-h-11 flex-none items-center rounded-full border border-control px-4 text-ui font-medium text-ink no-underline hover:bg-sunken aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-on-primary'

/** SEG-56: the filter by case, when the newest notices are about more than one. */
export function CaseFilter({ caseId }: { caseId: string | undefined }) {
  const { data } = useInfiniteQuery(noticesOptions(undefined))
  const cases = new Map<string, string>()
  for (const { case_id, about } of data?.items ?? []) if (case_id && about) cases.set(case_id, about)
  if (cases.size < 2 && caseId === undefined) return null
  return (
    <nav aria-label="Avisos por causa" className="-mx-5 mb-5 flex gap-2 overflow-x-auto px-5 pb-1">
      <Link
        to="/avisos"
        replace
        aria-current={caseId === undefined ? 'page' : undefined}
        className={pillClass}
      >
        Todas las causas
      </Link>
      {[...cases].map(([id, title]) => (
        <Link
          key={id}
          to={`/avisos?causa=${id}`}
          replace
          aria-current={caseId === id ? 'page' : undefined}
          className={pillClass}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
