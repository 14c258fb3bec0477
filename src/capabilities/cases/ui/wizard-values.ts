import * as z from 'zod/mini'
import { type Intake, type IntakeField, intakeProblems, STEP_FIELDS } from '../intake/answers.ts'
import { isSafetySpecialty, OTHER_SPECIALTY, questionsOf } from '../intake/questions.ts'
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

const text = z.catch(z.string(), '')
const storedDraft = z.object({
  id: z.string(),
  step: z.catch(z.literal([0, 1, 2]), 0),
  values: z.object({
    specialty: text,
    otherText: text,
    commune: text,
    inMarket: z.catch(z.boolean(), false),
    answers: z.catch(z.object({ q1: text, q2: text, q3: text }), EMPTY_INTAKE.answers),
  }),
})

/** Parses a stored draft; unknown or invalid parts are dropped. Null when nothing usable is left. */
export function parseDraft(stored: unknown): WizardDraft | null {
  const { data } = storedDraft.safeParse(stored)
  return data && isStarted(data.values) ? data : null
}

/** PLZ-66: whether lawyers will find the case in the market. */
export const isForMarket = ({ specialty, inMarket = false }: Intake) =>
  inMarket || !isSafetySpecialty(specialty)

/** The request: the text for «Otro», or the answers to the questions of the specialty. */
export function toPublishInput(id: string, values: Intake): PublishInput {
  const { specialty, commune, otherText, answers } = values
  return {
    id,
    specialty,
    commune,
    answers: Object.fromEntries(
      questionsOf(specialty).map((question) => [question.id, answers[question.id]]),
    ),
    ...(specialty === OTHER_SPECIALTY && { otherText }),
    ...(isSafetySpecialty(specialty) && { in_market: isForMarket(values) }),
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
