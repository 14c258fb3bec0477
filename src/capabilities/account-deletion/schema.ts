import * as z from 'zod/mini'
import { codeField } from '../security/schema.ts'

export const MESSAGES = {
  passwordEmpty: 'Debes ingresar tu contraseña.',
  /** H-04: shown to the operator. */
  accountUnknown: 'No hay una cuenta con ese correo.',
  notSuspendable: 'Solo se suspenden cuentas de clientes y abogados.',
  alreadySuspended: 'La cuenta ya está suspendida.',
  notSuspended: 'La cuenta no está suspendida.',
  passwordWrong: 'Contraseña incorrecta.',
} as const

/** DEL-02: the password, and the code where the second step is on (DAT-52); the account is always the caller's own. */
export const deleteAccountInput = z.strictObject({
  password: z
    .string(MESSAGES.passwordEmpty)
    .check(z.minLength(1, MESSAGES.passwordEmpty), z.maxLength(128, MESSAGES.passwordWrong)),
  code: z.optional(codeField),
})
export type DeleteAccountInput = z.infer<typeof deleteAccountInput>

export const deleteAccountOutput = z.object({ deleted: z.literal(true) })
