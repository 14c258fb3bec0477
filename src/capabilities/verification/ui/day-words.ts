import { formatDate } from '../../../chile/dates.ts'
import { groupThousands } from '../../../ui/digits.ts'

/** What was counted on a day in Chile, YYYY-MM-DD. */
export interface DayCount {
  day: string
  count: number
}

export const countText = (count: number) => groupThousands(String(count))
/** «12 de julio»: the last days need no year. */
export const shortDay = (day: string) => formatDate(day).split(',')[0]

/** Today, and the day with the most when there is one alone. @param days oldest first, the last one is today */
export function todayWords(days: readonly DayCount[]): string {
  const today = days.at(-1)
  if (!today) return ''
  const most = Math.max(1, ...days.map(({ count }) => count))
  const [peak, ...others] = days.filter(({ count }) => count === most)
  const said = `Hoy: ${countText(today.count)}`
  if (!peak || others.length > 0) return `${said}.`
  if (peak === today) return `${said}, el día con más.`
  return `${said}. El día con más: ${shortDay(peak.day)}, ${countText(peak.count)}.`
}
