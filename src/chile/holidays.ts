import { dayNumber, isoDayOf, weekdayOf } from './dates.ts'
import { communesOf } from './regions.ts'

/** The years whose holidays are known: those of the table of solstices (PLZ-13). */
const FIRST_YEAR = 2022
const LAST_YEAR = 2046

/** Where a holiday that is none in the whole country is one: its name in a sentence, and its communes. */
export interface HolidayPlace {
  name: string
  communes: readonly string[]
}

/** A holiday that a law declared for one day (PLZ-15). */
export interface DeclaredHoliday {
  /** YYYY-MM-DD */
  day: string
  name: string
  /** Null: the whole country. */
  place: HolidayPlace | null
}

const dayOf = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / 86_400_000
const yearOf = (day: number) => Number(isoDayOf(day).slice(0, 4))

/** Gregorian Easter Sunday, as a day number (algorithm of Meeus, Jones and Butcher). */
export function easterOf(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return dayOf(year, Math.floor(sum / 31), (sum % 31) + 1)
}

/** The day of the June solstice in Chile (PLZ-13; Ley 21.357). */
const solsticeOf = (year: number) => dayOf(year, 6, year % 4 < 2 ? 20 : 21)

const moved = (day: number, shifts: Readonly<Record<number, number>>) => day + (shifts[weekdayOf(day)] ?? 0)
/** Ley 19.668: Tuesday to Thursday moves to the Monday before, Friday to the Monday after. */
const toMonday = (day: number) => moved(day, { 2: -1, 3: -2, 4: -3, 5: 3 })
/** Ley 20.299: Tuesday moves to the Friday before, Wednesday to the Friday after. */
const toFriday = (day: number) => moved(day, { 2: -4, 3: 2 })

/** Names of the national holidays of a year by law, by day number (PLZ-12). */
function holidaysByLaw(year: number): Map<number, string> {
  const newYear = dayOf(year, 1, 1)
  const easter = easterOf(year)
  const independence = dayOf(year, 9, 18)
  const days = new Map([
    [newYear, 'Año Nuevo'],
    [easter - 2, 'Viernes Santo'],
    [easter - 1, 'Sábado Santo'],
    [dayOf(year, 5, 1), 'Día del Trabajo'],
    [dayOf(year, 5, 21), 'Glorias Navales'],
    [solsticeOf(year), 'Día de los Pueblos Indígenas'],
    [toMonday(dayOf(year, 6, 29)), 'San Pedro y San Pablo'],
    [dayOf(year, 7, 16), 'Virgen del Carmen'],
    [dayOf(year, 8, 15), 'Asunción de la Virgen'],
    [independence, 'Independencia'],
    [independence + 1, 'Glorias del Ejército'],
    [toMonday(dayOf(year, 10, 12)), 'Encuentro de Dos Mundos'],
    [toFriday(dayOf(year, 10, 31)), 'Iglesias Evangélicas'],
    [dayOf(year, 11, 1), 'Todos los Santos'],
    [dayOf(year, 12, 8), 'Inmaculada Concepción'],
    [dayOf(year, 12, 25), 'Navidad'],
  ])
  // Leyes 20.983 and 20.215.
  if (weekdayOf(newYear) === 0) days.set(newYear + 1, 'feriado de Año Nuevo')
  const independenceWeekday = weekdayOf(independence)
  if (independenceWeekday === 6 || independenceWeekday === 2)
    days.set(independence - 1, 'feriado de Fiestas Patrias')
  if (independenceWeekday === 3) days.set(independence + 2, 'feriado de Fiestas Patrias')
  return days
}

const CHILLAN = ['Chillán', 'Chillán Viejo']
/** Days and places of the yearly holidays that are none in the whole country: Leyes 20.663 and 20.678. */
const REGIONAL: Readonly<Record<string, HolidayPlace>> = {
  '06-07': { name: 'Arica y Parinacota', communes: communesOf('Arica y Parinacota') },
  '08-20': { name: 'Chillán y Chillán Viejo', communes: CHILLAN },
}

export interface Holidays {
  /**
   * The name of the national holiday on a day number, or null.
   * @throws UnknownHolidays outside 2022 to 2046
   */
  national(day: number): string | null
  /** The place of the commune that alone has a holiday on a day number, or null. */
  regional(day: number, commune: string): string | null
}

/** A count left the years whose holidays are known (PLZ-10). */
export class UnknownHolidays extends Error {}

/** The holidays of Chile (PLZ-12 to PLZ-16). @param declared those that a law declared for one day */
export function createHolidays(declared: readonly DeclaredHoliday[] = []): Holidays {
  const years = new Map<number, Map<number, string>>()
  const ofYear = (year: number) => {
    if (year < FIRST_YEAR || year > LAST_YEAR) throw new UnknownHolidays(String(year))
    const known = years.get(year)
    if (known) return known
    const days = holidaysByLaw(year)
    for (const { day, name, place } of declared)
      if (!place && yearOf(dayNumber(day)) === year) days.set(dayNumber(day), name)
    years.set(year, days)
    return days
  }
  return {
    national: (day) => ofYear(yearOf(day)).get(day) ?? null,
    regional(day, commune) {
      const iso = isoDayOf(day)
      const places = [
        REGIONAL[iso.slice(5)],
        ...declared.filter((one) => one.day === iso).map(({ place }) => place),
      ]
      return places.find((place) => place?.communes.includes(commune))?.name ?? null
    },
  }
}
