import type { RateLimit } from '../../platform/http/rate-limit.ts'

/** DAT-48: how long a sign-in waits for its second step. */
export const SECOND_STEP_SECONDS = 600
/** DAT-74: how long one can ask for more time, since the password was right. */
export const SECOND_STEP_LIFETIME_SECONDS = 2 * 3600
/** DAT-48: wrong codes of one sign-in. */
export const MAX_WRONG_CODES = 5
/** DAT-48: codes tried for one account, over all its sign-ins; and in each of its sessions. */
export const CODE_LIMIT: RateLimit = { max: 10, windowSeconds: 3600 }

/** DAT-46: RFC 6238. */
export const TOTP_DIGITS = 6
export const TOTP_PERIOD_SECONDS = 30

/** DAT-44: how long an authenticator has to answer. */
export const PASSKEY_SECONDS = 300
/** Uses of passkeys that visitors of one address begin; many people may share it. */
export const PASSKEY_START_LIMIT: RateLimit = { max: 300, windowSeconds: 3600 }

/** What an authenticator is asked for: an answer for one is none for another (DAT-44). */
export type PasskeyPurpose = 'add' | 'sign-in' | 'confirm'

/**
 * DAT-44: the host that keys belong to, and the origin they are used from. An address of this machine cannot have keys, so
 * in local mode both are those of `localhost`.
 */
export function passkeyScope(publicUrl: string, localMode: boolean): { rpId: string; origin: string } {
  const { hostname, port, protocol, origin } = new URL(publicUrl)
  const isLocal = localMode && /^(127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  if (!isLocal) return { rpId: hostname, origin }
  return { rpId: 'localhost', origin: `${protocol}//localhost${port && `:${port}`}` }
}

/** DAT-50: how long the second step stays after somebody asked to take it away. */
export const FACTOR_LOSS_SECONDS = 72 * 3600
/** DAT-50: lifetime of the link that starts it. */
export const FACTOR_LOSS_LINK_SECONDS = 3600
/** DAT-50: such links per account. */
export const FACTOR_LOSS_LIMIT: RateLimit = { max: 3, windowSeconds: 3600 }

/**
 * States of a request to take the second step away, and what leads on from each (DAT-50). All else is refused.
 * Tests compare the code with it; no production code reads it.
 */
export const FACTOR_LOSS_MOVES = {
  esperando: {
    'over 72 hours': 'quitado',
    cancel: 'cancelada',
    'sign-in with the second step': 'cancelada',
    'new password': 'cancelada',
  },
  quitado: {},
  cancelada: {},
} as const
export type FactorLossState = keyof typeof FACTOR_LOSS_MOVES

/**
 * States of a sign-in whose password was right, and what leads on from each (DAT-48). All else is refused.
 * Tests compare the code with it; no production code reads it.
 */
export const SIGN_IN_MOVES = {
  segundo_paso: { factor: 'sesion', 'five wrong codes': 'terminado', 'over 10 minutes': 'terminado' },
  sesion: {},
  terminado: {},
} as const
export type SignInState = keyof typeof SIGN_IN_MOVES

/** DAT-55: lifetime of «Confirma tu nuevo correo». */
export const EMAIL_CHANGE_LINK_SECONDS = 24 * 3600
/** DAT-55: how long the old address can undo a change. */
export const EMAIL_UNDO_SECONDS = 7 * 24 * 3600
/** DAT-55: how long the person has to answer «Sí fui yo» before the old address is back. */
export const EMAIL_DISPUTE_SECONDS = 72 * 3600
/** DAT-55: how long the team has to decide after «Sí fui yo», days: as long as the answer that stopped the clock. */
export const EMAIL_DECISION_DAYS = 3
/** DAT-55: changes that one account asks for. */
export const EMAIL_CHANGE_LIMIT: RateLimit = { max: 3, windowSeconds: 24 * 3600 }
/** E-mails about changes to one mailbox, whatever account asks: it may be a stranger's. */
export const EMAIL_CHANGE_MAIL_LIMIT: RateLimit = { max: 5, windowSeconds: 24 * 3600 }

/**
 * States of a change of the e-mail address, and what leads on from each (DAT-55). All else is refused.
 * Tests compare the code with it; no production code reads it.
 */
export const EMAIL_CHANGE_MOVES = {
  pedido: { link: 'hecho', cancel: 'cerrado', 'over 24 hours': 'cerrado', 'new password': 'cerrado' },
  hecho: { 'No fui yo': 'en_disputa' },
  en_disputa: { 'over 72 hours': 'revertido', 'Sí fui yo': 'en_revision' },
  en_revision: { 'admin keeps': 'hecho', 'admin reverts': 'revertido' },
  cerrado: {},
  revertido: {},
} as const
export type EmailChangeState = keyof typeof EMAIL_CHANGE_MOVES

/** DAT-47. */
export const RECOVERY_CODES = 10
