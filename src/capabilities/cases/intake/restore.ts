import { cleanParagraphs } from '../../../input/text.ts'
import { formatAnswer, type Intake, NOT_ANSWERED, type QuestionAnswer } from './answers.ts'
import { isCaseSpecialty, OTHER_SPECIALTY, type Question, questionsOf } from './questions.ts'

interface StoredCase {
  specialty: string | null
  commune: string | null
  details: readonly QuestionAnswer[]
}

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')

/**
 * SEG-32: the form values of a case that is stored as it is shown (`questionAnswers`). What cannot be read, such as the
 * answer to a question that is no longer asked, is empty.
 */
export function restoreIntake({ specialty, commune, details }: StoredCase): Intake {
  const known = specialty !== null && isCaseSpecialty(specialty) ? specialty : ''
  const answers = { q1: '', q2: '', q3: '' }
  for (const question of questionsOf(known)) {
    const stored = details.find((one) => one.question === question.text)?.answer ?? NOT_ANSWERED
    if (stored !== NOT_ANSWERED) answers[question.id] = restoreAnswer(question, stored)
  }
  const [other] = details
  const otherText = known === OTHER_SPECIALTY && other && other.answer !== NOT_ANSWERED ? other.answer : ''
  return { specialty: known, commune: commune ?? '', otherText: cleanParagraphs(otherText), answers }
}

/** The inverse of `formatAnswer`. */
function restoreAnswer(question: Question, stored: string): string {
  if (question.input !== 'date' && question.input !== 'number') return stored
  const restored = question.input === 'date' ? restoreDay(stored) : stored.replace(/\D/g, '')
  return formatAnswer(question, restored) === stored ? restored : ''
}

/** «2 de julio, 2025» as 2025-07-02. */
function restoreDay(stored: string): string {
  const [, day, month = '', year] = /^(\d{1,2}) de (\p{L}+), (\d{4})$/u.exec(stored) ?? []
  if (!day || !year) return ''
  return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}
