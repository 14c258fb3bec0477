import { expect, test } from 'vitest'
import { CASE_SPECIALTIES } from '../../lawyers/schema.ts'
import { type Intake, intakeProblems, questionAnswers } from './answers.ts'
import { OTHER_SPECIALTY, QUESTION_IDS, questionsOf } from './questions.ts'
import { restoreIntake } from './restore.ts'

const SAMPLES = { date: '2025-07-02', number: '1200', text: 'Una línea', textarea: 'Dos\nlíneas' }

test.each(CASE_SPECIALTIES)('SEG-32 the answers of «%s» are read back as they were typed', (specialty) => {
  const answers = { q1: '', q2: '', q3: '' }
  for (const question of questionsOf(specialty))
    answers[question.id] = question.input === 'radio' ? (question.options[1] ?? '') : SAMPLES[question.input]
  const otherText = specialty === OTHER_SPECIALTY ? 'Un problema con mi vecino.' : ''
  const intake: Intake = { specialty, commune: 'Ñuñoa', otherText, answers }
  expect([...intakeProblems(intake, '2026-01-01')]).toEqual([])
  const stored = { specialty, commune: 'Ñuñoa', details: questionAnswers(intake) }
  expect(restoreIntake(stored)).toEqual(intake)
})

test('SEG-32 what cannot be read back is empty', () => {
  const details = questionsOf('Divorcio').map(({ text }) => ({ question: `${text}?`, answer: 'x' }))
  const restored = restoreIntake({ specialty: 'Divorcio', commune: null, details })
  expect(QUESTION_IDS.map((id) => restored.answers[id])).toEqual(['', '', ''])
  expect(restoreIntake({ specialty: 'No existe', commune: 'Ñuñoa', details })).toMatchObject({
    specialty: '',
  })
})
