import { dayNumber, isoDayOf, weekdayOf } from './dates.ts'
import { easterOf } from './holidays.ts'
import { eventsIn, readEvents, type SaidEvent } from './said-events.ts'

/** A day in a text. */
export interface SaidDate {
  /** YYYY-MM-DD; never after today. */
  day: string
  /** False: «fecha aproximada», the earliest day that the words allow (PLZ-19). */
  isExact: boolean
  /** As the person wrote it. */
  words: string
  /** What happened then, by the words around it (PLZ-22). */
  event: SaidEvent | null
}

/** Longer texts are read up to here (PLZ-17). */
const MAX_LENGTH = 1_000

/** Words for a day, a month or a year; a day that does not exist, or only after today, is null. */
interface Reading {
  day: number | null
  isExact: boolean
}
type Groups = Readonly<Record<string, string | undefined>>
type Matcher = readonly [pattern: RegExp, read: (found: Groups, today: number) => Reading | null]

const NOTHING = null
const exactly = (day: number | null): Reading => ({ day, isExact: true })
const about = (day: number | null): Reading => ({ day, isExact: false })

// Numbers, months and days of the week, without accents.

const SPELLED = new Map(
  Object.entries({
    ...{ un: 1, uno: 1, una: 1, primero: 1, dos: 2, 'un par de': 2, tres: 3, cuatro: 4, cinco: 5, seis: 6 },
    ...{ siete: 7, ocho: 8, nueve: 9, diez: 10, once: 11, doce: 12, trece: 13, catorce: 14, quince: 15 },
    ...{
      dieciseis: 16,
      diecisiete: 17,
      dieciocho: 18,
      diecinueve: 19,
      veinte: 20,
      veintiuno: 21,
      veintiun: 21,
    },
    ...{ veintidos: 22, veintitres: 23, veinticuatro: 24, veinticinco: 25, veintiseis: 26, veintisiete: 27 },
    ...{ veintiocho: 28, veintinueve: 29, treinta: 30, 'treinta y uno': 31, 'treinta y un': 31 },
    ...{ cuarenta: 40, 'cuarenta y cinco': 45, cincuenta: 50, sesenta: 60, noventa: 90 },
  }),
)
const NUMBER = `\\d{1,3}|${[...SPELLED.keys()].sort((a, b) => b.length - a.length).join('|')}`
const numberOf = (word = '') => SPELLED.get(word) ?? Number(word)

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')
const MONTH = `${MONTHS.join('|')}|setiembre`
const SHORT_MONTH = 'ene|feb|mar|abr|may|jun|jul|ago|sept|sep|set|oct|nov|dic'
const monthOf = (word = '') => {
  const start = word.startsWith('set') ? 'sep' : word.slice(0, 3)
  return MONTHS.findIndex((name) => name.startsWith(start)) + 1
}
const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado']
const WEEKDAY = WEEKDAYS.join('|')
/** What may follow a day or a month: its year. */
const YEAR = '(?:,? (?:de |del )?(?:ano )?(?<year>(?:19|20)\\d{2})(?!\\d)|(?<last> del? ano pasado))?'

// Days by the calendar.

const yearOf = (day: number) => Number(isoDayOf(day).slice(0, 4))
/** The day, or null if the month does not have it. */
function dayOf(year: number, month: number, date: number): number | null {
  const time = new Date(Date.UTC(year, month - 1, date))
  const isReal = time.getUTCMonth() === month - 1 && time.getUTCDate() === date
  return isReal && year >= 1900 ? time.getTime() / 86_400_000 : null
}
/** The latest such day that is not after today (PLZ-20); 29 February may lie eight years back. */
function latest(today: number, month: number, date: number): number | null {
  for (let year = yearOf(today); year >= yearOf(today) - 8; year -= 1) {
    const day = dayOf(year, month, date)
    if (day !== null && day <= today) return day
  }
  return null
}
/** The latest day of the month with this number that is not after today. */
function latestDate(today: number, date: number): number | null {
  for (let day = today; day > today - 62; day -= 1) if (Number(isoDayOf(day).slice(8)) === date) return day
  return null
}
function monthsBefore(today: number, months: number): number {
  const [year = 0, month = 0, date = 0] = isoDayOf(today).split('-').map(Number)
  const lastDate = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return Date.UTC(year, month - 1 - months, Math.min(date, lastDate)) / 86_400_000
}
const startOfWeek = (day: number) => day - ((weekdayOf(day) + 6) % 7)
const startOfMonth = (day: number) => day - Number(isoDayOf(day).slice(8)) + 1

/** A day of a month, in the year that was said or else the latest one. */
function dated(found: Groups, today: number, month: number, date: number): number | null {
  if (found.year) return dayOf(Number(found.year), month, date)
  if (found.last) return dayOf(yearOf(today) - 1, month, date)
  return latest(today, month, date)
}

/** «hace …»: the earliest day that rounded words allow, half a unit before (PLZ-19). */
function ago(found: Groups, today: number): Reading | null {
  const { unit = '', near, about: isRough } = found
  const number = numberOf(found.number)
  const half = found.half ? 0.5 : 0
  if (unit.startsWith('hora') || unit.startsWith('minuto')) return number <= 24 ? exactly(today) : NOTHING
  if (unit.startsWith('dia')) {
    // «unos diez días» may be a few more.
    const more = !isRough ? 0 : number % 10 === 0 ? 5 : number % 5 === 0 ? 2 : 1
    return { day: today - number - more, isExact: !isRough && !near }
  }
  const isNear = near !== undefined
  if (unit.startsWith('semana')) return about(today - Math.ceil((number + half) * 7) - (isNear ? 0 : 3))
  const months = (number + half) * (unit.startsWith('mes') ? 1 : 12)
  const whole = monthsBefore(today, Math.floor(months)) - (months % 1 ? 15 : 0)
  if (isNear) return about(whole)
  return about(unit.startsWith('mes') ? whole - 15 : monthsBefore(whole, 6))
}

/** Parts of a month: their first day. */
const PART_DATES: Readonly<Record<string, number>> = {
  ...{ princ: 1, comie: 1, inici: 1, media: 11, fines: 21, final: 21 },
  ...{ prime: 1, segun: 8, terce: 15, cuart: 22, ultim: 21 },
}
const PART = '(?<part>principios|comienzos|inicios|mediados|fines|finales)'
const partDate = (found: Groups) => PART_DATES[found.part?.slice(0, 5) ?? ''] ?? 1

/** «el 18» is a day only before words that cannot belong to a thing of this number. */
const AFTER_DAY =
  '(?= ?$| ?[.,;:!?)]| (?:me|se|nos|te|le|les|y|e|o|que|en|por|a|ya|no|fue|cuando|mi|mis|tuve|hubo|al|hasta|recibi|recibio|llego|firme|compre|pague|avise|reclame)(?![a-z0-9]))'

const MATCHERS: readonly Matcher[] = (
  [
    // What looks like a date and is none (PLZ-21).
    [
      /(?:ley|leyes|decreto|dfl|dl|ds|art|arts|articulo|articulos|inciso|n|no|nro|numero)[.°º]* ?\d[\d.]*/,
      () => NOTHING,
    ],
    [/a las? \d{1,2}(?:[:.]\d{2})?/, () => NOTHING],
    [/24\/7/, () => NOTHING],
    [/[a-z]{1,4}-\d{1,7}-\d{4}/, () => NOTHING],
    [
      new RegExp(
        `(?:calle|avenida|av\\.?|avda\\.?|pasaje|pje\\.?|poblacion|villa|plaza|paseo|camino|liceo|escuela|colegio|condominio|barrio|cerro|sector|en) (?:${NUMBER}) de (?:${MONTH})(?: #? ?\\d{1,5})?`,
      ),
      () => NOTHING,
    ],
    [
      new RegExp(`(?:${NUMBER}) de (?:${MONTH}) (?:#|n°? ?)?(?!(?:19|20)\\d{2}(?!\\d))\\d{2,5}`),
      () => NOTHING,
    ],
    [new RegExp(`hace (?:ya )?mas de (?:${NUMBER}) (?:dias?|semanas?|mes(?:es)?|anos?)`), () => NOTHING],
    [/hoy en dia|hasta (?:hoy|ahora)|hoy dia no/, () => NOTHING],
    [
      new RegExp(
        `(?:el |este |del )?(?:proximo (?:${WEEKDAY})|(?:${WEEKDAY}) (?:que viene|proximo|siguiente))`,
      ),
      () => NOTHING,
    ],

    // In figures.
    [
      /(?<year>\d{4})-(?<month>\d{2})-(?<date>\d{2})(?![\d-])/,
      ({ year, month, date }) => exactly(dayOf(Number(year), Number(month), Number(date))),
    ],
    [
      /(?<date>\d{1,2})(?<sign>[/.-])(?<month>\d{1,2})\k<sign>(?<year>\d{4}|\d{2})(?![/.-]?\d)/,
      ({ year = '', month, date }, today) => {
        const short = Number(year) + (Number(year) > yearOf(today) % 100 ? 1900 : 2000)
        return exactly(dayOf(year.length === 2 ? short : Number(year), Number(month), Number(date)))
      },
    ],
    [
      /(?<date>\d{1,2})\/(?<month>\d{1,2})(?![/.,-]?\d)/,
      ({ month, date }, today) => exactly(latest(today, Number(month), Number(date))),
    ],

    // A day and its month.
    [
      new RegExp(
        `(?:el )?(?:(?:${WEEKDAY}),? )?(?:el )?(?:dia )?(?<date>${NUMBER})(?:°|º|ro|ero)?(?: y (?:el )?\\d{1,2}| al (?:el )?\\d{1,2})? (?:de |del mes de )(?<month>${MONTH})${YEAR}`,
      ),
      (found, today) => exactly(dated(found, today, monthOf(found.month), numberOf(found.date))),
    ],
    [
      new RegExp(
        `(?<date>\\d{1,2})(?: de |[ /-])(?<month>${MONTH}|${SHORT_MONTH})\\.?(?:[ /-](?:de |del )?(?<year>(?:19|20)\\d{2})(?!\\d))?(?![a-z])`,
      ),
      (found, today) => exactly(dated(found, today, monthOf(found.month), Number(found.date))),
    ],

    // Parts of months and years, months, years.
    [
      new RegExp(`${PART} de(?:l mes de)? (?<month>${MONTH})${YEAR}`),
      (found, today) => about(dated(found, today, monthOf(found.month), partDate(found))),
    ],
    [
      new RegExp(
        `(?<part>primera|segunda|tercera|cuarta|ultima) (?:semana|quincena) de (?<month>${MONTH})${YEAR}`,
      ),
      (found, today) => about(dated(found, today, monthOf(found.month), partDate(found))),
    ],
    [
      new RegExp(`${PART} del mes pasado`),
      (found, today) => about(startOfMonth(startOfMonth(today) - 1) + partDate(found) - 1),
    ],
    [
      new RegExp(
        `${PART} (?:de |del )(?:ano )?(?:(?<year>(?:19|20)\\d{2})(?!\\d)|(?<last>ano pasado|pasado))`,
      ),
      (found, today) => {
        const month = { 1: 1, 11: 5, 21: 9 }[partDate(found)] ?? 1
        return about(dayOf(found.year ? Number(found.year) : yearOf(today) - 1, month, 1))
      },
    ],
    [
      new RegExp(`(?:en|desde|durante|mes de) (?:el mes de )?(?<month>${MONTH})${YEAR}(?: pasado)?`),
      (found, today) => about(dated(found, today, monthOf(found.month), 1)),
    ],
    [
      new RegExp(
        `(?<month>${MONTH}) (?:(?:de |del )?(?:ano )?(?<year>(?:19|20)\\d{2})(?!\\d)|(?<last>del ano pasado)|pasado)`,
      ),
      (found, today) => about(dated(found, today, monthOf(found.month), 1)),
    ],
    [/el mes pasado/, (_found, today) => about(startOfMonth(startOfMonth(today) - 1))],
    [/la semana pasada/, (_found, today) => about(startOfWeek(today) - 7)],
    [/el ano pasado/, (_found, today) => about(dayOf(yearOf(today) - 1, 1, 1))],
    [/esta semana/, (_found, today) => about(startOfWeek(today))],
    [/este mes/, (_found, today) => about(startOfMonth(today))],

    // Counted back from today.
    [
      new RegExp(
        `hace (?:ya )?(?:apenas |solo |exactamente )?(?:(?<near>casi )|(?<about>como |unos |unas |cerca de |alrededor de |aproximadamente |mas o menos |aprox\\.? ))?(?:unos |unas )?(?<number>${NUMBER}) (?<unit>minutos?|horas?|dias?|semanas?|mes(?:es)?|anos?)(?<half> y medi[oa])?`,
      ),
      ago,
    ],
    [
      new RegExp(`(?<number>${NUMBER}) (?<unit>dias?|semanas?|mes(?:es)?|anos?)(?<half> y medi[oa])? atras`),
      ago,
    ],
    [/hace medio ano/, (_found, today) => about(monthsBefore(today, 9))],
    [/hace media hora|hace un rato|hace un momento/, (_found, today) => exactly(today)],
    [/antes de ayer|anteayer|antier|antenoche|anteanoche/, (_found, today) => exactly(today - 2)],
    [/ayer|anoche/, (_found, today) => exactly(today - 1)],
    [
      /hoy|recien(?! (?:en|este|esta|el|la|un|una|hace|nacid|casad|titulad|llegad))|esta manana|esta tarde|esta noche/,
      (_found, today) => exactly(today),
    ],

    // Days of the week.
    [
      new RegExp(
        `(?:el |del |este |ese )?(?<weekday>${WEEKDAY}) (?<date>\\d{1,2})(?! ?(?:hrs?|horas|:|\\d))`,
      ),
      ({ weekday = '', date }, today) => {
        for (let day = today; day > today - 400; day -= 1)
          if (weekdayOf(day) === WEEKDAYS.indexOf(weekday) && Number(isoDayOf(day).slice(8)) === Number(date))
            return exactly(day)
        return exactly(latestDate(today, Number(date)))
      },
    ],
    [
      new RegExp(`(?:el|del|desde el) (?<weekday>${WEEKDAY}) (?:recien )?(?:pasado|de la semana pasada)`),
      ({ weekday = '' }, today) => exactly(startOfWeek(today) - 7 + ((WEEKDAYS.indexOf(weekday) + 6) % 7)),
    ],
    [
      new RegExp(`(?:el|del|desde el) (?<weekday>${WEEKDAY})`),
      ({ weekday = '' }, today) =>
        exactly(today - (((weekdayOf(today) - WEEKDAYS.indexOf(weekday) + 6) % 7) + 1)),
    ],

    // Days with a name.
    [
      /(?:para|en|por|antes de|despues de|pasado) (?:el|del) (?:dieciocho|18)(?! de )/,
      (_found, today) => exactly(latest(today, 9, 18)),
    ],
    [/fiestas patrias/, (_found, today) => exactly(latest(today, 9, 18))],
    [/nochebuena/, (_found, today) => exactly(latest(today, 12, 24))],
    [/navidad/, (_found, today) => exactly(latest(today, 12, 25))],
    [/ano nuevo/, (_found, today) => exactly(latest(today, 1, 1))],
    [
      /semana santa|viernes santo/,
      (_found, today) => {
        const goodFriday = easterOf(yearOf(today)) - 2
        return exactly(goodFriday <= today ? goodFriday : easterOf(yearOf(today) - 1) - 2)
      },
    ],

    // A day of the month, a year.
    [
      /(?:desde el|del|el|dia) (?:dia )?(?<date>\d{1,2}) de(?:l presente(?: mes)?| este mes|l mes (?<last>pasado))/,
      ({ date, last }, today) => {
        const [year = 0, month = 0] = isoDayOf(last ? startOfMonth(today) - 1 : today)
          .split('-')
          .map(Number)
        return exactly(dayOf(year, month, Number(date)))
      },
    ],
    [
      new RegExp(`(?:desde el|del|el|dia) (?:dia )?(?<date>\\d{1,2})${AFTER_DAY}`),
      ({ date }, today) => exactly(latestDate(today, Number(date))),
    ],
    [
      /(?:en|desde|del|de|el|ano) (?:el )?(?:ano )?(?<year>(?:19|20)\d{2})(?![\d.,/-]*\d| pesos)/,
      ({ year }) => about(dayOf(Number(year), 1, 1)),
    ],
  ] as const satisfies Matcher[]
).map(([pattern, read]) => [new RegExp(`(?:${pattern.source})(?![a-z0-9])`, 'y'), read])

/** Whether any of them matches, at once: at most words none does. */
const ANY = new RegExp(
  MATCHERS.map(([{ source }]) =>
    source.replaceAll(/\(\?<\w+>/g, '(?:').replaceAll('\\k<sign>', '[/.-]'),
  ).join('|'),
  'y',
)

/** Lower case without accents, character by character, so that positions stay. */
const fold = (text: string) =>
  text.replace(/[^\0-\x7f]|[A-Z]|\s/g, (sign) => {
    if (/\s/.test(sign)) return sign === '\n' ? '\n' : ' '
    const plain = sign.normalize('NFD')[0]?.toLowerCase() ?? ''
    return plain.length === 1 && /[a-z]/.test(plain)
      ? plain
      : sign.toLowerCase().length === 1
        ? sign.toLowerCase()
        : sign
  })

const writtenText = (text: string) =>
  text
    .slice(0, MAX_LENGTH)
    .normalize('NFC')
    .replace(/[^\S\n]+/g, ' ')

/** What happened by a text, also without a day; and the text in lower case without accents. */
export function readSaidEvents(text: string): { events: ReadonlySet<SaidEvent>; words: string } {
  const words = fold(writtenText(text))
  return { events: eventsIn(words), words }
}

/**
 * The days in a text, in its order (PLZ-17 to PLZ-22): with their certainty and what happened then. Takes time linear in
 * the length; keeps nothing.
 * @param today YYYY-MM-DD
 */
export function readSaidDates(text: string, today: string): SaidDate[] {
  const written = writtenText(text)
  const folded = fold(written)
  const todayNumber = dayNumber(today)
  const found: { at: number; end: number; day: number; isExact: boolean }[] = []
  for (let at = 0; at < folded.length; at += 1) {
    if (!/[a-z0-9]/.test(folded[at] ?? '') || /[a-z0-9$/.+#-]/.test(folded[at - 1] ?? '')) continue
    ANY.lastIndex = at
    if (!ANY.test(folded)) continue
    for (const [pattern, read] of MATCHERS) {
      pattern.lastIndex = at
      const match = pattern.exec(folded)
      if (!match) continue
      const reading = read(match.groups ?? {}, todayNumber)
      const end = at + match[0].length
      if (reading?.day != null && reading.day <= todayNumber && yearOf(reading.day) >= 1900)
        found.push({ at, end, day: reading.day, isExact: reading.isExact })
      at = end - 1
      break
    }
  }
  const events = readEvents(folded, found)
  return found.map(({ at, end, day, isExact }, index) => ({
    day: isoDayOf(day),
    isExact,
    words: written.slice(at, end),
    event: events[index] ?? null,
  }))
}
