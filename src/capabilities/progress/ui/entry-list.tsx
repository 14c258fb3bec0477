import type { ReactNode } from 'react'
import { formatClockTime } from '../../../chile/clock-time.ts'
import { dayNumber, formatDate } from '../../../chile/dates.ts'
import { useToday } from '../../../site/use-today.ts'
import { classNames } from '../../../ui/theme/class-names.ts'
import type { Entry } from '../schema.ts'
import { entryText } from './entry-texts.ts'

/** «hoy, 11:20», «ayer, 18:40», «21 de noviembre, 2026», «fecha no registrada». */
export function timeText(at: string | null, today: number): string {
  if (at === null) return 'fecha no registrada'
  const days = today - dayNumber(at)
  return days <= 0 || days === 1 ? `${days === 1 ? 'ayer' : 'hoy'}, ${formatClockTime(at)}` : formatDate(at)
}

/** SEG-02, SEG-03: entries, newest first. @param children what is shown under the sentence of an entry */
export function EntryList({
  entries,
  label,
  children,
}: {
  entries: readonly Entry[]
  label: string
  children?: (entry: Entry) => ReactNode
}) {
  const today = useToday()
  return (
    <ol aria-label={label} className="grid">
      {entries.map((entry, at) => (
        <li
          key={entry.id}
          className="relative grid grid-cols-[1.125rem_minmax(0,1fr)] gap-x-2.5 pt-1.25 pb-2.25 text-ui md:grid-cols-[1.125rem_minmax(0,1fr)_auto]"
        >
          <span
            aria-hidden="true"
            className={classNames(
              'mt-1.75 ml-0.5 size-2.25 rounded-full border-2',
              at === 0 ? 'border-primary bg-primary' : 'border-control bg-surface',
            )}
          />
          {at < entries.length - 1 && (
            <span aria-hidden="true" className="absolute top-5 -bottom-2 left-1.5 w-px bg-line-strong" />
          )}
          <div className="min-w-0 wrap-anywhere">
            <p>{entryText(entry)}</p>
            {children?.(entry)}
          </div>
          {entry.at === null ? (
            <span className="text-small/5.5 text-muted max-md:col-start-2">{timeText(null, today)}</span>
          ) : (
            <time
              dateTime={entry.at}
              className="text-small/5.5 whitespace-nowrap text-muted tabular-nums max-md:col-start-2"
            >
              {timeText(entry.at, today)}
            </time>
          )}
        </li>
      ))}
    </ol>
  )
}
