import { dayInChile } from '../../../chile/dates.ts'
import { classNames } from '../../../ui/theme/class-names.ts'
import { creditsText, weeklyUsage } from '../rules.ts'
import { type DailyUsage, USAGE_DAYS } from '../schema.ts'

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sept', 'oct', 'nov', 'dic']

/** «21 nov». */
function shortDate(day: string): string {
  const { day: date, month } = dayInChile(day)
  return `${date} ${MONTHS[month - 1]}`
}

/** Credits used in the last 90 days, one bar per week. Each bar is a list item with its dates and number. */
export function UsageChart({ use, today }: { use: readonly DailyUsage[]; today: string }) {
  const weeks = weeklyUsage(use, today)
  const total = weeks.reduce((sum, week) => sum + week.used, 0)
  const largest = Math.max(1, ...weeks.map((week) => week.used))
  return (
    <figure className="grid gap-2 border-t border-line pt-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3 text-small">
        <span className="font-semibold">{`Últimos ${USAGE_DAYS} días`}</span>
        <span className="text-muted">{`${total} en total`}</span>
      </figcaption>
      {total === 0 ? (
        <p className="text-small text-muted">Todavía no has usado créditos en este tiempo.</p>
      ) : (
        <div>
          <ol className="flex h-20 items-end gap-1 border-b border-line-strong">
            {weeks.map(({ from, to, used }) => (
              <li key={to} title={`${shortDate(from)} a ${shortDate(to)}: ${used}`} className="h-full flex-1">
                <span className="sr-only">{`Del ${shortDate(from)} al ${shortDate(to)}: ${creditsText(used)}`}</span>
                <span aria-hidden="true" className="flex h-full flex-col items-center justify-end">
                  {used === largest && (
                    <span className="mb-0.5 text-micro/4 text-muted tabular-nums">{used}</span>
                  )}
                  <span
                    style={{ height: `${(75 * used) / largest}%` }}
                    className={classNames(
                      'block w-full rounded-t-[2px] forced-colors:bg-[Highlight]',
                      used > 0 && 'min-h-0.75',
                      to === today ? 'bg-primary' : 'bg-primary/55',
                    )}
                  />
                </span>
              </li>
            ))}
          </ol>
          <p aria-hidden="true" className="mt-1 flex justify-between text-micro text-muted">
            <span>{shortDate(weeks[0]?.from ?? today)}</span>
            <span>hoy</span>
          </p>
        </div>
      )}
    </figure>
  )
}
