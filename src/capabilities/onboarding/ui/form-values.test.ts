import { beforeEach, expect, test, vi } from 'vitest'
import type { FormStart } from '../schema.ts'
import { keepFormDraft, readFormDraft } from './form-draft.ts'
import {
  FORM_STEPS,
  type FormValues,
  firstProblem,
  ON_FILE,
  problemsOf,
  sentFields,
  startValues,
  stepOf,
} from './form-values.ts'

const empty: FormStart = {
  values: {
    firstName: '',
    lastName: '',
    rut: '',
    phoneNumber: '',
    birthDate: '',
    addressStreet: '',
    addressNumber: '',
    addressApartment: '',
    location: { region: '', commune: '' },
    specialties: [],
    experience: null,
    price: null,
    description: '',
    university: '',
    graduationYear: null,
  },
  avatarUrl: null,
  idCard: null,
  returned: null,
}

const whole: FormValues = {
  firstName: 'Ana',
  lastName: 'Soto',
  rut: '12.345.678-5',
  phoneNumber: '12345678',
  birthDate: '1990-03-04',
  avatar: null,
  location: { region: 'Los Ríos', commune: 'Valdivia' },
  addressStreet: 'Picarte',
  addressNumber: '',
  addressApartment: '',
  idCard: new File(['x'], 'carnet.pdf'),
  university: 'Otra',
  graduationYear: 2015,
  specialties: ['Divorcio'],
  experience: 0,
  price: 0,
  description: 'Trabajo bien.',
}

test('ONP-09 to ONP-39 an empty form says each field’s own words, in the order of the steps', () => {
  const problems = problemsOf(startValues(empty))
  expect([...problems].sort()).toEqual(
    [
      ['firstName', 'El nombre es obligatorio.'],
      ['lastName', 'El apellido es obligatorio.'],
      ['rut', 'RUT inválido.'],
      ['phoneNumber', 'Teléfono inválido.'],
      ['birthDate', 'La fecha de nacimiento es obligatoria.'],
      ['location.region', 'La región es obligatoria.'],
      ['location.commune', 'La comuna es obligatoria.'],
      ['addressStreet', 'La calle es obligatoria.'],
      ['idCard', 'La foto del carnet es obligatoria.'],
      ['university', 'La universidad es obligatoria.'],
      ['graduationYear', 'El año de titulación es obligatorio.'],
      ['specialties', 'Debes seleccionar al menos una especialidad.'],
      ['experience', 'Los años de experiencia son obligatorios.'],
      ['price', 'El precio es obligatorio.'],
      ['description', 'La descripción es obligatoria.'],
    ].sort(),
  )
  expect(FORM_STEPS.map((step) => firstProblem(problems, [step]))).toEqual([
    'firstName',
    'location.region',
    'idCard',
  ])
})

test('ONP-27, ONP-37, ONP-38, TRAP-39 a whole form is right: no number, no experience, no price to pay', () => {
  expect([...problemsOf(whole)]).toEqual([])
  expect(firstProblem(problemsOf(whole))).toBeUndefined()
  expect(sentFields(whole)).toMatchObject({ phoneNumber: '+56912345678', rut: '12.345.678-5' })
  expect(Object.keys(sentFields(whole))).not.toContain('idCard')
})

test.each<[string, Partial<FormValues>, string]>([
  ['ONP-11', { rut: '12.345.678-4' }, 'RUT inválido.'],
  ['ONP-12', { phoneNumber: '1234567' }, 'Teléfono inválido.'],
  ['ONP-14', { birthDate: '2020-01-01' }, 'La fecha de nacimiento es obligatoria.'],
  ['ONP-24', { location: { region: 'Los Ríos', commune: 'Santiago' } }, 'La comuna es obligatoria.'],
  ['ONP-32', { graduationYear: 1949 }, 'El año de titulación es obligatorio.'],
  ['ONP-32', { graduationYear: new Date().getFullYear() + 1 }, 'El año de titulación es obligatorio.'],
  ['OPEN-62', { experience: 71 }, 'Los años de experiencia son obligatorios.'],
])('%s %j is refused', (_id, wrong, message) => {
  expect([...problemsOf({ ...whole, ...wrong }).values()]).toEqual([message])
})

test('every field that can be wrong stands in a step', () => {
  for (const field of problemsOf(startValues(empty)).keys())
    expect(stepOf(field), field).toBeGreaterThanOrEqual(0)
  expect(stepOf('idCardKey')).toBe(-1)
})

test('OPEN-02 a returned profile fills the form as people write it, its card on file', () => {
  const returned: FormStart = {
    ...empty,
    values: { ...empty.values, rut: '12345678-5', phoneNumber: '+56987654321', price: 0 },
    idCard: { name: 'carnet.pdf', url: '/archivos/identidad/x' },
    returned: { reason: 'Falta el reverso.', at: '2026-11-20T12:00:00.000Z' },
  }
  expect(startValues(returned)).toMatchObject({
    rut: '12.345.678-5',
    phoneNumber: '87654321',
    idCard: ON_FILE,
  })
  expect(problemsOf(startValues(returned)).has('idCard')).toBe(false)
  expect(problemsOf(startValues(returned)).get('price')).toBeUndefined()
})

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  }
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('localStorage', storage())
})

const none = { avatar: false, idCard: false }

test('a draft comes back as it was typed; files are only remembered as lost', () => {
  keepFormDraft('ana', empty, { values: { ...whole, avatar: new Blob() }, step: 2, lost: none })
  const draft = readFormDraft('ana', empty)
  expect(draft?.values).toEqual({ ...whole, avatar: null, idCard: null })
  expect(draft?.step).toBe(2)
  expect(draft?.lost).toEqual({ avatar: true, idCard: true })
  expect(readFormDraft('berta', empty)).toBeNull()
})

test('a draft of before a return is of no use, and one that was tampered with does no harm', () => {
  keepFormDraft('ana', empty, { values: whole, step: 1, lost: none })
  const returned = { ...empty, returned: { reason: 'Corrige.', at: '2026-11-20T12:00:00.000Z' } }
  expect(readFormDraft('ana', returned)).toBeNull()
  const spoilt = {
    ...whole,
    firstName: { toString: 'x' },
    price: 'gratis',
    specialties: [1, 'Divorcio', null],
    location: 'Valdivia',
    otra: 'cosa',
  }
  keepFormDraft('ana', empty, { values: spoilt as unknown as FormValues, step: 9, lost: none })
  expect(readFormDraft('ana', empty)).toEqual({
    values: {
      ...whole,
      firstName: '',
      price: null,
      specialties: ['Divorcio'],
      location: { region: '', commune: '' },
      idCard: null,
    },
    step: 0,
    lost: { avatar: false, idCard: true },
  })
})
