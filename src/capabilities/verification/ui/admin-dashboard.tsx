import { Inbox } from 'lucide-react'
import { type ReactNode, type RefCallback, useEffect, useRef } from 'react'
import { Card } from '../../../ui/card.tsx'
import { groupThousands } from '../../../ui/digits.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useNavState } from '../../../ui/nav-state.ts'
import { Retry } from '../../../ui/retry.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import type { DeskState } from './arrival.ts'
import { DecisionLog } from './decision-log.tsx'
import { LawyerCounts } from './lawyer-counts.tsx'
import { NameQueue } from './name-queue.tsx'
import { ReviewDesk } from './review-desk.tsx'
import { useQueue } from './use-queue.ts'
import { waitingDays, waitingText } from './waiting.ts'

export const DASHBOARD_TITLE = 'Panel de Administración'

export interface AdminDashboardProps {
  /** When the page was made: the server's and the browser's days do not differ. */
  now: Date
  /** Figures of other parts of the product, as cards (`Panel` or `CountCard`), from the route that knows them. */
  extraCounts?: ReactNode
}

/** /admin-dashboard (ROU-23, OPEN-03). */
export function AdminDashboard({ now, extraCounts }: AdminDashboardProps) {
  const wanted = useNavState<DeskState>()?.lawyerId
  const queue = useQueue(typeof wanted === 'string' ? wanted : null)
  const { total, oldest } = queue
  return (
    <div className="mx-auto grid w-full max-w-[85rem] grid-cols-[minmax(0,1fr)] gap-6 px-5 pb-14 md:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pt-8 md:pt-12">
        <h1>{DASHBOARD_TITLE}</h1>
        <p role="status" className="text-ui text-muted">
          {queue.queue.data && total > 0 && summary(total, oldest && waitingDays(oldest, now))}
        </p>
      </div>
      <Desk queue={queue} now={now} />
      <NameQueue now={now} />
      <div className="grid gap-6 md:grid-cols-2">
        <LawyerCounts />
        {extraCounts}
      </div>
      <DecisionLog now={now} />
    </div>
  )
}

function summary(total: number, days: number | null): string {
  const many = `${groupThousands(String(total))} ${total === 1 ? 'perfil' : 'perfiles'} por revisar.`
  if (days === null) return many
  return days === 0
    ? `${many} El más antiguo llegó hoy.`
    : `${many} El más antiguo espera hace ${waitingText(days)}.`
}

function Desk({ queue, now }: { queue: ReturnType<typeof useQueue>; now: Date }) {
  const { desk, start } = useFocusKept(queue.current?.submissionId)
  return (
    <div ref={desk} className="grid min-w-0">
      {queue.current ? (
        <ReviewDesk queue={queue} now={now} heading={start} />
      ) : (
        <Card>
          <Waiting queue={queue.queue} start={start} />
        </Card>
      )}
    </div>
  )
}

/** Nobody to review, or not known yet. */
function Waiting({
  queue: { data, error, isFetching, refetch },
  start,
}: {
  queue: ReturnType<typeof useQueue>['queue']
  start: RefCallback<HTMLElement>
}) {
  if (data)
    return (
      <section ref={start} tabIndex={-1} aria-label="Perfiles por revisar" className="outline-none">
        <EmptyState
          level="h2"
          icon={<Inbox />}
          title="No hay perfiles por revisar."
          text="Aparecerán aquí cuando un abogado envíe su perfil a revisión."
        />
      </section>
    )
  if (error) return <Retry error={error} pending={isFetching} retry={() => void refetch()} />
  return (
    <SkeletonGroup className="grid gap-5">
      <Skeleton className="h-8 w-60" />
      <Skeleton />
      <Skeleton />
      <Skeleton />
      <Skeleton className="h-60" />
    </SkeletonGroup>
  )
}

/**
 * A decision takes the button away that had the focus: it goes on to where the next profile starts, which comes into sight
 * (on phones the buttons stand at the end of a long page).
 */
function useFocusKept(profile: string | undefined) {
  const desk = useRef<HTMLDivElement>(null)
  const start = useRef<HTMLElement>(null)
  const before = useRef(profile)
  useEffect(() => {
    const previous = before.current
    before.current = profile
    if (previous === undefined || previous === profile) return
    // After the dialog has tried to give the focus back to a button that is gone.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      start.current?.focus({ preventScroll: true })
      if (desk.current && desk.current.getBoundingClientRect().top < 0) desk.current.scrollIntoView()
    })
    return () => cancelAnimationFrame(frame)
  }, [profile])
  // A function fits a heading as well as a section.
  const atStart: RefCallback<HTMLElement> = (place) => {
    start.current = place
  }
  return { desk, start: atStart }
}
