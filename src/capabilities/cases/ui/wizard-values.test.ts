import { describe, expect, test } from 'vitest'
import { uuidv4 } from '../../../input/ids.ts'
import { publishInput } from '../schema.ts'
import {
  EMPTY_INTAKE,
  furthestStep,
  isForMarket,
  parseDraft,
  stepProblems,
  toPublishInput,
  withSpecialty,
} from './wizard-values.ts'

const TODAY = '2026-11-21'
const DONE = {
  specialty: 'Despido injustificado',
  otherText: '',
  answers: { q1: '0', q2: 'Sí, indefinido', q3: 'Necesidades de la empresa.' },
  commune: 'Ñuñoa',
}

test('WIZ-13, TRAP-22, OPEN-47: changing the specialty clears the answers and the text of «Otro»', () => {
  expect(withSpecialty(DONE, 'Divorcio')).toEqual({
    ...EMPTY_INTAKE,
    specialty: 'Divorcio',
    commune: 'Ñuñoa',
  })
  const other = { ...EMPTY_INTAKE, specialty: 'Otro', otherText: 'Un cerco' }
  expect(withSpecialty(other, 'Divorcio').otherText).toBe('')
  // Selecting the same specialty again keeps everything.
  expect(withSpecialty(DONE, DONE.specialty)).toBe(DONE)
})

describe('WIZ-04: the furthest allowed step', () => {
  test('is the first step with a missing value', () => {
    const at = (change: object) => furthestStep({ ...DONE, ...change }, TODAY)
    expect(furthestStep(EMPTY_INTAKE, TODAY)).toBe(0)
    expect(at({ specialty: 'Otro' })).toBe(0)
    expect(at({ specialty: 'Otro', otherText: 'Un cerco' })).toBe(2)
    expect(at({ answers: { ...DONE.answers, q1: '' } })).toBe(1)
    expect(at({ commune: '' })).toBe(2)
    expect(at({})).toBe(2)
  })

  test('each step reports only problems of its own fields', () => {
    expect([...stepProblems(0, EMPTY_INTAKE, TODAY).keys()]).toEqual(['specialty'])
    expect([...stepProblems(1, { ...DONE, answers: EMPTY_INTAKE.answers }, TODAY).keys()]).toHaveLength(3)
    expect([...stepProblems(2, EMPTY_INTAKE, TODAY).keys()]).toEqual(['commune'])
    // WIZ-18: nothing to answer.
    expect(stepProblems(1, { ...EMPTY_INTAKE, specialty: 'Otro' }, TODAY).size).toBe(0)
  })
})

describe('the request', () => {
  test('has the answers of the specialty or the text of «Otro», never both', () => {
    expect(toPublishInput('1', DONE)).toEqual({
      id: '1',
      specialty: DONE.specialty,
      commune: 'Ñuñoa',
      answers: DONE.answers,
    })
    expect(
      toPublishInput('1', { ...EMPTY_INTAKE, specialty: 'Otro', otherText: 'Un cerco', commune: 'Talca' }),
    ).toEqual({
      id: '1',
      specialty: 'Otro',
      commune: 'Talca',
      answers: {},
      otherText: 'Un cerco',
    })
  })

  test('passes the schema, which rejects title and client', () => {
    const sent = toPublishInput(uuidv4(), DONE)
    expect(publishInput.safeParse(sent).success).toBe(true)
    for (const more of [{ title: 'x' }, { clientId: uuidv4() }, { client_id: uuidv4() }, { details: [] }])
      expect(publishInput.safeParse({ ...sent, ...more }).success).toBe(false)
    // UUIDs of version 7 are rejected: they reveal the creation time.
    for (const id of [
      '',
      'x',
      '00000000-0000-0000-0000-000000000000',
      '019a9d0e-7c1b-7b3e-8b1a-0123456789ab',
    ])
      expect(publishInput.safeParse({ ...sent, id }).success).toBe(false)
  })
})

test('OPEN-46: a damaged draft is ignored or partly restored', () => {
  for (const stored of [
    null,
    1,
    'x',
    [],
    {},
    { id: 1, values: DONE },
    { id: 'a', values: [] },
    { id: 'a', values: {} },
  ])
    expect(parseDraft(stored)).toBeNull()
  const whole = { id: 'a', values: { ...DONE, inMarket: true }, step: 2 }
  expect(parseDraft(whole)).toEqual(whole)
  // Without a readable choice: hidden (PLZ-66).
  for (const inMarket of [undefined, 'sí', null])
    expect(parseDraft({ id: 'a', values: { ...DONE, inMarket } })?.values.inMarket).toBe(false)
  for (const step of [undefined, null, -1, 3, 1.5, '2'])
    expect(parseDraft({ id: 'a', values: DONE, step })?.step).toBe(0)
  expect(
    parseDraft({ id: 'a', values: { specialty: 'Divorcio', answers: { q1: 3, q4: 'x' }, more: 1 } }),
  ).toEqual({
    id: 'a',
    step: 0,
    values: { ...EMPTY_INTAKE, specialty: 'Divorcio', inMarket: false },
  })
})

test('PLZ-66 only cases of danger send who can see them; another specialty forgets the choice', () => {
  const danger = withSpecialty(DONE, 'Violencia intrafamiliar (VIF)')
  expect([isForMarket(danger), toPublishInput('a', danger).in_market]).toEqual([false, false])
  const chosen = { ...danger, inMarket: true }
  expect([isForMarket(chosen), toPublishInput('a', chosen).in_market]).toEqual([true, true])
  expect(isForMarket(withSpecialty(chosen, 'Medidas de protección (familia)'))).toBe(false)
  const other = { ...withSpecialty(chosen, 'Divorcio'), inMarket: false }
  expect([isForMarket(other), 'in_market' in toPublishInput('a', other)]).toEqual([true, false])
})
