import * as z from 'zod/mini'
import { PASSWORD_MAX } from '../accounts/schema.ts'

export const MESSAGES = {
  passwordMissing: 'Ingresa tu contraseña.',
  passwordWrong: 'La contraseña no es correcta.',
} as const

const passwordField = z
  .string(MESSAGES.passwordMissing)
  .check(z.minLength(1, MESSAGES.passwordMissing), z.maxLength(PASSWORD_MAX, MESSAGES.passwordWrong))

/** DAT-52: «Confirma que eres tú». */
export const confirmIdentityInput = z.strictObject({ password: passwordField })
export type ConfirmIdentityInput = z.infer<typeof confirmIdentityInput>

export const confirmedOutput = z.object({ confirmed: z.literal(true) })
