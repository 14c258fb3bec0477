import { formatDate } from '../../chile/dates.ts'
import { groupThousands } from '../../chile/numbers.ts'

/** A count on one day in Chile, YYYY-MM-DD. */
export interface DailyCount {
  day: string
  count: number
}

/** «12 de julio», without the year. */
export const formatDayMonth = (day: string) => formatDate(day).split(',')[0]

/** Today's count, and the day with the highest count if it is unique. @param days oldest first, to today */
export function todayText(days: readonly DailyCount[]): string {
  const today = days.at(-1)
  if (!today) return ''
  const largest = Math.max(1, ...days.map(({ count }) => count))
  const [peak, ...others] = days.filter(({ count }) => count === largest)
  const todayCount = `Hoy: ${groupThousands(today.count)}`
  if (!peak || others.length > 0) return `${todayCount}.`
  if (peak === today) return `${todayCount}, el día con más.`
  return `${todayCount}. El día con más: ${formatDayMonth(peak.day)}, ${groupThousands(peak.count)}.`
}
