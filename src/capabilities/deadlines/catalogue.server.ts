import * as z from 'zod'
import extraHolidays from '../../../data/feriados-extra.json' with { type: 'json' }
import rules from '../../../data/plazos.json' with { type: 'json' }
import { createHolidays, type Holidays } from '../../chile/holidays.ts'
import { communesOf } from '../../chile/regions.ts'
import type { SaidEvent } from '../../chile/said-events.ts'
import { PROFILE_SPECIALTIES } from '../../chile/specialties.ts'
import type { TermKind, TermLength, TermUnit } from '../../chile/terms.ts'

/** What a person is asked, so that the rule can be applied. */
export interface RuleQuestion {
  id: string
  text: string
  type: 'date' | 'yes_no' | 'number'
}

/** A legal deadline as `data/plazos.json` has it. Texts are in Spanish, for people. */
export interface DeadlineRule {
  id: string
  /** A changed amount, unit or start is a new version (PLZ-11). */
  version: number
  subject: string
  specialties: readonly string[]
  name: string
  kind: TermKind
  /** Null: unconfirmed, so that it never yields a date (PLZ-09). */
  term: TermLength | null
  /** «el día en que …»: the day from which it is counted. */
  start: string
  /** What a text says of that day; null: no event of `src/chile/said-events.ts`. */
  event: SaidEvent | null
  questions: readonly RuleQuestion[]
  /** Answers of the questionnaire that give its start (PLZ-29). */
  triggers: readonly string[]
  suspensions: readonly { id: string; text: string; fromText: string; toText: string }[]
  ceiling: TermLength | null
  /** So much longer per unit of a number that is asked, to at most `max` in all. */
  added: { question: string; amount: number; max: number } | null
  /** What stops it. */
  stops: string
  /** Why the earlier date is shown, and what to mind. */
  prudence: string
  /** Shown instead of a date. */
  notice: string | null
  sources: readonly { law: string; article: string; readIn: string }[]
  /** PLZ-09. */
  certainty: 'high' | 'medium' | 'unconfirmed'
  /** YYYY-MM-DD */
  checkedOn: string
  validFrom: string | null
  validUntil: string | null
  /** By specialty and question of the questionnaire: the answers with which it applies. */
  onlyIf: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

const UNITS: Readonly<Record<string, TermUnit>> = {
  corridos: 'calendar_days',
  habiles_judicial: 'court_days',
  habiles_administrativo: 'office_days',
  meses: 'months',
  anios: 'years',
}
const EVENTS: Readonly<Record<string, SaidEvent>> = {
  despido: 'dismissal',
  vencimiento: 'due_date',
  notificacion: 'notification',
  separacion: 'separation',
  compra: 'purchase',
  aviso_al_banco: 'bank_report',
  hecho: 'damage',
  muerte: 'death',
}

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const words = z.string().check(z.minLength(1))
const length = z.strictObject({ cantidad: z.int().check(z.positive()), unidad: z.enum(Object.keys(UNITS)) })
const toLength = ({ cantidad, unidad }: z.infer<typeof length>): TermLength => ({
  amount: cantidad,
  unit: UNITS[unidad] ?? 'calendar_days',
})
/** `retroactivo` is counted back from a hearing; no confirmed rule has it. */
const KINDS = { plazo: 'own', plazo_ajeno: 'other', espera: 'wait', retroactivo: 'own' } as const
const CERTAINTIES = { alta: 'high', media: 'medium', por_confirmar: 'unconfirmed' } as const
const QUESTION_TYPES = { fecha: 'date', si_no: 'yes_no', numero: 'number' } as const

const ruleEntry = z.strictObject({
  id: z.string().check(z.regex(/^[a-z]+(-[a-z]+)+$/)),
  version: z.int().check(z.positive()),
  materia: words,
  especialidades: z.array(z.enum(PROFILE_SPECIALTIES)).check(z.minLength(1)),
  nombre: words.check(z.maxLength(120)),
  clase: z.enum(Object.keys(KINDS)),
  cantidad: z.nullable(z.int().check(z.positive())),
  unidad: z.nullable(z.enum(Object.keys(UNITS))),
  inicio: words,
  suceso: z.nullable(z.enum(Object.keys(EVENTS))),
  preguntas: z.array(z.strictObject({ id: words, texto: words, tipo: z.enum(Object.keys(QUESTION_TYPES)) })),
  disparadores: z.array(words),
  suspensiones: z.array(z.strictObject({ id: words, texto: words, desde: words, hasta: words })),
  tope: z.nullable(z.strictObject({ ...length.shape, desde: z.literal('inicio') })),
  suma: z.optional(
    z.strictObject({ por: words, cantidad: z.int(), unidad: z.literal('meses'), maximo_total: z.int() }),
  ),
  detiene: z.string(),
  prudencia: z.string(),
  aviso: z.optional(words),
  propuesta: z.optional(z.strictObject({ cantidad: z.int(), unidad: words })),
  fuente: z
    .array(z.strictObject({ norma: words, articulo: z.string(), leido_en: z.string() }))
    .check(z.minLength(1)),
  certeza: z.enum(Object.keys(CERTAINTIES)),
  activa: z.boolean(),
  revisado: day,
  vigente_desde: z.nullable(day),
  vigente_hasta: z.nullable(day),
  solo_si: z.record(z.string(), z.record(z.string(), z.array(words))),
})

function toRule(entry: z.infer<typeof ruleEntry>): DeadlineRule {
  const { cantidad, unidad, tope, suma } = entry
  const certainty = CERTAINTIES[entry.certeza as keyof typeof CERTAINTIES]
  const isConfirmed = entry.activa && certainty !== 'unconfirmed'
  return {
    id: entry.id,
    version: entry.version,
    subject: entry.materia,
    specialties: entry.especialidades,
    name: entry.nombre,
    kind: KINDS[entry.clase as keyof typeof KINDS],
    term: isConfirmed && cantidad !== null && unidad !== null ? toLength({ cantidad, unidad }) : null,
    start: entry.inicio,
    event: entry.suceso === null ? null : (EVENTS[entry.suceso] ?? null),
    questions: entry.preguntas.map(({ id, texto, tipo }) => ({
      id,
      text: texto,
      type: QUESTION_TYPES[tipo as keyof typeof QUESTION_TYPES],
    })),
    triggers: entry.disparadores,
    suspensions: entry.suspensiones.map(({ id, texto, desde, hasta }) => ({
      id,
      text: texto,
      fromText: desde,
      toText: hasta,
    })),
    ceiling: tope && toLength(tope),
    added: suma ? { question: suma.por, amount: suma.cantidad, max: suma.maximo_total } : null,
    stops: entry.detiene,
    prudence: entry.prudencia,
    notice: entry.aviso ?? null,
    sources: entry.fuente.map(({ norma, articulo, leido_en }) => ({
      law: norma,
      article: articulo,
      readIn: leido_en,
    })),
    certainty,
    checkedOn: entry.revisado,
    validFrom: entry.vigente_desde,
    validUntil: entry.vigente_hasta,
    onlyIf: entry.solo_si,
  }
}

/** Every rule, also the unconfirmed ones, by id and version. @throws at start, when the data is not as declared */
export const DEADLINE_RULES: readonly DeadlineRule[] = z.array(ruleEntry).parse(rules).map(toRule)

const holidayEntry = z.strictObject({
  fecha: day,
  nombre: words,
  /** Null: the whole country. */
  lugar: z.nullable(words),
  regiones: z.array(words),
  comunas: z.array(words),
  ley: words,
  revisado: day,
})

/** The holidays of Chile with those that a law declared for one day (PLZ-15). */
export const HOLIDAYS: Holidays = createHolidays(
  z
    .array(holidayEntry)
    .parse(extraHolidays)
    .map(({ fecha, nombre, lugar, regiones, comunas }) => ({
      day: fecha,
      name: nombre,
      place: lugar === null ? null : { name: lugar, communes: [...regiones.flatMap(communesOf), ...comunas] },
    })),
)
