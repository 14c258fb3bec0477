import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Link } from 'react-router'
import { LIST_DELAY, useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { Badge, CountBadge } from '../../../ui/display/badge.tsx'
import { Key } from '../../../ui/display/key.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { AdminContainer } from '../../../ui/layout/admin-container.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import { useKeyboardShortcuts } from '../../verification/ui/use-keyboard-shortcuts.ts'
import { privacyQueries } from '../queries.ts'
import { daysLeft, dueText } from '../request-rules.ts'
import { type QueuedRequest, type RequestQueue, STATE_LABELS } from '../schema.ts'
import { QueuedRequestPanel } from './queued-request.tsx'
import { kindLabel } from './request-texts.ts'

export const REQUEST_QUEUE_TITLE = 'Solicitudes de datos'

/**
 * /admin/solicitudes (DAT-60): the queue, and beside it the request that was opened; on phones one or the other. Nothing is
 * opened by itself, because each look is recorded.
 * @param now time of the server render, so that server and browser compute the same days
 */
export function RequestQueuePage({
  requestId,
  now,
  tabs,
}: {
  requestId: string | null
  now: Date
  /** Links to the other pages of administrators. */
  tabs?: ReactNode
}) {
  const options = privacyQueries().requestQueue.queryOptions()
  const query = useQuery(options)
  useRefetchOn(['request'], options.queryKey, { delay: LIST_DELAY })
  return (
    <AdminContainer>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pt-8 md:pt-12">
        <h1>{REQUEST_QUEUE_TITLE}</h1>
        <p role="status" className="text-ui text-muted">
          {query.data && query.data.total > 0 && summaryOf(query.data)}
        </p>
      </div>
      {tabs}
      <Loaded
        query={query}
        level="h2"
        failed="No pudimos cargar las solicitudes."
        label="Cargando las solicitudes…"
      >
        {(queue) => (
          <Card
            flush
            className="grid grid-cols-[minmax(0,1fr)] overflow-clip lg:grid-cols-[20rem_minmax(0,1fr)] lg:divide-x lg:divide-line"
          >
            <Queue queue={queue} requestId={requestId} now={now} />
            {requestId ? (
              <QueuedRequestPanel key={requestId} requestId={requestId} now={now} />
            ) : (
              <p className="grid place-items-center p-6 text-center text-ui text-muted max-lg:hidden">
                {queue.total > 0 && 'Elige una solicitud. Abrirla queda en el registro.'}
              </p>
            )}
          </Card>
        )}
      </Loaded>
    </AdminContainer>
  )
}

const countText = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`)

function summaryOf({ total, due_today, overdue }: RequestQueue): string {
  const parts = [countText(total, '1 pendiente.', 'pendientes.')]
  if (due_today > 0) parts.push(countText(due_today, 'Una vence hoy.', 'vencen hoy.'))
  if (overdue > 0) parts.push(countText(overdue, 'Una está vencida.', 'están vencidas.'))
  return parts.join(' ')
}

interface QueueProps {
  queue: RequestQueue
  requestId: string | null
  now: Date
}

function Queue({ queue: { requests, total }, requestId, now }: QueueProps) {
  const list = useRef<HTMLUListElement>(null)
  useKeyboardShortcuts({ j: () => focusLink(list, 1), k: () => focusLink(list, -1) })
  return (
    <nav
      aria-label="Solicitudes por responder"
      className={classNames('flex flex-col bg-paper lg:min-h-120', requestId && 'max-lg:hidden')}
    >
      <div className="flex min-h-14 items-center justify-between gap-2 border-b border-line px-5">
        <h2 className="text-[1.0625rem]/6">Por responder</h2>
        {total > 0 && <CountBadge calm value={total} label={total === 1 ? 'solicitud' : 'solicitudes'} />}
      </div>
      {total === 0 ? (
        <EmptyState level="h3" icon={<Inbox />} title="No hay solicitudes pendientes." />
      ) : (
        <ul ref={list} className="divide-y divide-line border-b border-line">
          {requests.map((request) => (
            <li key={request.id}>
              <QueueLink request={request} isCurrent={request.id === requestId} now={now} />
            </li>
          ))}
        </ul>
      )}
      {total > 0 && (
        <p className="flex flex-wrap items-center gap-1.5 px-5 py-3 text-micro text-muted max-lg:hidden">
          <Key>J</Key> siguiente <Key>K</Key> anterior <Key>Enter</Key> abrir
        </p>
      )}
    </nav>
  )
}

/** Moves the focus in the queue; Enter then opens the link. */
function focusLink(list: RefObject<HTMLUListElement | null>, step: 1 | -1): void {
  const links = [...(list.current?.querySelectorAll('a') ?? [])]
  const current = links.findIndex((link) => link.matches(':focus'))
  const shown = links.findIndex((link) => link.ariaCurrent === 'true')
  const from = current >= 0 ? current : shown
  links[from < 0 ? 0 : Math.max(0, Math.min(links.length - 1, from + step))]?.focus()
}

function QueueLink({ request, isCurrent, now }: { request: QueuedRequest; isCurrent: boolean; now: Date }) {
  const { id, number, kind, state, due_on } = request
  return (
    <Link
      to={`/admin/solicitudes/${id}`}
      aria-current={isCurrent}
      preventScrollReset
      className={classNames(
        'relative block px-5 py-3 text-ink no-underline focus-visible:-outline-offset-2',
        isCurrent
          ? 'bg-primary-soft before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-primary'
          : 'hover:bg-sunken',
      )}
    >
      <b className="block text-ui/5">{kindLabel(kind)}</b>
      <span className="mt-1 flex flex-wrap justify-between gap-x-2 text-micro text-muted tabular-nums">
        <span>{number}</span>
        <span className={classNames(daysLeft(due_on, now) <= 0 && 'font-semibold text-accent-ink')}>
          {dueText(due_on, now)}
        </span>
      </span>
      {state !== 'recibida' && <Badge className="mt-1.5">{STATE_LABELS[state]}</Badge>}
    </Link>
  )
}
