import { formatDate } from '../../../chile/dates.ts'
import { formatMoney } from '../../../chile/money.ts'
import { regionOf } from '../../../chile/regions.ts'
import { cleanParagraphs } from '../../../input/text.ts'
import { accept, type Result, refuse } from '../../../platform/errors/refusal.ts'
import type { PublishInput } from '../schema.ts'
import {
  isCaseSpecialty,
  OTHER_QUESTION,
  OTHER_SPECIALTY,
  QUESTION_IDS,
  type Question,
  type QuestionId,
  questionsOf,
} from './questions.ts'

/** Form values of the wizard. Numbers are digits, dates YYYY-MM-DD; empty means not answered (TRAP-23). */
export interface Intake {
  specialty: string
  /** Only for «Otro». */
  otherText: string
  answers: Readonly<Record<QuestionId, string>>
  commune: string
  /** PLZ-66: whether lawyers find it in the market; asked only about danger. Without an answer it is hidden. */
  inMarket?: boolean
}

export interface QuestionAnswer {
  question: string
  answer: string
}

/** The content of a case to publish (WIZ-25 to WIZ-28). */
interface ComposedCase {
  title: string
  description: string
  specialty: string
  commune: string
  details: QuestionAnswer[]
}

export type IntakeField = 'specialty' | 'otherText' | `answers.${QuestionId}` | 'commune'

/** WIZ-07: length limits in UTF-16 units. Not shown in the form; longer text is refused with a message. */
export const MAX_OTHER_LENGTH = 500
export const MAX_LINE_LENGTH = 300
export const MAX_AREA_LENGTH = 4_000
/** Largest plausible integer for each unit. */
export const MAX_NUMBER = { días: 36_500, meses: 1_200, CLP: 999_999_999_999 } as const
export const EARLIEST_DATE = '1900-01-01'

const withSeparators = (whole: number) => formatMoney(whole).slice(1)
const tooLong = (most: number) => `Tu respuesta puede tener hasta ${withSeparators(most)} caracteres.`

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
  /** Never caused by the form, only by hand-written requests. */
  notAsked: 'Esta especialidad no tiene esta pregunta.',
} as const

/** WIZ-28. */
export const NOT_ANSWERED = 'No respondida'

/** @param today the day in Chile, YYYY-MM-DD @returns the error message of the answer, or null */
export function answerProblem(question: Question, answer: string, today: string): string | null {
  const cleaned = cleanParagraphs(answer)
  // Compare with the empty string, not truthiness: «0» is an answer (TRAP-23).
  if (cleaned === '') return INTAKE_MESSAGES.unanswered
  switch (question.input) {
    case 'radio':
      return question.options.includes(cleaned) ? null : INTAKE_MESSAGES.option
    case 'text':
      return cleaned.length > MAX_LINE_LENGTH ? tooLong(MAX_LINE_LENGTH) : null
    case 'textarea':
      return cleaned.length > MAX_AREA_LENGTH ? tooLong(MAX_AREA_LENGTH) : null
    case 'date':
      return dateProblem(cleaned, today)
    case 'number':
      if (!/^\d{1,15}$/.test(cleaned)) return INTAKE_MESSAGES.number
      return Number(cleaned) > MAX_NUMBER[question.unit]
        ? `Escribe un número hasta ${withSeparators(MAX_NUMBER[question.unit])}.`
        : null
  }
}

/** @param today the day in Chile, YYYY-MM-DD @returns what is wrong with a day that something happened on, or null */
export function dateProblem(cleaned: string, today: string): string | null {
  if (!isDay(cleaned)) return INTAKE_MESSAGES.date
  if (cleaned > today) return INTAKE_MESSAGES.future
  return cleaned < EARLIEST_DATE ? INTAKE_MESSAGES.past : null
}

/** Whether the text is an existing calendar day, YYYY-MM-DD. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/**
 * Validates the form values, in browser and server. @param today the day in Chile, YYYY-MM-DD
 * @returns error messages by field, in the order of the steps (WIZ-10, WIZ-12, WIZ-17, WIZ-21)
 */
export function intakeProblems(intake: Intake, today: string): Map<IntakeField, string> {
  const problems = new Map<IntakeField, string>()
  if (!isCaseSpecialty(intake.specialty)) problems.set('specialty', INTAKE_MESSAGES.specialty)
  if (intake.specialty === OTHER_SPECIALTY) {
    const cleaned = cleanParagraphs(intake.otherText)
    if (cleaned === '') problems.set('otherText', INTAKE_MESSAGES.other)
    else if (cleaned.length > MAX_OTHER_LENGTH) problems.set('otherText', tooLong(MAX_OTHER_LENGTH))
  }
  for (const question of questionsOf(intake.specialty)) {
    const problem = answerProblem(question, intake.answers[question.id], today)
    if (problem) problems.set(`answers.${question.id}`, problem)
  }
  if (regionOf(intake.commune) === null) problems.set('commune', INTAKE_MESSAGES.commune)
  return problems
}

export const STEP_FIELDS: readonly (readonly IntakeField[])[] = [
  ['specialty', 'otherText'],
  QUESTION_IDS.map((id): IntakeField => `answers.${id}`),
  ['commune'],
]

/** Formats a valid answer for display: «$1.200.000», «2 de julio, 2025» (OPEN-64). */
export function formatAnswer(question: Question, answer: string): string {
  const text = cleanParagraphs(answer)
  const cleaned = question.input === 'textarea' ? text : text.replace(/\n/g, ' ')
  if (cleaned === '') return NOT_ANSWERED
  if (question.input === 'date') return isDay(cleaned) ? formatDate(cleaned) : cleaned
  if (question.input === 'number' && /^\d{1,15}$/.test(cleaned))
    return question.unit === 'CLP' ? formatMoney(Number(cleaned)) : withSeparators(Number(cleaned))
  return cleaned
}

/** WIZ-19, WIZ-28, OPEN-47: questions with formatted answers; for «Otro» its only question. */
export function questionAnswers({
  specialty,
  otherText,
  answers,
}: Omit<Intake, 'commune'>): QuestionAnswer[] {
  if (specialty === OTHER_SPECIALTY)
    return [{ question: OTHER_QUESTION, answer: cleanParagraphs(otherText) || NOT_ANSWERED }]
  return questionsOf(specialty).map((question) => ({
    question: question.text,
    answer: formatAnswer(question, answers[question.id]),
  }))
}

const CHILDREN_SPECIALTIES: readonly string[] = ['Pensión de alimentos', 'Tuición y régimen de visitas']
const CHILDREN = /\b(?:hij[oa]s?|niñ[oa]s?|beb[eé]s?|guaguas?|adolescentes?|menor(?:es)? de edad)\b/i

/** DAT-29: whether a case is about children, by its specialty or its answers. */
export const mentionsChildren = (specialty: string | null, details: readonly QuestionAnswer[]): boolean =>
  CHILDREN_SPECIALTIES.includes(specialty ?? '') || details.some(({ answer }) => CHILDREN.test(answer))

/** WIZ-26. */
export const caseTitle = (specialty: string, commune: string) => `Consulta de ${specialty} en ${commune}`

/**
 * Composes a case from the answers. Refused (422, by field): problems from `intakeProblems`, and answers to
 * questions that the specialty does not have.
 * @param today the day in Chile, YYYY-MM-DD
 */
export function composeCase(
  input: Omit<PublishInput, 'id' | 'in_market'>,
  today: string,
): Result<ComposedCase> {
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
  if (otherText !== undefined && specialty !== OTHER_SPECIALTY)
    problems.set('otherText', INTAKE_MESSAGES.notAsked)
  const [message] = problems.values()
  if (message !== undefined)
    return refuse({ code: 'UNPROCESSABLE_CONTENT', message, fields: Object.fromEntries(problems) })
  const details = questionAnswers(intake)
  // WIZ-27, OPEN-47: one question and answer per line.
  const description = details.map(({ question, answer }) => `${question} ${answer}`).join('\n')
  return accept({ title: caseTitle(specialty, commune), description, specialty, commune, details })
}
