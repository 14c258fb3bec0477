import { type DateLike, dayNumber, isoDay, isoDayOf, weekdayOf } from './dates.ts'

/**
 * The first day of Ley 21.719, which amends Ley 19.628 (Boletín 18.623-07 would postpone it). A request received before
 * has the deadlines and the complaint of the old law.
 */
export const DATA_LAW_FROM = '2026-12-01'

/** Whether Ley 21.719 applies to what was received at this time. */
export const isUnderNewLaw = (received: DateLike): boolean => isoDay(received) >= DATA_LAW_FROM

/** The day so many calendar days later, as an ISO date. */
export const addDays = (day: DateLike, count: number): string => isoDayOf(dayNumber(day) + count)

const SUNDAY = 0

/**
 * The day so many business days later, as an ISO date. The law does not define them between private parties, so this is the
 * earliest of all readings: Saturdays count, and holidays too.
 */
export function addBusinessDays(day: DateLike, count: number): string {
  let number = dayNumber(day)
  for (let left = count; left > 0; ) {
    number += 1
    if (weekdayOf(number) !== SUNDAY) left -= 1
  }
  return isoDayOf(number)
}
