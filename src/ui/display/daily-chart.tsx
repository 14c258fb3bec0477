import { groupThousands } from '../../chile/numbers.ts'
import { classNames } from '../theme/class-names.ts'
import { type DailyCount, formatDayMonth, todayText } from './daily-texts.ts'

export interface DailyChartProps {
  title: string
  /** Name of what is counted: singular and plural. */
  unit: readonly [string, string]
  /** Oldest first; the last one is today. */
  days: readonly DailyCount[]
}

/** A chart with one bar per day. A list gives the same information to screen readers. */
export function DailyChart({ title, unit, days }: DailyChartProps) {
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const largest = Math.max(1, ...days.map(({ count }) => count))
  const labelOf = (count: number) => `${groupThousands(count)} ${unit[count === 1 ? 0 : 1]}`
  const [first] = days
  return (
    <>
      <p className="mb-3.5 text-small text-muted">
        <b className="figure mr-1 text-[1.5rem]/8 text-ink">{groupThousands(total)}</b>{' '}
        {unit[total === 1 ? 0 : 1]} en los últimos {days.length} días
      </p>
      <div aria-hidden="true" className="flex h-20 items-end gap-0.5 border-b border-line">
        {days.map(({ day, count }) => (
          <span
            key={day}
            title={`${formatDayMonth(day)}: ${labelOf(count)}`}
            className="flex h-full min-w-0 flex-1 items-end"
          >
            <span
              style={{ height: `${(100 * count) / largest}%` }}
              className={classNames(
                'block w-full rounded-t-[2px] bg-primary forced-colors:bg-[Highlight]',
                count > 0 && 'min-h-0.75',
              )}
            />
          </span>
        ))}
      </div>
      <p aria-hidden="true" className="mt-1.5 flex justify-between text-micro text-muted">
        <span>{first && formatDayMonth(first.day)}</span>
        <span>Hoy</span>
      </p>
      <p className="mt-2.5 text-small">{todayText(days)}</p>
      <ul aria-label={`${title}, por día`} className="sr-only">
        {days.map(({ day, count }) => (
          <li key={day}>
            {formatDayMonth(day)}: {labelOf(count)}
          </li>
        ))}
      </ul>
    </>
  )
}
