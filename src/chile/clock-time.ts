// Not in dates.ts, which every page loads.
const clock = new Intl.DateTimeFormat('es-CL', {
  timeZone: 'America/Santiago',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** «9:15», in Chilean time. @param time ISO 8601 */
export const formatClockTime = (time: string): string => clock.format(new Date(time)).replace(/^0(?=\d)/, '')
