import { beforeEach, expect, test, vi } from 'vitest'
import type { InitialForm } from '../schema.ts'
import { readFormDraft, saveFormDraft } from './form-draft.ts'
import {
  FORM_STEPS,
  type FormValues,
  findProblems,
  firstInvalidField,
  initialValues,
  ON_FILE,
  stepOfField,
  toSubmitInput,
} from './form-values.ts'

const empty: InitialForm = {
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

const complete: FormValues = {
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

test('ONP-09 to ONP-39 an empty form gives each field its own error text, in the order of the steps', () => {
  const problems = findProblems(initialValues(empty))
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
  expect(FORM_STEPS.map((step) => firstInvalidField(problems, [step]))).toEqual([
    'firstName',
    'location.region',
    'idCard',
  ])
})

test('ONP-27, ONP-37, ONP-38, TRAP-39 a complete form is valid without street number and with zero experience and price', () => {
  expect([...findProblems(complete)]).toEqual([])
  expect(firstInvalidField(findProblems(complete))).toBeUndefined()
  expect(toSubmitInput(complete)).toMatchObject({ phoneNumber: '+56912345678', rut: '12.345.678-5' })
  expect(Object.keys(toSubmitInput(complete))).not.toContain('idCard')
})

test.each<[string, Partial<FormValues>, string]>([
  ['ONP-11', { rut: '12.345.678-4' }, 'RUT inválido.'],
  ['ONP-12', { phoneNumber: '1234567' }, 'Teléfono inválido.'],
  ['ONP-14', { birthDate: '2020-01-01' }, 'La fecha de nacimiento es obligatoria.'],
  ['ONP-24', { location: { region: 'Los Ríos', commune: 'Santiago' } }, 'La comuna es obligatoria.'],
  ['ONP-32', { graduationYear: 1949 }, 'El año de titulación es obligatorio.'],
  ['ONP-32', { graduationYear: new Date().getFullYear() + 1 }, 'El año de titulación es obligatorio.'],
  ['OPEN-62', { experience: 71 }, 'Los años de experiencia son obligatorios.'],
])('%s %j is rejected', (_id, wrong, message) => {
  expect([...findProblems({ ...complete, ...wrong }).values()]).toEqual([message])
})

test('every field that can be invalid belongs to a step', () => {
  for (const field of findProblems(initialValues(empty)).keys())
    expect(stepOfField(field), field).toBeGreaterThanOrEqual(0)
  expect(stepOfField('idCardKey')).toBe(-1)
})

test('OPEN-02 a returned profile fills the form in display format, with its ID card on file', () => {
  const returned: InitialForm = {
    ...empty,
    values: { ...empty.values, rut: '12345678-5', phoneNumber: '+56987654321', price: 0 },
    idCard: { name: 'carnet.pdf', url: '/archivos/identidad/x' },
    returned: { reason: 'Falta el reverso.', at: '2026-11-20T12:00:00.000Z' },
  }
  expect(initialValues(returned)).toMatchObject({
    rut: '12.345.678-5',
    phoneNumber: '87654321',
    idCard: ON_FILE,
  })
  expect(findProblems(initialValues(returned)).has('idCard')).toBe(false)
  expect(findProblems(initialValues(returned)).get('price')).toBeUndefined()
})

function storage() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  }
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('localStorage', storage())
})

const none = { avatar: false, idCard: false }

test('a draft is restored as typed; files are only marked as lost', () => {
  saveFormDraft('ana', empty, { values: { ...complete, avatar: new Blob() }, step: 2, lost: none })
  const draft = readFormDraft('ana', empty)
  expect(draft?.values).toEqual({ ...complete, avatar: null, idCard: null })
  expect(draft?.step).toBe(2)
  expect(draft?.lost).toEqual({ avatar: true, idCard: true })
  expect(readFormDraft('berta', empty)).toBeNull()
})

test('a draft from before a return is ignored, and invalid values in a draft are dropped', () => {
  saveFormDraft('ana', empty, { values: complete, step: 1, lost: none })
  const returned = { ...empty, returned: { reason: 'Corrige.', at: '2026-11-20T12:00:00.000Z' } }
  expect(readFormDraft('ana', returned)).toBeNull()
  const corrupted = {
    ...complete,
    firstName: { toString: 'x' },
    price: 'gratis',
    specialties: [1, 'Divorcio', null],
    location: 'Valdivia',
    otra: 'cosa',
  }
  saveFormDraft('ana', empty, { values: corrupted as unknown as FormValues, step: 9, lost: none })
  expect(readFormDraft('ana', empty)).toEqual({
    values: {
      ...complete,
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
