import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  apartmentField,
  birthDateField,
  CASE_SPECIALTIES,
  descriptionField,
  experienceField,
  firstNameField,
  graduationYearField,
  lastNameField,
  latestBirthDate,
  locationField,
  MESSAGES,
  numberField,
  optionalNumberField,
  PROFILE_SPECIALTIES,
  PROFILE_SPECIALTY_CATEGORIES,
  phoneField,
  priceField,
  publicLawyer,
  rutField,
  specialtiesField,
  streetField,
  universityField,
  updateProfileInput,
} from './schema.ts'

interface Schema {
  safeParse(value: unknown): {
    success: boolean
    data?: unknown
    error?: { issues: { message: string; path: PropertyKey[] }[] } | undefined
  }
}

const errorOf = (schema: Schema, value: unknown) => schema.safeParse(value).error?.issues[0]?.message
const parse = (schema: Schema, value: unknown) => schema.safeParse(value).data

afterEach(() => void vi.useRealTimers())

describe('OPEN-19, OPEN-20, TRAP-24 specialties', () => {
  test('ONP-34: 46 specialties in 8 categories', () => {
    expect(PROFILE_SPECIALTY_CATEGORIES.map(({ name, specialties }) => [name, specialties.length])).toEqual([
      ['Derecho Civil', 11],
      ['Derecho de Familia', 8],
      ['Derecho Laboral', 6],
      ['Derecho Penal', 5],
      ['Derecho Comercial', 4],
      ['Derecho del Consumidor', 4],
      ['Derecho Policial', 4],
      ['Otros', 4],
    ])
    expect(PROFILE_SPECIALTIES).toHaveLength(46)
    expect(new Set(PROFILE_SPECIALTIES).size).toBe(46)
  })

  test('the 16 case specialties are an exact subset', () => {
    expect(CASE_SPECIALTIES).toHaveLength(16)
    expect(new Set(CASE_SPECIALTIES).size).toBe(16)
    for (const specialty of CASE_SPECIALTIES) expect(PROFILE_SPECIALTIES).toContain(specialty)
    const categoryOf = (specialty: string) =>
      PROFILE_SPECIALTY_CATEGORIES.find(({ specialties }) => specialties.includes(specialty))?.name
    expect(CASE_SPECIALTIES.map(categoryOf)).toEqual([
      'Derecho Civil',
      ...Array.from({ length: 4 }, () => 'Derecho de Familia'),
      ...Array.from({ length: 3 }, () => 'Derecho Laboral'),
      'Derecho Civil',
      'Derecho Civil',
      'Derecho de Familia',
      'Derecho Civil',
      'Derecho Laboral',
      'Derecho Penal',
      'Derecho Civil',
      'Otros',
    ])
  })

  test('no text carries list markers from its source', () => {
    for (const text of [...PROFILE_SPECIALTIES, ...PROFILE_SPECIALTY_CATEGORIES.map(({ name }) => name)])
      expect(text).toMatch(/^\p{Lu}[\p{L}() ]+$/u)
  })
})

describe('fields and their error texts', () => {
  test.each<[string, Schema, unknown[], string]>([
    ['ONP-09', firstNameField, ['', '  ', undefined, null, 3], 'El nombre es obligatorio.'],
    ['ONP-10', lastNameField, ['', '\u200b', undefined], 'El apellido es obligatorio.'],
    ['ONP-11', rutField, ['', '12345678-4', 'x', undefined, 123456785], 'RUT inválido.'],
    [
      'ONP-12',
      phoneField,
      ['', '12345678', '+5691234567', '+569123456789', '+56 9 1234 5678', ' +56912345678', null],
      'Teléfono inválido.',
    ],
    [
      'ONP-14',
      birthDateField,
      ['', '17-04-1988', '1988-02-30', '1899-12-31', '2999-01-01', undefined],
      'La fecha de nacimiento es obligatoria.',
    ],
    ['ONP-26', streetField, ['', ' ', null], 'La calle es obligatoria.'],
    ['PRO-13', numberField, ['', ' ', null], 'El número es obligatorio.'],
    ['ONP-31', universityField, ['', 'Universidad de chile', undefined], 'La universidad es obligatoria.'],
    [
      'ONP-32',
      graduationYearField,
      [null, 1949, 2999, 2010.5, '2010', Number.NaN],
      'El año de titulación es obligatorio.',
    ],
    [
      'ONP-33',
      specialtiesField,
      [[], undefined, ['Derecho Civil'], ['Divorcio', 'divorcio'], [1]],
      'Debes seleccionar al menos una especialidad.',
    ],
    ['ONP-37', experienceField, [null, -1, 71, 1.5, '9'], 'Los años de experiencia son obligatorios.'],
    ['ONP-38, PRO-10', priceField, [null, -1, 0.5, 100_000_001, '1000'], 'El precio es obligatorio.'],
    ['ONP-39, PRO-09', descriptionField, ['', ' \n ', null], 'La descripción es obligatoria.'],
  ])('%s', (_id, schema, wrong, message) => {
    for (const value of wrong) expect([value, errorOf(schema, value)]).toEqual([value, message])
  })

  test.each<[string, Schema, unknown, unknown]>([
    ['ONP-09', firstNameField, '  Ana   María ', 'Ana María'],
    ['OPEN-62', rutField, '20.347.878-k', '20347878-K'],
    ['ONP-12', phoneField, '+56912345678', '+56912345678'],
    ['ONP-27', optionalNumberField, ' ', null],
    ['ONP-27', optionalNumberField, undefined, undefined],
    ['ONP-27', apartmentField, ' Of.  5 ', 'Of. 5'],
    ['ONP-33', specialtiesField, ['Otro', 'Divorcio', 'Divorcio'], ['Divorcio', 'Otro']],
    ['OPEN-62', experienceField, 0, 0],
    ['OPEN-62', experienceField, 70, 70],
    ['PRO-10', priceField, 0, 0],
    ['ONP-31', universityField, 'Otra', 'Otra'],
    ['PRO-09', descriptionField, ' Uno\r\n\r\n\r\n\r\ndos ', 'Uno\n\ndos'],
  ])('%s: %# is accepted', (_id, schema, value, stored) => {
    expect(schema.safeParse(value)).toMatchObject({ success: true })
    expect(parse(schema, value)).toEqual(stored)
  })

  test('lengths: the maximum is accepted, one more is rejected with its own text', () => {
    const cases: [Schema, number, string][] = [
      [firstNameField, 59, MESSAGES.firstNameLong],
      [lastNameField, 60, MESSAGES.lastNameLong],
      [streetField, 120, MESSAGES.streetLong],
      [numberField, 20, MESSAGES.numberLong],
      [apartmentField, 20, MESSAGES.apartmentLong],
      [descriptionField, 3_000, MESSAGES.descriptionLong],
    ]
    for (const [schema, max, message] of cases) {
      expect(errorOf(schema, 'a'.repeat(max))).toBeUndefined()
      expect(errorOf(schema, 'a'.repeat(max + 1))).toBe(message)
      expect(errorOf(schema, 'a'.repeat(30_000))).toBe(message)
    }
  })

  test('OPEN-62: exactly eighteen years, by the date in Chile', () => {
    vi.useFakeTimers()
    // 10 pm on the 20th in Santiago.
    vi.setSystemTime('2026-11-21T01:00:00Z')
    expect(latestBirthDate()).toBe('2008-11-20')
    expect(errorOf(birthDateField, '2008-11-20')).toBeUndefined()
    expect(errorOf(birthDateField, '2008-11-21')).toBe(MESSAGES.birthDate)
  })

  test('ONP-32, LIM-04: from 1950 to the current year in Chile, where it begins later than in UTC', () => {
    vi.useFakeTimers()
    vi.setSystemTime('2027-01-01T02:00:00Z')
    expect(errorOf(graduationYearField, 1950)).toBeUndefined()
    expect(errorOf(graduationYearField, 2026)).toBeUndefined()
    expect(errorOf(graduationYearField, 2027)).toBe(MESSAGES.graduationYear)
  })

  test('ONP-22 to ONP-24: the commune must belong to the region', () => {
    const issue = (value: unknown) => locationField.safeParse(value).error?.issues[0]
    const region = 'Metropolitana de Santiago'
    expect(locationField.safeParse({ region, commune: 'Ñuñoa' }).success).toBe(true)
    expect(issue({ region: '', commune: '' })).toMatchObject({ path: ['region'], message: MESSAGES.region })
    expect(issue({ region, commune: '' })).toMatchObject({ path: ['commune'], message: MESSAGES.commune })
    expect(issue({ region, commune: 'Temuco' })).toMatchObject({
      path: ['commune'],
      message: MESSAGES.commune,
    })
    expect(issue({ region: 'Atlántida', commune: 'Ñuñoa' })).toMatchObject({ message: MESSAGES.region })
    expect(locationField.safeParse({ region, commune: 'Ñuñoa', pais: 'Chile' }).success).toBe(false)
  })
})

describe('PRO-17 updateProfileInput', () => {
  const valid = {
    price: 30_000,
    description: 'Texto',
    phoneNumber: '+56912345678',
    location: { region: 'Valparaíso', commune: 'Quilpué' },
    addressStreet: 'Freire',
    addressNumber: '12',
    addressApartment: '',
  }
  test('accepts its own keys only', () => {
    expect(parse(updateProfileInput, valid)).toEqual({ ...valid, addressApartment: null })
    for (const key of ['rut', 'plan', 'is_verified', 'specialties', 'credits_available', 'id', 'name']) {
      const answer = updateProfileInput.safeParse({ ...valid, [key]: 'x' })
      expect(answer.error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', keys: [key] })
    }
  })
})

test('TRAP-36, TRAP-37: the public profile has exactly these fields', () => {
  expect(Object.keys(publicLawyer.shape)).toEqual([
    'id',
    'name',
    'name_confirmed',
    'avatar_url',
    'specialties',
    'price',
    'description',
    'experience',
    'is_verified',
    'plan',
    'university',
    'address_commune',
    'rating',
    'review_count',
  ])
})
