import { describe, expect, test } from 'vitest'
import { CASE_SPECIALTIES } from '../../lawyers/schema.ts'
import type { PublishInput } from '../schema.ts'
import {
  answerProblem,
  composeCase,
  INTAKE_MESSAGES,
  type Intake,
  intakeProblems,
  MAX_AREA_LENGTH,
  MAX_LINE_LENGTH,
  MAX_OTHER_LENGTH,
  questionAnswers,
} from './answers.ts'
import { OTHER_SPECIALTY, type Question, questionsOf } from './questions.ts'

const TODAY = '2026-11-21'

/** A valid answer to any question. */
function answerTo(question: Question): string {
  switch (question.input) {
    case 'radio':
      return question.options[0] ?? ''
    case 'number':
      return '0'
    case 'date':
      return TODAY
    default:
      return 'Un texto.'
  }
}

const answered = (specialty: string): Omit<PublishInput, 'id'> => ({
  specialty,
  commune: 'Ñuñoa',
  answers: Object.fromEntries(questionsOf(specialty).map((question) => [question.id, answerTo(question)])),
  ...(specialty === OTHER_SPECIALTY && { otherText: 'Un cerco movido' }),
})

const question = (specialty: string, at: number) => {
  const found = questionsOf(specialty)[at]
  if (!found) throw new Error('no question')
  return found
}
const DAYS = question('Despido injustificado', 0)
const DEBT = question('Deudas y cobranzas', 1)
const LINE = question('Deudas y cobranzas', 2)
const DATE = question('Divorcio', 1)
const AREA = question('Divorcio', 2)
const RADIO = question('Divorcio', 0)

describe('an answer', () => {
  test.each([
    ['WIZ-17', RADIO, '', INTAKE_MESSAGES.unanswered],
    ['WIZ-17', AREA, ' \n\t\u200b', INTAKE_MESSAGES.unanswered],
    ['WIZ-17, TRAP-23: 0 counts', DAYS, '0', null],
    ['WIZ-17, TRAP-23: 0 counts', DEBT, '0', null],
    ['numbers are non-negative integers', DAYS, '-1', INTAKE_MESSAGES.number],
    ['numbers are non-negative integers', DAYS, '1.5', INTAKE_MESSAGES.number],
    ['numbers are non-negative integers', DEBT, '1e9', INTAKE_MESSAGES.number],
    ['numbers are non-negative integers', DAYS, '36500', null],
    ['numbers have an upper limit', DAYS, '36501', 'Escribe un número hasta 36.500.'],
    ['numbers have an upper limit', DEBT, '999999999999', null],
    ['numbers have an upper limit', DEBT, '1000000000000', 'Escribe un número hasta 999.999.999.999.'],
    ['OPEN-21: today is not in the future', DATE, TODAY, null],
    ['OPEN-21: tomorrow is', DATE, '2026-11-22', INTAKE_MESSAGES.future],
    ['dates must exist and be plausible', DATE, '2026-02-29', INTAKE_MESSAGES.date],
    ['dates must exist and be plausible', DATE, '21-11-2026', INTAKE_MESSAGES.date],
    ['dates must exist and be plausible', DATE, '0202-11-21', INTAKE_MESSAGES.past],
    ['one of the answers offered', RADIO, 'Por culpa', null],
    ['one of the answers offered', RADIO, 'por culpa', INTAKE_MESSAGES.option],
    ['WIZ-07: length limits', LINE, 'a'.repeat(MAX_LINE_LENGTH), null],
    ['WIZ-07', LINE, 'a'.repeat(MAX_LINE_LENGTH + 1), 'Tu respuesta puede tener hasta 300 caracteres.'],
    ['WIZ-07', AREA, 'a'.repeat(MAX_AREA_LENGTH), null],
    ['WIZ-07', AREA, 'a'.repeat(MAX_AREA_LENGTH + 1), 'Tu respuesta puede tener hasta 4.000 caracteres.'],
  ])('%s: %o', (_why, question, answer, problem) => {
    expect(answerProblem(question, answer, TODAY)).toBe(problem)
  })
})

describe('a case composed from answers', () => {
  test.each(CASE_SPECIALTIES)('WIZ-25 to WIZ-28: %s', (specialty) => {
    const composed = composeCase(answered(specialty), TODAY)
    if (!composed.ok) throw new Error(composed.refusal.message)
    const { title, description, details, ...rest } = composed.value
    expect(rest).toEqual({ specialty, commune: 'Ñuñoa' })
    expect(title).toBe(`Consulta de ${specialty} en Ñuñoa`)
    expect(description).toBe(details.map((pair) => `${pair.question} ${pair.answer}`).join('\n'))
    expect(details.map((pair) => pair.question)).toEqual(
      specialty === OTHER_SPECIALTY
        ? ['Describe brevemente el tipo de caso']
        : questionsOf(specialty).map(({ text }) => text),
    )
  })

  test('WIZ-27, OPEN-64: answers are formatted for display', () => {
    const composed = (input: Omit<PublishInput, 'id'>) => {
      const result = composeCase(input, TODAY)
      return result.ok ? result.value.description : result.refusal
    }
    expect(
      composed({
        specialty: 'Deudas y cobranzas',
        commune: 'Talca',
        answers: { q1: 'Debo dinero', q2: '912345678', q3: ' Banco\u0000 del  Sur\n ' },
      }),
    ).toBe(
      '¿Cuál es tu situación? Debo dinero\n¿Cuál es el monto aproximado de la deuda en pesos chilenos (CLP)? $912.345.678\n¿Con qué banco, empresa o persona existe la deuda? Banco del Sur',
    )
    expect(
      composed({
        specialty: 'Divorcio',
        commune: 'Talca',
        answers: { q1: 'Por culpa', q2: '2025-07-02', q3: 'Dos hijos.\n\n\n\nUna casa.' },
      }),
    ).toMatch(/aproximada\. 2 de julio, 2025\n.*situación\. Dos hijos\.\n\nUna casa\.$/)
    expect(
      composed({ specialty: OTHER_SPECIALTY, commune: 'Talca', answers: {}, otherText: ' Un cerco movido ' }),
    ).toBe('Describe brevemente el tipo de caso Un cerco movido')
  })

  const refused = (change: Partial<PublishInput>, specialty = 'Divorcio') => {
    const result = composeCase({ ...answered(specialty), ...change }, TODAY)
    return result.ok ? result : { code: result.refusal.code, ...result.refusal.fields }
  }
  const code = 'UNPROCESSABLE_CONTENT'

  test('WIZ-10, WIZ-21: one of the 16 specialties and a commune of Chile', () => {
    for (const specialty of ['', 'Adopción', 'divorcio', '__proto__'])
      expect(refused({ specialty, answers: {} })).toEqual({ code, specialty: INTAKE_MESSAGES.specialty })
    for (const commune of ['', 'nunoa', 'Biobío', 'Lima'])
      expect(refused({ commune })).toEqual({ code, commune: INTAKE_MESSAGES.commune })
  })

  test('WIZ-17: all three answers are required, and no others are accepted', () => {
    expect(refused({ answers: { q1: 'Por culpa' } })).toEqual({
      code,
      'answers.q2': INTAKE_MESSAGES.unanswered,
      'answers.q3': INTAKE_MESSAGES.unanswered,
    })
    expect(refused({ otherText: '' })).toEqual({ code, otherText: INTAKE_MESSAGES.notAsked })
    expect(refused({ answers: { q2: '' } }, OTHER_SPECIALTY)).toEqual({
      code,
      'answers.q2': INTAKE_MESSAGES.notAsked,
    })
  })

  test('TRAP-22: answers to another specialty are invalid', () => {
    const { answers } = answered('Acoso laboral')
    expect(refused({ answers })).toEqual({
      code,
      'answers.q1': INTAKE_MESSAGES.option,
      'answers.q2': INTAKE_MESSAGES.date,
    })
  })

  test('WIZ-12, OPEN-47: «Otro» needs its text', () => {
    for (const otherText of [undefined, '', ' \u200b\n'])
      expect(refused({ otherText }, OTHER_SPECIALTY)).toEqual({ code, otherText: INTAKE_MESSAGES.other })
    expect(refused({ otherText: 'a'.repeat(MAX_OTHER_LENGTH + 1) }, OTHER_SPECIALTY)).toEqual({
      code,
      otherText: 'Tu respuesta puede tener hasta 500 caracteres.',
    })
  })
})

const EMPTY: Intake = { specialty: '', otherText: '', answers: { q1: '', q2: '', q3: '' }, commune: '' }

test('WIZ-28: unanswered questions are shown as such', () => {
  expect(questionAnswers({ ...EMPTY, specialty: 'Acoso laboral' }).map(({ answer }) => answer)).toEqual(
    Array(3).fill('No respondida'),
  )
  expect(questionAnswers({ ...EMPTY, specialty: OTHER_SPECIALTY })).toEqual([
    { question: 'Describe brevemente el tipo de caso', answer: 'No respondida' },
  ])
})

test('WIZ-04: missing fields, in the order of the steps', () => {
  expect([...intakeProblems(EMPTY, TODAY).keys()]).toEqual(['specialty', 'commune'])
  expect([...intakeProblems({ ...EMPTY, specialty: 'Divorcio' }, TODAY).keys()]).toEqual([
    'answers.q1',
    'answers.q2',
    'answers.q3',
    'commune',
  ])
  expect([...intakeProblems({ ...EMPTY, specialty: OTHER_SPECIALTY }, TODAY).keys()]).toEqual([
    'otherText',
    'commune',
  ])
})
