import type { Config } from '../../../platform/config/config.ts'
import { fieldRefusal, type Refusal, type Result, refuse } from '../../../platform/errors/refusal.ts'
import {
  BUSY_MESSAGE,
  EMAIL_TAKEN_MESSAGE,
  MESSAGES,
  PASSWORD_REPLACED_MESSAGE,
  passwordTooShort,
} from '../schema.ts'
import { LoginQueueFull, withHashSlot, withLoginPlace } from './passwords.server.ts'

export const LOGIN_BUSY: Refusal = { code: 'SERVICE_UNAVAILABLE', message: BUSY_MESSAGE, retryAfter: 2 }
/** Identical for a wrong password and an unknown e-mail address. */
export const WRONG_CREDENTIALS: Refusal = {
  code: 'UNAUTHORIZED',
  message: 'El correo o la contraseña no son correctos.',
}
/** The signed-in user's account no longer exists. */
export const ACCOUNT_GONE: Refusal = { code: 'UNAUTHORIZED', message: 'Debes iniciar sesión.' }
/** H-04: shown only after the right password. */
export const suspendedAccount = (config: Config): Refusal => ({
  code: 'FORBIDDEN',
  message: `Tu cuenta está suspendida. Escríbenos a ${config.supportEmail}.`,
})
/** DAT-55: the e-mail address of the account is disputed; shown only after the right password. */
export const FROZEN_ACCOUNT: Refusal = {
  code: 'FORBIDDEN',
  message:
    'Detuvimos esta cuenta: desde su correo anterior dijeron que no cambiaron el correo. Si lo cambiaste tú, responde en «¿Cambiaste tu correo?».',
}
export const PASSWORD_REPLACED = fieldRefusal('password', PASSWORD_REPLACED_MESSAGE)
export const EMAIL_TAKEN = fieldRefusal('email', EMAIL_TAKEN_MESSAGE, 'CONFLICT')
/** Reasons why a name cannot be changed. */
export const NAME_CHANGE_REFUSALS = {
  missing: { code: 'FORBIDDEN', message: 'No se pudo actualizar el perfil.' },
  reviewed: { code: 'CONFLICT', message: MESSAGES.nameUnderReview },
} satisfies Record<string, Refusal>
/** @param retryAfter seconds */
export const tooManyAttempts = (retryAfter: number): Refusal => ({
  code: 'TOO_MANY_REQUESTS',
  message: 'Demasiados intentos. Espera unos minutos e inténtalo de nuevo.',
  retryAfter,
})

/**
 * Refusal of a password shorter than PASSWORD_MIN_LENGTH, or null. The schema checks only the default of 6.
 */
export function tooShortPassword(config: Config, password: string): Refusal | null {
  const min = config.passwordMinLength
  return password.length >= min ? null : fieldRefusal('password', passwordTooShort(min))
}

/**
 * Runs work that hashes a password inside a hash slot, including its queries, so that a burst of sign-ins
 * does not use up the database connections. If the login queue is full, refuses (503) before any query.
 */
export const runInHashSlot = <T>(asker: { address: string }, work: () => Promise<Result<T>>) =>
  runAdmitted(asker, () => withHashSlot(work))

/**
 * Runs work that takes a place in the login queue, but no hash slot: it does not hash, or waits for a slot for each hash.
 * Refuses (503) if the queue is full.
 */
export async function runAdmitted<T>(
  { address }: { address: string },
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await withLoginPlace(address, work)
  } catch (error) {
    if (error instanceof LoginQueueFull) return refuse(LOGIN_BUSY)
    throw error
  }
}
