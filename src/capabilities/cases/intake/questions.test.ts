import { describe, expect, test } from 'vitest'
import demoCases from '../../../../data/demo/cases.json' with { type: 'json' }
import { CASE_SPECIALTIES, PROFILE_SPECIALTIES } from '../../lawyers/schema.ts'
import {
  isCaseSpecialty,
  OTHER_QUESTION,
  OTHER_SPECIALTY,
  QUESTIONS,
  questionsOf,
  SAFETY_NOTICE,
  SAFETY_SPECIALTIES,
} from './questions.ts'

test('WIZ-09: exactly these 16 specialties, in this order', () => {
  expect(CASE_SPECIALTIES).toEqual([
    'Herencias y posesiones',
    'Pensión de alimentos',
    'Divorcio',
    'Tuición y régimen de visitas',
    'Medidas de protección (familia)',
    'Despido injustificado',
    'Acoso laboral',
    'No pago de cotizaciones',
    'Arriendo (conflictos)',
    'Compra o venta de propiedad',
    'Violencia intrafamiliar (VIF)',
    'Deudas y cobranzas',
    'Licencias médicas rechazadas',
    'Estafa o apropiación indebida',
    'Contratos (revisión o incumplimiento)',
    'Otro',
  ])
  expect(Object.keys(QUESTIONS)).toEqual([...CASE_SPECIALTIES])
})

test('TRAP-24, OPEN-20, WIZ-31: each of the 16 is also a profile specialty, with identical spelling', () => {
  expect(PROFILE_SPECIALTIES).toHaveLength(46)
  for (const specialty of CASE_SPECIALTIES) expect(PROFILE_SPECIALTIES).toContain(specialty)
})

describe('WIZ-14, WIZ-15, OPEN-21, LIM-06: the questions', () => {
  // Inputs as in the specification: r(adio), t(ext), a(rea), n(umber), d(ate), with number of options or
  // unit.
  test.each([
    ['Herencias y posesiones', 'r5 d a'],
    ['Pensión de alimentos', 'r4 r4 nCLP'],
    ['Divorcio', 'r4 d a'],
    ['Tuición y régimen de visitas', 'r4 r3 a'],
    ['Medidas de protección (familia)', 't r3 a'],
    ['Despido injustificado', 'ndías r3 a'],
    ['Acoso laboral', 'r4 r4 a'],
    ['No pago de cotizaciones', 'r4 nmeses r3'],
    ['Arriendo (conflictos)', 'r3 r3 a'],
    ['Compra o venta de propiedad', 'r4 r4 a'],
    ['Violencia intrafamiliar (VIF)', 'r5 r3 d'],
    ['Deudas y cobranzas', 'r3 nCLP t'],
    ['Licencias médicas rechazadas', 'r4 d a'],
    ['Estafa o apropiación indebida', 'r3 nCLP a'],
    ['Contratos (revisión o incumplimiento)', 'r4 t a'],
  ])('%s: %s', (specialty, kinds) => {
    const letters = { radio: 'r', text: 't', textarea: 'a', number: 'n', date: 'd' }
    const asked = questionsOf(specialty)
    expect(asked.map(({ id }) => id)).toEqual(['q1', 'q2', 'q3'])
    expect(
      asked
        .map((one) => {
          const more = one.input === 'radio' ? one.options.length : one.input === 'number' ? one.unit : ''
          return letters[one.input] + more
        })
        .join(' '),
    ).toBe(kinds)
    for (const one of asked) {
      expect(one.text).toMatch(/[?.]$/)
      if (one.input === 'radio') expect(new Set(one.options).size).toBe(one.options.length)
    }
  })

  test('WIZ-16: the demo cases answer these questions', () => {
    expect(Object.keys(demoCases.specialties)).toEqual([...CASE_SPECIALTIES])
    for (const [specialty, { questions }] of Object.entries(demoCases.specialties))
      expect(questions).toEqual(
        specialty === OTHER_SPECIALTY ? [OTHER_QUESTION] : questionsOf(specialty).map(({ text }) => text),
      )
  })

  test('WIZ-18: «Otro» and unknown names have no questions', () => {
    for (const name of [OTHER_SPECIALTY, '', 'divorcio', 'constructor', 'Adopción'])
      expect(questionsOf(name)).toEqual([])
    expect(['Otro', 'Divorcio', 'constructor', 'Adopción'].map(isCaseSpecialty)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('OPEN-21: the safety notice and its two specialties', () => {
    expect(SAFETY_SPECIALTIES).toEqual([CASE_SPECIALTIES[4], CASE_SPECIALTIES[10]])
    expect(SAFETY_NOTICE).toBe(
      'Si estás en peligro, llama a Carabineros al 133. Orientación en violencia contra la mujer: 1455.',
    )
  })
})
