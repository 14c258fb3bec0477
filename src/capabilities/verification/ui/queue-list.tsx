import { useRef } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { CountBadge } from '../../../ui/display/badge.tsx'
import { Key } from '../../../ui/display/key.tsx'
import { LoadMore } from '../../../ui/lists/load-more.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import type { ReviewQueue } from './use-review-queue.ts'
import { OVERDUE_DAYS, waitingDays, waitingText } from './waiting.ts'

/** The review queue, oldest first. Phones show `QueuePager` instead. */
export function QueueList({ queue, now }: { queue: ReviewQueue; now: Date }) {
  const list = useRef<HTMLUListElement>(null)
  const { items, current, total, select } = queue
  return (
    <nav aria-label="Perfiles por revisar" className="flex min-h-120 flex-col bg-paper max-lg:hidden">
      <div className="flex min-h-14 items-center justify-between gap-2 border-b border-line px-4.5">
        <h2 className="text-[1.0625rem]/6">Por revisar</h2>
        <CountBadge calm value={total} label={total === 1 ? 'perfil' : 'perfiles'} />
      </div>
      <ul
        ref={list}
        className="min-h-0 flex-1 basis-0 divide-y divide-line overflow-y-auto border-b border-line"
      >
        {items.map((item) => {
          const days = waitingDays(item.submittedAt, now)
          const isCurrent = item.lawyerId === current?.lawyerId
          return (
            <li key={item.submissionId}>
              <button
                type="button"
                aria-current={isCurrent}
                onClick={() => select(item.lawyerId)}
                className={classNames(
                  'relative block w-full px-4.5 py-3 text-left focus-visible:-outline-offset-2',
                  isCurrent
                    ? 'bg-primary-soft before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-primary'
                    : 'hover:bg-sunken',
                )}
              >
                <b className="block text-ui/5 wrap-anywhere">{item.name}</b>
                <span className="mt-0.5 flex justify-between gap-2 text-micro text-muted">
                  <span>{item.university}</span>
                  <span
                    className={classNames(
                      'whitespace-nowrap',
                      days >= OVERDUE_DAYS && 'font-semibold text-accent-ink',
                    )}
                  >
                    <span className="sr-only">, espera: </span>
                    {waitingText(days)}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
        {queue.query.hasNextPage && (
          <li className="px-4.5">
            <LoadMore query={queue.query} failed="No se pudieron cargar más perfiles." />
          </li>
        )}
      </ul>
      <p className="sticky bottom-0 grid grid-cols-[auto_1fr_auto_1fr] items-center gap-1.5 bg-paper px-4.5 py-3 text-micro text-muted">
        <Key>J</Key> siguiente <Key>K</Key> anterior
        <Key>V</Key> verificar <Key>D</Key> devolver
      </p>
    </nav>
  )
}

/** Navigation for phones and small windows: one profile at a time. */
export function QueuePager({ queue }: { queue: ReviewQueue }) {
  const { index, items, total, move } = queue
  return (
    <div className="flex items-center justify-between gap-3 lg:hidden">
      <Button size="sm" disabled={index === 0} onClick={() => move(-1)}>
        Anterior
      </Button>
      <span className="text-small text-muted tabular-nums" aria-live="polite">
        {index + 1} de {total}
      </span>
      <Button size="sm" disabled={index >= items.length - 1} onClick={() => move(1)}>
        Siguiente
      </Button>
    </div>
  )
}
