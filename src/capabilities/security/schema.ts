import * as z from 'zod/mini'
import { loginInput, PASSWORD_MAX, sessionUser } from '../accounts/schema.ts'

export const MESSAGES = {
  passwordMissing: 'Ingresa tu contraseña.',
  passwordWrong: 'La contraseña no es correcta.',
  codeMissing: 'Ingresa el código.',
  codeWrong: 'El código no es correcto.',
  tooManyCodes: 'Demasiados intentos. Espera unos minutos e inténtalo de nuevo.',
  stepGone: 'Este paso venció. Vuelve a iniciar sesión.',
  alreadyOn: 'El código de la aplicación ya está activado.',
  notStarted: 'Vuelve a empezar: el código QR ya no sirve.',
  notOn: 'El segundo paso ya no está activado.',
  sessionGone: 'Esta sesión ya terminó.',
  failed: 'No pudimos cargar la seguridad de tu cuenta.',
} as const

const passwordField = z
  .string(MESSAGES.passwordMissing)
  .check(z.minLength(1, MESSAGES.passwordMissing), z.maxLength(PASSWORD_MAX, MESSAGES.passwordWrong))

/** A code of the application or a recovery code; spaces and hyphens do not count. */
export const codeField = z.pipe(
  z.pipe(
    z.string(MESSAGES.codeMissing).check(z.maxLength(100, MESSAGES.codeWrong)),
    z.transform((text) => text.replaceAll(/[\s-]/g, '').toLowerCase()),
  ),
  z.string().check(z.minLength(1, MESSAGES.codeMissing)),
)

/** DAT-52: «Confirma que eres tú». The code is needed where the second step is on. */
export const confirmIdentityInput = z.strictObject({ password: passwordField, code: z.optional(codeField) })
export type ConfirmIdentityInput = z.infer<typeof confirmIdentityInput>

export const codeInput = z.strictObject({ code: codeField })
export type CodeInput = z.infer<typeof codeInput>

export const sessionInput = z.strictObject({ id: z.uuid(MESSAGES.sessionGone) })

export const confirmedOutput = z.object({ confirmed: z.literal(true) })

export const signInInput = loginInput
/** DAT-48: `user` is null while the second step is missing. */
export const loginOutput = z.object({ user: z.nullable(sessionUser), secondStep: z.boolean() })
export const signedInOutput = z.object({ user: sessionUser })
export const pendingStepOutput = z.object({ pending: z.boolean() })

/** DAT-53: a session, in words. */
const device = z.object({
  id: z.uuid(),
  /** «Chrome en Windows». */
  name: z.string(),
  isPhone: z.boolean(),
  isCurrent: z.boolean(),
  since: z.string(),
  usedAt: z.string(),
})
export type Device = z.infer<typeof device>

const totpState = z.nullable(z.object({ since: z.string() }))
const codesState = z.nullable(z.object({ left: z.int(), total: z.int(), createdAt: z.string() }))

export const overviewOutput = z.object({ totp: totpState, codes: codesState, devices: z.array(device) })
export type Overview = z.infer<typeof overviewOutput>

export const startTotpOutput = z.object({ secret: z.string(), uri: z.string() })
/** DAT-47: shown this once. */
export const codesOutput = z.object({ codes: z.array(z.string()) })
export const removedOutput = z.object({ removed: z.literal(true) })
export const endedOutput = z.object({ ended: z.literal(true) })
