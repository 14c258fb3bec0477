const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')

const santiago = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Santiago',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

const DAY_MS = 86_400_000

/** A moment, or a calendar day: a string like 2025-07-02 is that day in every time zone (OPEN-64). */
export type DateLike = Date | string

/** The calendar day in Chile, month from 1. @throws RangeError when the value is not a date */
export function dayInChile(value: DateLike): { year: number; month: number; day: number } {
  const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
  const text = isDay ? value : santiago.format(new Date(value))
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const real = new Date(Date.UTC(year, month - 1, day))
  if (real.getUTCMonth() !== month - 1 || real.getUTCDate() !== day)
    throw new RangeError(`Not a date: ${text}`)
  return { year, month, day }
}

/** Days from 1970-01-01 to the calendar day in Chile. @throws RangeError when the value is not a date */
export function dayNumber(value: DateLike): number {
  const { year, month, day } = dayInChile(value)
  return Date.UTC(year, month - 1, day) / DAY_MS
}

/** The ISO date of a day number: the inverse of `dayNumber`. */
export const isoDayOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)

/** The weekday of a day number: Sunday is 0. 1970-01-01 was a Thursday. */
export const weekdayOf = (number: number): number => (((number + 4) % 7) + 7) % 7

/** The day in Chile as an ISO date: 2025-07-02. */
export function isoDay(value: DateLike): string {
  const { year, month, day } = dayInChile(value)
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  )
}

/** «2 de julio, 2025», for cases and lists. */
export function formatDate(value: DateLike): string {
  const { year, month, day } = dayInChile(value)
  return `${day} de ${MONTHS[month - 1]}, ${year}`
}

const WEEKDAYS = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'] as const

/** «Sábado 21 de noviembre de 2026», for the current day. */
export function formatDateWithWeekday(value: DateLike): string {
  const { year, month, day } = dayInChile(value)
  return `${WEEKDAYS[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]} ${formatLongDate(value)}`
}

/** «2 de julio de 2025», for running text and legal pages. */
export function formatLongDate(value: DateLike): string {
  const { year, month, day } = dayInChile(value)
  return `${day} de ${MONTHS[month - 1]} de ${year}`
}

/** «27 de noviembre», with the year if it is another one than that of `today`: «4 de enero de 2028». */
export function formatDayAndMonth(value: DateLike, today: DateLike = new Date()): string {
  const { year, month, day } = dayInChile(value)
  return year === dayInChile(today).year ? `${day} de ${MONTHS[month - 1]}` : formatLongDate(value)
}
