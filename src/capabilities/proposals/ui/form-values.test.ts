import { expect, test } from 'vitest'
import {
  EMPTY_FORM,
  type FormValues,
  parseDraft,
  resolver,
  toFormContent,
  topLevelErrors,
} from './form-values.ts'

const FULL: FormValues = {
  ...EMPTY_FORM,
  summary: 'Demanda',
  fee: 90_000,
  feeDecimals: '',
  deadline: '2099-01-31',
  conditions: 'Una\n\n  Otra  \n',
}
const check = async (values: FormValues) =>
  resolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })

test('OPEN-36 each non-empty line is a condition, and an empty date is no deadline', () => {
  expect(toFormContent(FULL).conditions).toEqual(['Una', 'Otra'])
  expect(toFormContent(EMPTY_FORM)).toMatchObject({ summary: '', fee: null, deadline: null, conditions: [] })
})

test('PRP-01, PRP-02 the form shows the error messages of the server, one per field', async () => {
  expect((await check(FULL)).values).toMatchObject({ fee: 90_000, conditions: ['Una', 'Otra'] })
  const messages = async (values: FormValues) =>
    Object.entries((await check(values)).errors).map(([name, error]) => [name, error?.message])
  expect(await messages(EMPTY_FORM)).toEqual([
    ['summary', 'Escribe un resumen de tu propuesta.'],
    ['fee', 'Ingresa los honorarios en pesos chilenos, sin decimales: entre $1 y $999.999.999.'],
  ])
  expect(await messages({ ...FULL, feeDecimals: ',5' })).toEqual([
    ['fee', 'Escribe el monto en pesos, sin decimales.'],
  ])
  expect(await messages({ ...FULL, feeDecimals: ',' })).toEqual([])
  const long = 'a'.repeat(301)
  expect(await messages({ ...FULL, conditions: `Una\n${long}\n${long}` })).toEqual([
    ['conditions', 'Cada condición puede tener hasta 300 caracteres.'],
  ])
})

test('a server error in one condition is shown below the whole field', () => {
  expect(topLevelErrors({ 'conditions.2': 'a', 'conditions.3': 'b', fee: 'c' })).toEqual({
    conditions: 'a',
    fee: 'c',
  })
})

test('a stored draft is restored; anything else gives the empty form', () => {
  expect(parseDraft({ id: 'x', values: FULL })).toEqual({ id: 'x', values: FULL })
  for (const stored of [undefined, null, 7, { values: { fee: '3', summary: [] } }])
    expect(parseDraft(stored)).toEqual({ id: null, values: EMPTY_FORM })
})
