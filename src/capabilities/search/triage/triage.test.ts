import { beforeAll, describe, expect, test } from 'vitest'
import { regionOf } from '../../../chile/regions.ts'
import { CASE_SPECIALTIES, PROFILE_SPECIALTIES } from '../../lawyers/schema.ts'
import { loadModel, triage } from '../triage-model.server.ts'
import { conceptsIn } from './concepts.ts'
import { phoneticKey, plain, READ_MAX, readable, wordsOf } from './fold.ts'
import type { TriageModel } from './model.ts'
import { otherSpecialty } from './other.ts'
import { questionBetween } from './questions.ts'
import { triageWithModel } from './triage.ts'

let model: TriageModel
beforeAll(async () => {
  model = await loadModel()
})

/** Mulberry32: a deterministic random number generator, so that each run tests the same texts. */
function randomGenerator(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t ^= t + Math.imul(t ^ (t >>> 7), 61 | t)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
const FRAGMENTS = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '%_\\',
  '(a+)+$',
  '<script>alert(1)</script>',
  '\u0000',
  '\ud800',
  '\u202e',
  'ﷺ',
  '🇨🇱',
  '𝕯𝖎𝖛𝖔𝖗𝖈𝖎𝖔',
  'ñ',
  'n\u0303',
  '$',
  '$$$',
  '1.2.3.4',
  '99999999999999999999',
  '0',
  '-5',
  'mil',
  'mil mil',
  'palos',
  'medio',
  'y',
  'y y',
  'años',
  '+',
  'de',
  'Santiago',
  'vivo en',
  'me pega',
  'divorcio',
  '\n',
  '\t',
  '.',
  ',',
  ' ',
  'ＡＢＣ',
  'K',
]

describe('hostile text', () => {
  const hostile: [string, string][] = [
    ['empty text', ''],
    ['spaces', ' '.repeat(10_000)],
    ['one letter', 'a'.repeat(10_000)],
    ['separate letters', 'a '.repeat(5_000)],
    ['digits', '9'.repeat(10_000)],
    ['dotted digits', '1.'.repeat(5_000)],
    ['money', '$1 mil '.repeat(1_400)],
    ['number words', 'mil y cien y '.repeat(800)],
    ['stops', '.!?;\n'.repeat(2_000)],
    ['a repeated place', 'vivo en Santiago, '.repeat(600)],
    ['repeated danger', 'me pega '.repeat(1_250)],
    ['combining marks', 'e\u0301\u0301\u0301\u0301'.repeat(2_000)],
    ['expanding letters', 'ﷺ'.repeat(10_000)],
    ['100 kB', 'quiero demandar a mi jefe por no pagar '.repeat(2_700)],
  ]
  test.each(hostile)('%s: a well-formed result', (_, text) => {
    const answer = triageWithModel(model, text)
    expect(answer.ranked).toHaveLength(CASE_SPECIALTIES.length)
    expect(answer.ranked.reduce((sum, { confidence }) => sum + confidence, 0)).toBeCloseTo(1, 6)
  })

  test('random mixtures: never throws, well-formed, deterministic', () => {
    const next = randomGenerator(7)
    for (let n = 0; n < 300; n += 1) {
      const text = Array.from(
        { length: Math.floor(next() * 60) },
        () => FRAGMENTS[Math.floor(next() * FRAGMENTS.length)],
      ).join(next() < 0.5 ? ' ' : '')
      const answer = triageWithModel(model, text)
      expect(triageWithModel(model, text)).toEqual(answer)
      expect(answer.commune === null || regionOf(answer.commune) !== null).toBe(true)
      expect(answer.maxPrice === null || (Number.isInteger(answer.maxPrice) && answer.maxPrice > 0)).toBe(
        true,
      )
      expect(answer.minExperience === null || (answer.minExperience > 0 && answer.minExperience <= 50)).toBe(
        true,
      )
      expect(answer.proposal === null || PROFILE_SPECIALTIES.includes(answer.proposal)).toBe(true)
      expect(answer.proposal).not.toBe('Otro')
      expect(answer.reasons.length).toBeLessThanOrEqual(4)
      expect(answer.sure && answer.question !== null).toBe(false)
    }
  })

  test('bounded work: only the beginning and the end of a long text are read', () => {
    const ends = (middle: string) =>
      `${'mi marido me pega '.repeat(READ_MAX / 10)}${middle}${'vivo en Talca '.repeat(READ_MAX / 10)}`
    const answer = triageWithModel(model, ends(''))
    expect(triageWithModel(model, ends('me despidieron sin finiquito '.repeat(20_000)))).toEqual(answer)
    expect(readable('despido '.repeat(20_000)).length).toBeLessThanOrEqual(READ_MAX + 1)
  })
})

describe('OPEN-52 proposals', () => {
  test.each([
    ['quiero divorciarme, llevamos 3 años separados', 'Divorcio'],
    ['el papá de mi hijo no paga la pensión', 'Pensión de alimentos'],
    ['me echaron de la pega sin finiquito', 'Despido injustificado'],
    ['la compin me rechazó la licencia', 'Licencias médicas rechazadas'],
    ['mi jefe no me pagó las imposiciones', 'No pago de cotizaciones'],
    ['el arrendatario no paga y no se va', 'Arriendo (conflictos)'],
    ['mi marido me pega', 'Violencia intrafamiliar (VIF)'],
    ['posesión efectiva de mi papá que falleció', 'Herencias y posesiones'],
    ['estoy en dicom y me van a embargar', 'Deudas y cobranzas'],
    ['kiero diborsiarme', 'Divorcio'],
  ])('%s → %s', (text, specialty) => {
    const answer = triageWithModel(model, text)
    expect(answer.ranked[0]?.specialty).toBe(specialty)
    expect(answer.proposal).toBe(specialty)
  })

  test.each([
    ['me sacaron un parte por exceso de velocidad', 'Infracciones de tránsito'],
    ['me rechazaron la visa de residencia y soy extranjero', 'Migración y extranjería'],
    ['quiero registrar la marca de mi negocio en inapi', 'Marcas y propiedad intelectual'],
    ['quiero eliminar mis antecedentes penales', 'Eliminación de antecedentes penales'],
    ['me chocaron el auto y el otro se dio a la fuga', 'Accidentes de tránsito'],
    ['lo formalizaron y está en prisión preventiva', 'Defensa penal'],
    ['me atropellaron en un paso de cebra', 'Accidentes de tránsito'],
    ['tengo que ir a juicio mañana por manejar curado', 'Defensa penal'],
    ['quiero quedarme en chile, soy venezolana', 'Migración y extranjería'],
  ])('class Otro: proposes the specialty that the text names, never «Otro»: %s → %s', (text, specialty) => {
    const answer = triageWithModel(model, text)
    expect(answer.ranked[0]?.specialty).toBe('Otro')
    expect(answer.proposal).toBe(specialty)
  })

  test('no proposal for a text without a topic', () => {
    expect(triageWithModel(model, 'hola')).toMatchObject({
      proposal: null,
      sure: false,
      question: null,
      reasons: [],
    })
  })

  test.each([
    'necesito un abogado barato en Puente Alto que tenga experiencia, máximo 20 lucas',
    'con 15 años de experiencia quiero un abogado, tengo 40 años y gano 500 mil',
    'busco abogada en temuco',
    'abogado de familia',
    'quiero demandar',
    '1.000.000 lucas mil millones '.repeat(30),
  ])('no proposal for a generic request for a lawyer: %s', (text) => {
    expect(triageWithModel(model, text)).toMatchObject({
      proposal: null,
      sure: false,
      question: null,
      reasons: [],
      safety: false,
    })
  })

  test('a text only about suicide gets the safety panel and no proposal', () => {
    for (const text of ['me quiero matar', 'quiero matarme', 'ya no quiero vivir'])
      expect(triageWithModel(model, text)).toMatchObject({
        proposal: null,
        question: null,
        reasons: [],
        safety: true,
        dangers: ['suicide'],
      })
    expect(triageWithModel(model, 'mi pareja me humilla y me grita, ya no quiero vivir')).toMatchObject({
      proposal: 'Violencia intrafamiliar (VIF)',
      safety: true,
    })
    expect(triageWithModel(model, 'ya no quiero vivir, no doy más con las deudas')).toMatchObject({
      proposal: 'Deudas y cobranzas',
      safety: true,
    })
  })

  test('all results of one text, with the reasons', async () => {
    const answer = await triage(
      'Hola, el papá de mi hija no deposita la pensión hace 4 meses. Soy de conce, busco abogado con 5 años de experiencia, tengo 60 lucas para la consulta.',
    )
    expect(answer).toMatchObject({
      proposal: 'Pensión de alimentos',
      sure: true,
      commune: 'Concepción',
      minExperience: 5,
      maxPrice: 60_000,
      safety: false,
    })
    expect(answer.reasons.join(' ')).toMatch(/pensión|deposita/u)
  })

  test('a reason is copied from the text unchanged', () => {
    for (const reason of triageWithModel(model, 'NECESITO un DIVORCIO rápido').reasons)
      expect('NECESITO un DIVORCIO rápido').toContain(reason)
  })

  test('danger shows the safety panel, whatever the class', () => {
    expect(triageWithModel(model, 'quiero divorciarme, anoche me pegó')).toMatchObject({ safety: true })
    expect(triageWithModel(model, 'me despidieron y no quiero vivir más').dangers).toContain('suicide')
    expect(triageWithModel(model, 'me despidieron sin finiquito').safety).toBe(false)
  })
})

test('the question between two specialties has an answer for each and «Otro»', () => {
  for (const one of CASE_SPECIALTIES)
    for (const other of CASE_SPECIALTIES) {
      if (one === other) continue
      const question = questionBetween(one, other)
      expect(question.text).toMatch(/^¿.+\?$/u)
      const specialties = question.options.map(({ specialty }) => specialty)
      expect(specialties).toEqual(expect.arrayContaining([one, other, 'Otro']))
      expect(new Set(specialties).size).toBe(specialties.length)
    }
})

test.each([
  ['cotisasiones', 'cotizaciones'],
  ['abogada', 'avogada'],
  ['herencia', 'erensia'],
  ['despiiiido', 'despido'],
  ['dirigente', 'dirijente'],
  ['quiero', 'kiero'],
  ['psicóloga', 'sicologa'],
  ['pagao', 'pagado'],
])('«%s» sounds like «%s»', (one, other) => {
  expect(phoneticKey(plain(one))).toBe(phoneticKey(plain(other)))
})

test('abbreviations are expanded', () => {
  expect(wordsOf('xq no pagan pa na').map(({ key }) => key)).toEqual(
    wordsOf('porque no pagan para nada').map(({ key }) => key),
  )
})

test('class Otro is resolved to a profile specialty', () => {
  expect(otherSpecialty(conceptsIn(wordsOf('me chocaron el auto')))).toBe('Accidentes de tránsito')
  expect(otherSpecialty(conceptsIn(wordsOf('hola')))).toBeNull()
})
