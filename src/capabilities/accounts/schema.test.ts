import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  COMMON_PASSWORDS,
  changePasswordInput,
  registerInput,
  resetPasswordInput,
} from './new-password-schema.ts'
import { loginInput, MESSAGES, normaliseEmail, updateNameInput } from './schema.ts'

const valid = {
  name: 'Camila Rojas',
  email: 'camila@correo.cl',
  password: 'secreta1',
  confirmPassword: 'secreta1',
  role: 'client',
}
const errorsOf = (input: unknown, min = 6) => {
  const result = registerInput(min).safeParse(input)
  return result.success
    ? {}
    : Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
}

describe('registration (ENT-07)', () => {
  test('a valid registration passes, cleaned', () => {
    expect(
      registerInput(6).parse({ ...valid, name: '  Camila \n Rojas ', email: ' CAMILA＠Correo.cl ' }),
    ).toMatchObject({
      name: 'Camila Rojas',
      email: 'camila@correo.cl',
    })
  })

  test('AUT-09 to AUT-11 each field has its own exact error text, all reported at once', () => {
    expect(
      errorsOf({
        ...valid,
        name: ' ',
        email: 'x',
        password: '12345',
        confirmPassword: '54321',
        role: 'admin',
      }),
    ).toEqual({
      name: MESSAGES.nameMissing,
      email: MESSAGES.emailInvalid,
      password: 'La contraseña debe tener al menos 6 caracteres.',
      confirmPassword: 'Las contraseñas no coinciden.',
      role: 'Debes seleccionar un rol (Abogado o Cliente).',
    })
  })

  test('AUT-10 takes the minimum length from the setting', () => {
    expect(errorsOf({ ...valid, password: 'nueve-nuev', confirmPassword: 'nueve-nuev' }, 12)).toEqual({
      password: 'La contraseña debe tener al menos 12 caracteres.',
    })
  })

  test('unknown keys are rejected, whatever their name', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.anything(), (key, value) => {
        fc.pre(!(key in valid) && key !== '__proto__')
        return !registerInput(6).safeParse({ ...valid, [key]: value }).success
      }),
    )
  })

  test('no input makes a schema throw', () => {
    fc.assert(
      fc.property(fc.anything(), (input) => {
        registerInput(6).safeParse(input)
        loginInput.safeParse(input)
        updateNameInput.safeParse(input)
      }),
    )
  })
})

describe('H-10 common passwords are rejected', () => {
  const chosen = (password: string, min = 6) =>
    errorsOf({ ...valid, password, confirmPassword: password }, min)
  const COMMON = { password: 'Elige una contraseña menos común.' }

  test('the list has 100 entries, each in canonical form and long enough to be chosen', () => {
    expect(COMMON_PASSWORDS.size).toBe(100)
    for (const one of COMMON_PASSWORDS) {
      expect(one).toBe(one.trim().toLowerCase())
      expect(one.length).toBeGreaterThanOrEqual(6)
      expect(chosen(one), one).toEqual(COMMON)
    }
  })

  test.each([
    '123456',
    'password',
    ' PassWord ',
    'CONTRASEÑA',
    'colocolo\t',
    'aaaaaa',
    'aAaAaA',
    '111111',
    'ñ'.repeat(128),
    '😀😀😀😀😀😀',
    '      ',
    ' \t \u00a0  ',
    '     a',
  ])('%j', (password) => {
    expect(chosen(password)).toEqual(COMMON)
    const twice = { password, confirmPassword: password }
    for (const schema of [
      resetPasswordInput(6).safeParse({ token: 't', ...twice }),
      changePasswordInput(6).safeParse({ currentPassword: 'la de antes', ...twice }),
    ])
      expect(schema.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
        ['password', COMMON.password],
      ])
  })

  test.each(['demo1234', 'secreta1', 'aaaaab', 'ababab', 'password de Ana', '1234567 8'])(
    '%j passes',
    (password) => {
      expect(chosen(password)).toEqual({})
    },
  )

  test('a wrong length is the only error reported', () => {
    expect(chosen('aaaaa')).toEqual({ password: 'La contraseña debe tener al menos 6 caracteres.' })
    expect(chosen('')).toEqual({ password: 'La contraseña debe tener al menos 6 caracteres.' })
    expect(chosen('password', 12)).toEqual({ password: 'La contraseña debe tener al menos 12 caracteres.' })
    expect(chosen('a'.repeat(129))).toEqual({ password: 'La contraseña puede tener hasta 128 caracteres.' })
  })

  test('an existing account with a common password can still sign in', () => {
    expect(loginInput.safeParse({ email: 'a@b.cl', password: '123456' }).success).toBe(true)
  })
})

describe('names and addresses', () => {
  test('normalising an address is idempotent', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => normaliseEmail(normaliseEmail(text)) === normaliseEmail(text),
      ),
    )
  })

  test.each([
    'a@b',
    'a b@c.cl',
    'a@b..cl',
    '@b.cl',
    'a@',
    'a@-b.cl',
    'ñandú@correo.cl',
    'a@b.cl\nBcc: x@y.cl',
    `${'a'.repeat(65)}@b.cl`,
  ])('%j is not an address', (email) => {
    expect(errorsOf({ ...valid, email })).toEqual({ email: MESSAGES.emailInvalid })
  })

  test.each(['a@b.cl', "o'higgins+x@sub.dominio.cl", 'A.B@C.CL'])('%j is an address', (email) => {
    expect(errorsOf({ ...valid, email })).toEqual({})
  })
})
