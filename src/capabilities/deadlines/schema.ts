import * as z from 'zod/mini'
import { PROFILE_SPECIALTIES } from '../../chile/specialties.ts'
import { TERM_KINDS, TERM_UNITS } from '../../chile/terms.ts'
import { communeField } from '../lawyers/schema.ts'

/** How sure a rule is (PLZ-09). */
export const CERTAINTIES = ['high', 'medium', 'unconfirmed'] as const

/** Why there is no date: PLZ-09, PLZ-11, PLZ-10; or the day of the event is not known. */
export const NO_DATES = ['unconfirmed', 'not_in_force', 'unknown_holidays', 'start_unknown'] as const
export type NoDate = (typeof NO_DATES)[number]

/** No rule has more than one suspension or number; more is no input of a person. */
const MAX_FACTS = 5
/** Years that somebody may have rented a home. */
const MAX_NUMBER = 99

export const MESSAGES = {
  rule: 'Elige un plazo de la lista.',
  day: 'Escribe una fecha válida.',
  number: `Escribe un número entero, de 0 a ${MAX_NUMBER}.`,
  tooMany: 'Anota menos datos.',
  otherRule: 'Este dato no corresponde a este plazo.',
  endBeforeStart: 'El término no puede ser anterior al inicio.',
  text: 'Cuéntanos tu problema.',
  textLong: 'Tu texto puede tener hasta 1.000 caracteres.',
  specialty: 'Elige una especialidad de la lista.',
  noDay: 'Este plazo no tiene un día por venir.',
  wait: 'Espera un momento antes de volver a calcular.',
} as const

const day = z.string()
const length = z.object({ amount: z.int(), unit: z.enum(TERM_UNITS) })

/** A rule as everybody may read it. */
export const publicRule = z.object({
  id: z.string(),
  version: z.int(),
  name: z.string(),
  kind: z.enum(TERM_KINDS),
  /** Null: unconfirmed, without amount (PLZ-09). */
  term: z.nullable(length),
  ceiling: z.nullable(length),
  added: z.nullable(z.object({ question: z.string(), amount: z.int(), max: z.int() })),
  /** «el día en que …». */
  start: z.string(),
  questions: z.array(
    z.object({ id: z.string(), text: z.string(), type: z.enum(['date', 'yes_no', 'number']) }),
  ),
  suspensions: z.array(
    z.object({ id: z.string(), text: z.string(), fromText: z.string(), toText: z.string() }),
  ),
  stops: z.string(),
  prudence: z.string(),
  /** Shown instead of the sentence of unconfirmed rules. */
  notice: z.nullable(z.string()),
  sources: z.array(z.object({ law: z.string(), article: z.string() })),
  certainty: z.enum(CERTAINTIES),
  checkedOn: day,
  /** In force from this day on. */
  validFrom: z.nullable(day),
})
export type PublicRule = z.infer<typeof publicRule>

export const listOutput = z.object({
  subjects: z.array(z.object({ title: z.string(), rules: z.array(publicRule) })),
})
export type RulesBySubject = z.infer<typeof listOutput>

/** A day; the command says what is wrong with it, because that depends on today (PLZ-10). */
const dayInput = z.string(MESSAGES.day).check(z.maxLength(20, MESSAGES.day))

export const calculateInput = z.strictObject({
  rule: z.string(MESSAGES.rule).check(z.maxLength(60, MESSAGES.rule)),
  /** The day of the event. */
  start: dayInput,
  facts: z.optional(
    z.strictObject({
      suspensions: z.optional(
        z
          .array(
            z.strictObject({
              id: z.string().check(z.maxLength(60)),
              from: dayInput,
              to: z.nullable(dayInput),
            }),
          )
          .check(z.maxLength(MAX_FACTS, MESSAGES.tooMany)),
      ),
      numbers: z.optional(
        z
          .record(
            z.string(),
            z.int(MESSAGES.number).check(z.gte(0, MESSAGES.number), z.lte(MAX_NUMBER, MESSAGES.number)),
          )
          .check(z.refine((numbers) => Object.keys(numbers).length <= MAX_FACTS, MESSAGES.tooMany)),
      ),
      commune: z.optional(communeField),
    }),
  ),
})
export type CalculateInput = z.infer<typeof calculateInput>

/** A counted deadline. */
export const countedDeadline = z.object({
  lastDay: day,
  /** Of an own deadline: the last day until then on which offices are open (PLZ-05). */
  actBy: z.nullable(day),
  /** Of the other side's and of a wait: the day on which one's right begins (PLZ-08). */
  startsOn: z.nullable(day),
  /** Of an own deadline that is not over: Monday-to-Friday days without holidays until `actBy` (PLZ-37). */
  daysLeft: z.nullable(z.int()),
  /** How it was counted (PLZ-39). */
  amount: z.int(),
  skipped: z.array(z.object({ day, name: z.string() })),
  suspensions: z.array(z.object({ text: z.string(), from: day, to: z.nullable(day) })),
  suspendedDays: z.int(),
  ceiling: z.nullable(z.object({ day, applied: z.boolean() })),
  isMonthEnd: z.boolean(),
  closed: z.array(z.object({ day, name: z.nullable(z.string()), place: z.nullable(z.string()) })),
})

/** One row of a card: the rule, and its date or why there is none. */
export const deadline = z.object({
  rule: publicRule,
  start: z.nullable(day),
  date: z.nullable(countedDeadline),
  noDate: z.nullable(z.enum(NO_DATES)),
  /** Where the day was read in a text. */
  said: z.nullable(
    z.object({
      /** As the person wrote it. */
      words: z.string(),
      /** False: «fecha aproximada» (PLZ-19). */
      isExact: z.boolean(),
      /** The text has another day for the same event (PLZ-22). */
      isDoubtful: z.boolean(),
    }),
  ),
})
export type Deadline = z.infer<typeof deadline>

export const calculateOutput = z.object({ today: day, deadline })
export type Calculated = z.infer<typeof calculateOutput>

/** Most characters of a text: as many as the search takes. */
const MAX_TEXT_LENGTH = 1_000

/** PLZ-25: a problem in the person's own words. It is read and not kept (PLZ-23). */
export const readInput = z.strictObject({
  text: z.string(MESSAGES.text).check(
    z.maxLength(MAX_TEXT_LENGTH, MESSAGES.textLong),
    z.refine((text) => text.trim() !== '', MESSAGES.text),
  ),
  specialty: z
    .string(MESSAGES.specialty)
    .check(z.refine((name) => PROFILE_SPECIALTIES.includes(name), MESSAGES.specialty)),
  commune: z.optional(communeField),
})
export type ReadInput = z.infer<typeof readInput>

export const readOutput = z.object({ today: day, deadlines: z.array(deadline) })
export type ReadDeadlines = z.infer<typeof readOutput>

/** Most deadlines of one calendar file; a card has fewer. */
const MAX_CALENDAR_ITEMS = 20

export const calendarInput = z.strictObject({
  items: z
    .array(calculateInput)
    .check(z.minLength(1, MESSAGES.rule), z.maxLength(MAX_CALENDAR_ITEMS, MESSAGES.tooMany)),
})
export type CalendarInput = z.infer<typeof calendarInput>
/** iCalendar text, for a file. */
export const calendarOutput = z.object({ text: z.string() })
