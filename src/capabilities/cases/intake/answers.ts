import { formatDate } from '../../../chile/dates.ts'
import { formatMoney } from '../../../chile/money.ts'
import { regionOf } from '../../../chile/regions.ts'
import type { Refusal, Result } from '../../../platform/errors/refusal.ts'
import { cleanText } from '../../lawyers/schema.ts'
import type { PublishInput } from '../schema.ts'
import {
  isCaseSpecialty,
  OTHER,
  OTHER_QUESTION,
  QUESTION_IDS,
  type Question,
  type QuestionId,
  questionsOf,
} from './questions.ts'

/** What a client has said of a case so far. A number is its digits, a date YYYY-MM-DD; empty is not answered (TRAP-23). */
export interface Intake {
  specialty: string
  /** Of «Otro» alone. */
  otherText: string
  answers: Readonly<Record<QuestionId, string>>
  commune: string
}

export interface Pair {
  question: string
  answer: string
}

/** What a published case is made of (WIZ-25 to WIZ-28). */
export interface ComposedCase {
  title: string
  description: string
  specialty: string
  commune: string
  details: Pair[]
}

export type IntakeField = 'specialty' | 'otherText' | `answers.${QuestionId}` | 'commune'

/** WIZ-07: none of them is shown; longer is refused with a text. Characters as JavaScript counts them. */
export const OTHER_MAX = 500
export const LINE_MAX = 300
export const AREA_MAX = 4_000
/** Whole numbers so far make sense of each unit. */
export const NUMBER_MAX = { días: 36_500, meses: 1_200, CLP: 999_999_999_999 } as const
export const EARLIEST_DATE = '1900-01-01'

const grouped = (whole: number) => formatMoney(whole).slice(1)
const tooLong = (most: number) => `Tu respuesta puede tener hasta ${grouped(most)} caracteres.`

export const INTAKE_MESSAGES = {
  specialty: 'Elige una especialidad de la lista.',
  other: 'Describe brevemente el tipo de caso para continuar.',
  unanswered: 'Responde esta pregunta para continuar.',
  option: 'Elige una de las respuestas.',
  number: 'Escribe un número entero, desde 0.',
  date: 'Escribe una fecha válida.',
  future: 'La fecha no puede ser posterior a hoy.',
  past: 'Revisa el año de esta fecha.',
  commune: 'Elige la comuna donde ocurren los hechos.',
  /** The browser asks nothing of the kind: for whoever writes requests by hand. */
  notAsked: 'Esta especialidad no tiene esta pregunta.',
} as const

/** WIZ-28. */
export const NOT_ANSWERED = 'No respondida'

const read = (text: string) => cleanText(text)
const readLine = (text: string) => read(text).replace(/\n/g, ' ')

/** What is wrong with the answer of a question, or null. @param today the day in Chile, YYYY-MM-DD */
export function answerProblem(question: Question, answer: string, today: string): string | null {
  const said = read(answer)
  // The text, never its truth: «0» is an answer (TRAP-23).
  if (said === '') return INTAKE_MESSAGES.unanswered
  switch (question.input) {
    case 'radio':
      return question.options.includes(said) ? null : INTAKE_MESSAGES.option
    case 'text':
      return said.length > LINE_MAX ? tooLong(LINE_MAX) : null
    case 'textarea':
      return said.length > AREA_MAX ? tooLong(AREA_MAX) : null
    case 'date':
      return dateProblem(said, today)
    case 'number':
      if (!/^\d{1,15}$/.test(said)) return INTAKE_MESSAGES.number
      return Number(said) > NUMBER_MAX[question.unit] ? numberTooLarge(question.unit) : null
  }
}

const numberTooLarge = (unit: keyof typeof NUMBER_MAX) =>
  `Escribe un número hasta ${grouped(NUMBER_MAX[unit])}.`

function dateProblem(said: string, today: string): string | null {
  if (!isDay(said)) return INTAKE_MESSAGES.date
  if (said > today) return INTAKE_MESSAGES.future
  return said < EARLIEST_DATE ? INTAKE_MESSAGES.past : null
}

/** A day that the calendar has. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/**
 * What is still wrong, by field in the order of the steps: Especialidad (WIZ-10, WIZ-12), Detalles (WIZ-17), Resumen
 * (WIZ-21). The server refuses with the same.
 * @param today the day in Chile, YYYY-MM-DD
 */
export function intakeProblems(intake: Intake, today: string): Map<IntakeField, string> {
  const problems = new Map<IntakeField, string>()
  if (!isCaseSpecialty(intake.specialty)) problems.set('specialty', INTAKE_MESSAGES.specialty)
  if (intake.specialty === OTHER) {
    const said = read(intake.otherText)
    if (said === '') problems.set('otherText', INTAKE_MESSAGES.other)
    else if (said.length > OTHER_MAX) problems.set('otherText', tooLong(OTHER_MAX))
  }
  for (const question of questionsOf(intake.specialty)) {
    const problem = answerProblem(question, intake.answers[question.id], today)
    if (problem) problems.set(`answers.${question.id}`, problem)
  }
  if (regionOf(intake.commune) === null) problems.set('commune', INTAKE_MESSAGES.commune)
  return problems
}

/** The fields that each step asks for, in its order. */
export const STEP_FIELDS: readonly (readonly IntakeField[])[] = [
  ['specialty', 'otherText'],
  QUESTION_IDS.map((id): IntakeField => `answers.${id}`),
  ['commune'],
]

/** A valid answer as people read it: «$1.200.000», «2 de julio, 2025» (OPEN-64). */
export function writtenAnswer(question: Question, answer: string): string {
  const said = question.input === 'textarea' ? read(answer) : readLine(answer)
  if (said === '') return NOT_ANSWERED
  if (question.input === 'date') return isDay(said) ? formatDate(said) : said
  if (question.input === 'number' && /^\d{1,15}$/.test(said))
    return question.unit === 'CLP' ? formatMoney(Number(said)) : grouped(Number(said))
  return said
}

/** WIZ-19, WIZ-28, OPEN-47: questions and answers; of «Otro» the one text. */
export function pairsOf({ specialty, otherText, answers }: Omit<Intake, 'commune'>): Pair[] {
  if (specialty === OTHER) return [{ question: OTHER_QUESTION, answer: read(otherText) || NOT_ANSWERED }]
  return questionsOf(specialty).map((question) => ({
    question: question.text,
    answer: writtenAnswer(question, answers[question.id]),
  }))
}

/** WIZ-26. */
export const titleOf = (specialty: string, commune: string) => `Consulta de ${specialty} en ${commune}`

/** WIZ-27, OPEN-47: one pair a line. */
export const descriptionOf = (pairs: readonly Pair[]) =>
  pairs.map(({ question, answer }) => `${question} ${answer}`).join('\n')

/**
 * The case that an intake makes. Refused (422, by field): what `intakeProblems` finds, and an answer to what the
 * specialty does not ask.
 * @param today the day in Chile, YYYY-MM-DD
 */
export function composeCase(input: Omit<PublishInput, 'id'>, today: string): Result<ComposedCase> {
  const { specialty, commune, answers, otherText } = input
  const intake: Intake = {
    specialty,
    commune,
    otherText: otherText ?? '',
    answers: { q1: answers.q1 ?? '', q2: answers.q2 ?? '', q3: answers.q3 ?? '' },
  }
  const problems = intakeProblems(intake, today)
  const asked = new Set(questionsOf(specialty).map(({ id }) => id))
  for (const id of QUESTION_IDS)
    if (answers[id] !== undefined && !asked.has(id)) problems.set(`answers.${id}`, INTAKE_MESSAGES.notAsked)
  if (otherText !== undefined && specialty !== OTHER) problems.set('otherText', INTAKE_MESSAGES.notAsked)
  if (problems.size > 0) return { ok: false, refusal: refusalOf(problems) }
  const details = pairsOf(intake)
  return {
    ok: true,
    value: {
      title: titleOf(specialty, commune),
      description: descriptionOf(details),
      specialty,
      commune,
      details,
    },
  }
}

const refusalOf = (problems: ReadonlyMap<IntakeField, string>): Refusal => ({
  code: 'UNPROCESSABLE_CONTENT',
  message: [...problems.values()][0] ?? '',
  fields: Object.fromEntries(problems),
})
