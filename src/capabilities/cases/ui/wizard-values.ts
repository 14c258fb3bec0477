import { type Intake, type IntakeField, intakeProblems, STEP_FIELDS } from '../intake/answers.ts'
import { OTHER, QUESTION_IDS, questionsOf } from '../intake/questions.ts'
import type { PublishInput } from '../schema.ts'

export const EMPTY: Intake = {
  specialty: '',
  otherText: '',
  answers: { q1: '', q2: '', q3: '' },
  commune: '',
}

/** What each step is given. */
export interface WizardStepProps {
  values: Intake
  /** What to say beside each field. */
  problems: ReadonlyMap<IntakeField, string>
  onChange(next: (before: Intake) => Intake): void
}

/** What was typed before a reload, and the id that its case will have. */
export interface WizardDraft {
  id: string
  values: Intake
  /** Where it was left, from 0. */
  step: number
}

/** A new case's id: UUID version 4, also where the browser has no `randomUUID` (pages without https). */
export function newCaseId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = '89ab'[(bytes[8] ?? 0) & 3]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-')
}

/** Whether anything was said that would be lost. */
export const isStarted = ({ specialty, commune }: Intake) => specialty !== '' || commune !== ''

/** WIZ-13, TRAP-22, OPEN-47: another specialty begins without answers; the place of the facts stays. */
export const withSpecialty = (values: Intake, specialty: string): Intake =>
  values.specialty === specialty ? values : { ...EMPTY, commune: values.commune, specialty }

/** What was kept, as far as it makes sense: storage can hold anything. Null when there is nothing of it. */
export function draftOf(kept: unknown): WizardDraft | null {
  if (!isRecord(kept) || typeof kept.id !== 'string' || !isRecord(kept.values)) return null
  const { values } = kept
  const answers = isRecord(values.answers) ? values.answers : {}
  const read = (value: unknown) => (typeof value === 'string' ? value : '')
  const draft = {
    id: kept.id,
    step: Math.max(
      0,
      STEP_FIELDS.findIndex((_, at) => at === kept.step),
    ),
    values: {
      specialty: read(values.specialty),
      otherText: read(values.otherText),
      commune: read(values.commune),
      answers: { q1: read(answers.q1), q2: read(answers.q2), q3: read(answers.q3) },
    },
  }
  return isStarted(draft.values) ? draft : null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is sent: of «Otro» its text, of the others the answers to what they ask. */
export function inputOf(id: string, { specialty, commune, otherText, answers }: Intake): PublishInput {
  const asked = new Set(questionsOf(specialty).map((question) => question.id))
  const given = QUESTION_IDS.filter((question) => asked.has(question))
  return {
    id,
    specialty,
    commune,
    answers: Object.fromEntries(given.map((question) => [question, answers[question]])),
    ...(specialty === OTHER && { otherText }),
  }
}

/** What is wrong on one step, from 0. */
export function stepProblems(step: number, values: Intake, today: string): Map<IntakeField, string> {
  const fields = STEP_FIELDS[step] ?? []
  return new Map([...intakeProblems(values, today)].filter(([field]) => fields.includes(field)))
}

/** WIZ-04: the last step that one may stand on, from 0: the first with something missing. */
export function furthestStep(values: Intake, today: string): number {
  const last = STEP_FIELDS.length - 1
  const problems = intakeProblems(values, today)
  const open = STEP_FIELDS.findIndex((fields) => fields.some((field) => problems.has(field)))
  return open < 0 ? last : open
}
