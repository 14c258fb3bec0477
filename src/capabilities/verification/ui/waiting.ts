import { dayOf } from '../../../chile/dates.ts'

const midnight = (value: Date) => {
  const { year, month, day } = dayOf(value)
  return Date.UTC(year, month - 1, day)
}

/** Days of the calendar in Chile that somebody waits; 0 is today. */
export const waitingDays = (since: Date, now: Date): number =>
  Math.max(0, Math.round((midnight(now) - midnight(since)) / 86_400_000))

/** «hoy», «1 día», «3 días». */
export const waitingText = (days: number): string =>
  days === 0 ? 'hoy' : days === 1 ? '1 día' : `${days} días`

/** From so many days on, a profile has waited too long. */
export const LATE_DAYS = 3

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Santiago',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']

/** «20 nov, 17:32», with the year when it is another. Written by hand: server and browser must not differ. */
export function momentText(value: Date, now: Date): string {
  const { year, month, day } = dayOf(value)
  const other = year === dayOf(now).year ? '' : ` ${year}`
  return `${day} ${MONTHS[month - 1]}${other}, ${clock.format(value)}`
}
