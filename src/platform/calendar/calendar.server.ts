import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'

/** A day or a moment in a calendar. */
export interface CalendarEntry {
  /** Stable: the same entry keeps it when it changes. */
  uid: string
  /** A day such as 2026-11-27, or a moment. */
  when: string | Date
  title: string
  /** The page that it is about. */
  url: string
  /** Rises with every change. */
  sequence: number
  changedAt: Date
  /** Reminders, so many days before. */
  alarmDays?: readonly number[]
}

/** How often calendar programs should ask again, in seconds. */
const REFRESH_SECONDS = 6 * 3_600

/** Calendars allow no control characters, and lone surrogates are no UTF-8. */
const toCalendarText = (text: string) => text.toWellFormed().replace(/[^\P{Cc}\n]/gu, ' ')

const SECONDS_A_DAY = 86_400

/**
 * SEG-30: a calendar as iCalendar (RFC 5545). Events only, because calendar programs ignore to-dos. Equal
 * entries give equal bytes. Days are all-day events that do not block the time.
 * @param options `isSubscribed`: calendar programs ask for it again; false for a file that is downloaded once
 */
export function calendarText(
  name: string,
  entries: readonly CalendarEntry[],
  { isSubscribed = true } = {},
): string {
  const calendar = ical({
    name,
    prodId: { company: 'Amparo', product: 'Amparo', language: 'ES' },
    method: ICalCalendarMethod.PUBLISH,
    ...(isSubscribed && { ttl: REFRESH_SECONDS }),
  })
  for (const { uid, when, title, url, sequence, changedAt, alarmDays = [] } of entries)
    calendar.createEvent({
      id: uid,
      sequence,
      stamp: changedAt,
      start: typeof when === 'string' ? new Date(`${when}T00:00:00Z`) : when,
      allDay: typeof when === 'string',
      summary: toCalendarText(title),
      url,
      alarms: alarmDays.map((days) => ({
        type: ICalAlarmType.display,
        description: toCalendarText(title),
        triggerBefore: days * SECONDS_A_DAY,
      })),
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  // The last line ends like the others.
  return `${calendar.toString()}\r\n`
}
