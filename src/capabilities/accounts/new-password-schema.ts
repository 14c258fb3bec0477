import * as z from 'zod/mini'
import {
  areStrings,
  cleanNameSchema,
  currentPasswordSchema,
  emailSchema,
  linkTokenSchema,
  MESSAGES,
  nameSchema,
  PASSWORD_MAX,
  passwordTooShort,
  SIGN_UP_ROLES,
} from './schema.ts'

export const ROLE_MISSING = 'Debes seleccionar un rol (Abogado o Cliente).'
const PASSWORD_COMMON = 'Elige una contraseña menos común.'
const PASSWORDS_DIFFER = 'Las contraseñas no coinciden.'

/** H-10: the 100 most common passwords worldwide and in Chile. A repeated single character needs no entry. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  123456 1234567 12345678 123456789 1234567890 123123 123321 654321 987654321 112233
  121212 123654 159753 147258369 102030 101010 010203 696969 131313 123abc
  abc123 abcdef abcd1234 abc12345 a123456 123456a a1b2c3 1q2w3e 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx qwerty qwerty1 qwerty12 qwerty123 qwertyuiop asdfgh asdf1234 asdfghjkl zxcvbn
  zxcvbnm qazwsx password password1 password123 passw0rd p@ssw0rd p@ssword letmein welcome
  admin123 admin1234 changeme secret iloveyou princess sunshine football baseball monkey
  dragon master shadow superman batman pokemon michael charlie jordan trustno1
  starwars whatever freedom test123 test1234 contraseña contrasena clave123 clave1234 hola123
  hola1234 holahola chile123 vivachile colocolo universidad catolica tequiero teamo123 miamor
  amorcito estrella princesa mariposa chocolate familia santiago valentina sebastian secreto
  `
    .trim()
    .split(/\s+/),
)

/** H-10: ignores case and surrounding spaces. Spaces alone count as a repeated character. */
function isCommonPassword(password: string): boolean {
  const text = password.trim().toLowerCase()
  return COMMON_PASSWORDS.has(text) || /^(.?)\1*$/su.test(text)
}

/** AUT-10, H-10: a new password; the server and the forms share this schema. */
const newPasswordSchema = (min: number) =>
  z.string(passwordTooShort(min)).check(
    z.minLength(min, passwordTooShort(min)),
    z.maxLength(PASSWORD_MAX, MESSAGES.passwordTooLong),
    z.refine((password) => !isCommonPassword(password), {
      error: PASSWORD_COMMON,
      // Skipped when the length is wrong: one message at a time.
      when: ({ issues }) => issues.length === 0,
    }),
  )

/** AUT-11: reported together with the errors of the other fields, not only after those are valid. */
const passwordsMatch = () =>
  z.refine<{ password: string; confirmPassword: string }>(
    (input) => input.password === input.confirmPassword,
    {
      path: ['confirmPassword'],
      error: PASSWORDS_DIFFER,
      when: ({ value }) => areStrings(value, 'password', 'confirmPassword'),
    },
  )

/**
 * ENT-07: input of a registration; unknown keys are rejected.
 * @param passwordMin minimum password length, in characters
 */
export const registerInput = (passwordMin: number) =>
  z
    .strictObject({
      name: nameSchema,
      email: emailSchema,
      password: newPasswordSchema(passwordMin),
      confirmPassword: z.string(PASSWORDS_DIFFER),
      role: z.enum(SIGN_UP_ROLES, ROLE_MISSING),
    })
    .check(passwordsMatch())

/** OPEN-04: a new administrator. Reserved names such as «Equipo Amparo» are allowed here. */
export const administratorInput = (passwordMin: number) =>
  z.strictObject({ name: cleanNameSchema, email: emailSchema, password: newPasswordSchema(passwordMin) })

export type RegisterInput = z.infer<ReturnType<typeof registerInput>>

/** OPEN-10: sets a new password with the token of the e-mailed link. */
export const resetPasswordInput = (passwordMin: number) =>
  z
    .strictObject({
      token: linkTokenSchema,
      password: newPasswordSchema(passwordMin),
      confirmPassword: z.string(PASSWORDS_DIFFER),
    })
    .check(passwordsMatch())
export type ResetPasswordInput = z.infer<ReturnType<typeof resetPasswordInput>>

/** OPEN-10: sets a new password, given the current one. */
export const changePasswordInput = (passwordMin: number) =>
  z
    .strictObject({
      currentPassword: currentPasswordSchema,
      password: newPasswordSchema(passwordMin),
      confirmPassword: z.string(PASSWORDS_DIFFER),
    })
    .check(passwordsMatch())
export type ChangePasswordInput = z.infer<ReturnType<typeof changePasswordInput>>
