import { dayInChile } from './dates.ts'

const wallClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Santiago',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** The minutes since midnight in Chile. */
export function minuteOfDay(time: Date): number {
  const [hour = 0, minute = 0] = wallClock.format(time).split(':').map(Number)
  return hour * 60 + minute
}

/** How far Chile's clocks are ahead of UTC at a moment, in ms; negative. */
function offsetAt(time: Date): number {
  const { year, month, day } = dayInChile(time)
  const shown = Date.UTC(year, month - 1, day, 0, minuteOfDay(time))
  return shown - Math.floor(time.getTime() / 60_000) * 60_000
}

/**
 * The moment at which clocks in Chile show this time of a day. When clocks are set back and show it twice, the first; when they are set
 * forward and skip it, as much later as they skip.
 * @param day ISO date
 * @param minute since midnight; may exceed a day
 */
export function momentInChile(day: string, minute: number): Date {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + minute * 60_000
  // The offsets some hours before and after differ only around a change of the clocks.
  const [before, after] = [-12, 12].map((hours) => offsetAt(new Date(asUtc + hours * 3_600_000)))
  const candidates = [before, after].map((offset) => new Date(asUtc - (offset ?? 0)))
  const shows = candidates.filter((moment) => moment.getTime() + offsetAt(moment) === asUtc)
  return shows.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? (candidates[0] as Date)
}
