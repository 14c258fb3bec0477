import { type Intake, type IntakeField, intakeProblems, STEP_FIELDS } from '../intake/answers.ts'
import { OTHER_SPECIALTY, questionsOf } from '../intake/questions.ts'
import type { PublishInput } from '../schema.ts'

export const EMPTY_INTAKE: Intake = {
  specialty: '',
  otherText: '',
  answers: { q1: '', q2: '', q3: '' },
  commune: '',
}

export interface WizardStepProps {
  values: Intake
  problems: ReadonlyMap<IntakeField, string>
  onChange(next: (before: Intake) => Intake): void
}

/** The draft kept across reloads, with the id of the future case. */
export interface WizardDraft {
  id: string
  values: Intake
  /** The step at which it was left, from 0. */
  step: number
}

/** Whether there is any input worth keeping. */
export const isStarted = ({ specialty, commune }: Intake) => specialty !== '' || commune !== ''

/** WIZ-13, TRAP-22, OPEN-47: changing the specialty clears the answers but keeps the commune. */
export const withSpecialty = (values: Intake, specialty: string): Intake =>
  values.specialty === specialty ? values : { ...EMPTY_INTAKE, commune: values.commune, specialty }

/** Parses a stored draft; unknown or invalid parts are dropped. Null when nothing usable is left. */
export function parseDraft(stored: unknown): WizardDraft | null {
  if (!isRecord(stored) || typeof stored.id !== 'string' || !isRecord(stored.values)) return null
  const { values } = stored
  const answers = isRecord(values.answers) ? values.answers : {}
  const readString = (value: unknown) => (typeof value === 'string' ? value : '')
  const draft = {
    id: stored.id,
    step: stored.step === 1 || stored.step === 2 ? stored.step : 0,
    values: {
      specialty: readString(values.specialty),
      otherText: readString(values.otherText),
      commune: readString(values.commune),
      answers: { q1: readString(answers.q1), q2: readString(answers.q2), q3: readString(answers.q3) },
    },
  }
  return isStarted(draft.values) ? draft : null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The request: the text for «Otro», or the answers to the questions of the specialty. */
export function toPublishInput(id: string, { specialty, commune, otherText, answers }: Intake): PublishInput {
  return {
    id,
    specialty,
    commune,
    answers: Object.fromEntries(
      questionsOf(specialty).map((question) => [question.id, answers[question.id]]),
    ),
    ...(specialty === OTHER_SPECIALTY && { otherText }),
  }
}

/** Error messages of one step. @param step from 0 */
export function stepProblems(step: number, values: Intake, today: string): Map<IntakeField, string> {
  const fields = STEP_FIELDS[step] ?? []
  return new Map([...intakeProblems(values, today)].filter(([field]) => fields.includes(field)))
}

/** WIZ-04: the furthest allowed step, from 0: the first one with a problem, else the last. */
export function furthestStep(values: Intake, today: string): number {
  const last = STEP_FIELDS.length - 1
  const problems = intakeProblems(values, today)
  const open = STEP_FIELDS.findIndex((fields) => fields.some((field) => problems.has(field)))
  return open < 0 ? last : open
}
