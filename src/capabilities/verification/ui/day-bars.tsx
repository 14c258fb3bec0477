import { formatDate } from '../../../chile/dates.ts'
import { classNames } from '../../../ui/class-names.ts'
import { groupThousands } from '../../../ui/digits.ts'
import { Panel } from './count-bars.tsx'

export interface DayCardProps {
  title: string
  /** What is counted: one, and several. */
  unit: readonly [string, string]
  /** Oldest first, the last one is today; YYYY-MM-DD. */
  days: readonly { day: string; count: number }[]
}

const number = (count: number) => groupThousands(String(count))
/** «12 de julio»: the last days need no year. */
const short = (day: string) => formatDate(day).split(',')[0]

/** A card with one bar a day; its list says to those who do not see the bars what they show. */
export function DayCard({ title, unit, days }: DayCardProps) {
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const most = Math.max(1, ...days.map(({ count }) => count))
  const peak = days.findLast(({ count }) => count === most)
  const named = (count: number) => `${number(count)} ${unit[count === 1 ? 0 : 1]}`
  const [first, last] = [days[0], days.at(-1)]
  return (
    <Panel title={title}>
      <p className="mb-3.5 text-small text-muted">
        <b className="figure mr-1 text-[1.5rem]/8 text-ink">{number(total)}</b> {unit[total === 1 ? 0 : 1]} en
        los últimos {days.length} días
      </p>
      <div aria-hidden="true" className="flex h-20 items-end gap-0.5 border-b border-line">
        {days.map(({ day, count }) => (
          <span
            key={day}
            title={`${short(day)}: ${named(count)}`}
            className="flex h-full min-w-0 flex-1 items-end"
          >
            <span
              style={{ height: `${(100 * count) / most}%` }}
              className={classNames(
                'block w-full rounded-t-[2px] bg-primary forced-colors:bg-[Highlight]',
                count > 0 && 'min-h-0.75',
              )}
            />
          </span>
        ))}
      </div>
      <p aria-hidden="true" className="mt-1.5 flex justify-between text-micro text-muted">
        <span>{first && short(first.day)}</span>
        <span>Hoy</span>
      </p>
      <p className="mt-2.5 text-small">
        {last && `Hoy: ${number(last.count)}${peak === last ? ', el día con más' : ''}.`}
        {peak && peak !== last && ` El día con más: ${short(peak.day)}, ${number(peak.count)}.`}
      </p>
      <ul aria-label={`${title}, por día`} className="sr-only">
        {days.map(({ day, count }) => (
          <li key={day}>
            {short(day)}: {named(count)}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
