import { dayInChile } from '../../../chile/dates.ts'

const utcDay = (value: Date) => {
  const { year, month, day } = dayInChile(value)
  return Date.UTC(year, month - 1, day)
}

/** Waiting time in calendar days of Chile; 0 is today. */
export const waitingDays = (since: Date, now: Date): number =>
  Math.max(0, Math.round((utcDay(now) - utcDay(since)) / 86_400_000))

/** «hoy», «1 día», «3 días». */
export const waitingText = (days: number): string =>
  days === 0 ? 'hoy' : days === 1 ? '1 día' : `${days} días`

/** Waiting time in days from which a profile is overdue. */
export const OVERDUE_DAYS = 3

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Santiago',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']

/**
 * «20 nov, 17:32» in Chilean time, with the year if it differs. Month names are
 * hard-coded: those of Intl differ between server and browser.
 */
export function formatMoment(value: Date, now: Date): string {
  const { year, month, day } = dayInChile(value)
  const yearSuffix = year === dayInChile(now).year ? '' : ` ${year}`
  return `${day} ${MONTHS[month - 1]}${yearSuffix}, ${timeFormat.format(value)}`
}
