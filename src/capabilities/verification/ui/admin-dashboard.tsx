import { Inbox } from 'lucide-react'
import { type ReactNode, type RefCallback, useEffect, useRef } from 'react'
import { groupThousands } from '../../../chile/numbers.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { useLocationState } from '../../../ui/boot/use-location-state.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { AdminContainer } from '../../../ui/layout/admin-container.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DecisionLog } from './decision-log.tsx'
import { LawyerCounts } from './lawyer-counts.tsx'
import { NameQueue } from './name-queue.tsx'
import { ReviewDesk } from './review-desk.tsx'
import { useReviewQueue } from './use-review-queue.ts'
import type { DashboardNavState } from './use-review-token.ts'
import { waitingDays, waitingText } from './waiting.ts'

export const DASHBOARD_TITLE = 'Panel de Administración'

export interface AdminDashboardProps {
  /** Time of the server render, so that server and browser compute the same days. */
  now: Date
  extraCounts?: ReactNode
  /** Links to the other pages of administrators. */
  tabs?: ReactNode
}

/** /admin-dashboard (ROU-23, OPEN-03). */
export function AdminDashboard({ now, extraCounts, tabs }: AdminDashboardProps) {
  const initial = useLocationState<DashboardNavState>()?.lawyerId
  const queue = useReviewQueue(typeof initial === 'string' ? initial : null)
  const { total, oldest } = queue
  return (
    <AdminContainer>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pt-8 md:pt-12">
        <h1>{DASHBOARD_TITLE}</h1>
        <p role="status" className="text-ui text-muted">
          {queue.query.data && total > 0 && queueSummary(total, oldest && waitingDays(oldest, now))}
        </p>
      </div>
      {tabs}
      <Desk queue={queue} now={now} />
      <NameQueue now={now} />
      <div className="grid gap-6 md:grid-cols-2">
        <LawyerCounts />
        {extraCounts}
      </div>
      <DecisionLog now={now} />
    </AdminContainer>
  )
}

function queueSummary(total: number, days: number | null): string {
  const waiting = `${groupThousands(total)} ${total === 1 ? 'perfil' : 'perfiles'} por revisar.`
  if (days === null) return waiting
  return days === 0
    ? `${waiting} El más antiguo llegó hoy.`
    : `${waiting} El más antiguo espera hace ${waitingText(days)}.`
}

function Desk({ queue, now }: { queue: ReturnType<typeof useReviewQueue>; now: Date }) {
  const { desk, start } = useFocusNextProfile(queue.current?.submissionId)
  return (
    <div ref={desk} className="grid min-w-0">
      {queue.current ? (
        <ReviewDesk queue={queue} now={now} heading={start} />
      ) : (
        <Card>
          <Loaded query={queue.query}>
            {() => (
              <section ref={start} tabIndex={-1} aria-label="Perfiles por revisar" className="outline-none">
                <EmptyState
                  level="h2"
                  icon={<Inbox />}
                  title="No hay perfiles por revisar."
                  text="Aparecerán aquí cuando un abogado envíe su perfil a revisión."
                />
              </section>
            )}
          </Loaded>
        </Card>
      )}
    </div>
  )
}

/**
 * After a decision the focused button is removed. Moves the focus to the start of the next profile and
 * scrolls there (on phones the buttons are at the end of a long page).
 */
function useFocusNextProfile(profile: string | undefined) {
  const desk = useRef<HTMLDivElement>(null)
  const start = useRef<HTMLElement>(null)
  const lastProfile = useRef(profile)
  useEffect(() => {
    const previous = lastProfile.current
    lastProfile.current = profile
    if (previous === undefined || previous === profile) return
    // Wait until the dialog has tried to restore the focus to the removed button.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      start.current?.focus({ preventScroll: true })
      if (desk.current && desk.current.getBoundingClientRect().top < 0) desk.current.scrollIntoView()
    })
    return () => cancelAnimationFrame(frame)
  }, [profile])
  // A callback ref fits both the heading and the section.
  const setStart: RefCallback<HTMLElement> = (element) => {
    start.current = element
  }
  return { desk, start: setStart }
}
