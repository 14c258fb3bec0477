import type { Config } from '../../../platform/config/config.ts'
import { type Refusal, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { MESSAGES, passwordTooShort } from '../schema.ts'
import { admit, GateFull, throughGate } from './passwords.server.ts'

/** More people are signing in than the gate's queue holds. */
export const BUSY: Refusal = { code: 'SERVICE_UNAVAILABLE', message: MESSAGES.busy, retryAfter: 2 }
/** The same for a wrong password and an unknown address. */
export const WRONG: Refusal = { code: 'UNAUTHORIZED', message: MESSAGES.wrongCredentials }
/** The asker's account is gone. */
export const ACCOUNT_GONE: Refusal = { code: 'UNAUTHORIZED', message: MESSAGES.signInFirst }
export const suspendedAccount = (config: Config): Refusal => ({
  code: 'FORBIDDEN',
  message: MESSAGES.suspended(config.supportEmail),
})
export const EMAIL_TAKEN: Refusal = {
  code: 'CONFLICT',
  message: MESSAGES.emailTaken,
  fields: { email: MESSAGES.emailTaken },
}
/** Why a name stays: there is no profile, or somebody is looking at whose it is. */
export const NAME_STAYS = {
  missing: { code: 'FORBIDDEN', message: MESSAGES.noProfile },
  reviewed: { code: 'CONFLICT', message: MESSAGES.nameReviewed },
} satisfies Record<string, Refusal>
/** @param retryAfter seconds */
export const tooMany = (retryAfter: number): Refusal => ({
  code: 'TOO_MANY_REQUESTS',
  message: MESSAGES.tooManyTries,
  retryAfter,
})

/** The schema knows the specification's 6; the operator may ask for more. */
export function tooShort(config: Config, password: string): Refusal | null {
  const min = config.passwordMinLength
  if (password.length >= min) return null
  const message = passwordTooShort(min)
  return { code: 'UNPROCESSABLE_CONTENT', message, fields: { password: message } }
}

/**
 * Work that hashes a password: one at a time, all its queries with it, so that whoever reads need not wait for a crowd. Whoever
 * comes when the gate and its queue are full is refused before they cost a query.
 */
export const behindTheGate = <T>(asker: { address: string }, work: () => Promise<Result<T>>) =>
  atTheDoor(asker, () => throughGate(work))

/** Work with one of the places that the gate and its queue have, without a hash. */
export async function atTheDoor<T>(
  { address }: { address: string },
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await admit(address, work)
  } catch (error) {
    if (error instanceof GateFull) return refuse(BUSY)
    throw error
  }
}

/** The text of a wrong password and the field it belongs to. */
export interface Wrong {
  field: string
  message: string
}

export const wrongPassword = ({ field, message }: Wrong): Refusal => ({
  code: 'UNPROCESSABLE_CONTENT',
  message,
  fields: { [field]: message },
})
