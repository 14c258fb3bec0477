import { formatClockTime } from '../../../chile/clock-time.ts'
import { dayInChile, dayNumber, formatDate } from '../../../chile/dates.ts'

const DAY_MS = 86_400_000
const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sept', 'oct', 'nov', 'dic'] as const

/** Heading of a day's messages: «Hoy», «Ayer», «2 de julio, 2025» (OPEN-64). */
export function dayLabel(time: string, today: number): string {
  const ago = today - dayNumber(time)
  return ago === 0 ? 'Hoy' : ago === 1 ? 'Ayer' : formatDate(time)
}

/** Time in the chat list: «9:15», «ayer», «12 nov», and in other years «12 nov 2025». */
export function listTime(time: string, today: number): string {
  const ago = today - dayNumber(time)
  if (ago === 0) return formatClockTime(time)
  if (ago === 1) return 'ayer'
  const { year, month, day } = dayInChile(time)
  const date = `${day} ${MONTHS[month - 1]}`
  return year === new Date(today * DAY_MS).getUTCFullYear() ? date : `${date} ${year}`
}

/** Full date and time, for tooltips: «2 de julio, 2025, 9:15». */
export const fullTime = (time: string): string => `${formatDate(time)}, ${formatClockTime(time)}`
