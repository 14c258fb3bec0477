import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { Role, SessionUser } from '../../platform/session/session.ts'

/** AUT-27: a session lasts 7 days from its last renewal, in seconds. */
export const SESSION_SECONDS = 7 * 24 * 3600
/** AUT-27: a session older than this is renewed on use. */
export const RENEW_AFTER_SECONDS = 24 * 3600
/** How long a proof of who somebody is allows sensitive actions (DAT-52). */
export const PROOF_SECONDS = 600

/** Wrong passwords per account and IP address, so that the owner can still sign in from another address. */
export const WRONG_PASSWORD_LIMIT: RateLimit = { max: 6, windowSeconds: 15 * 60 }
/** Successful sign-ins per account and IP address: more than a person with several devices needs (H-07). */
export const SUCCESSFUL_LOGIN_LIMIT: RateLimit = { max: 60, windowSeconds: 3600 }
/** Failures per IP address over all accounts; answers to further failures are delayed (H-07). */
export const FAILURES_PER_IP_LIMIT: RateLimit = { max: 40, windowSeconds: 15 * 60 }
/** New accounts per IP address; many people may share one behind carrier-grade NAT (H-07). */
export const REGISTRATIONS_PER_IP_LIMIT: RateLimit = { max: 100, windowSeconds: 3600 }
/** When an account exceeds this, its least recently used sessions end. */
export const MAX_SESSIONS_PER_ACCOUNT = 50

/** Recovery requests per IP address; answers to further requests are delayed (H-07). */
export const RECOVERY_PER_IP_LIMIT: RateLimit = { max: 30, windowSeconds: 3600 }
/** Recovery e-mails per recipient, regardless of the requester, to protect the mailbox from flooding. */
export const RECOVERY_PER_EMAIL_LIMIT: RateLimit = { max: 3, windowSeconds: 3600 }
/** «Confirma tu correo» e-mails per recipient: the mailbox may belong to somebody who never registered. */
export const CONFIRMATION_MAIL_LIMIT: RateLimit = { max: 3, windowSeconds: 3600 }
/** Name changes per account. */
export const NAME_CHANGE_LIMIT: RateLimit = { max: 30, windowSeconds: 3600 }
/** OPEN-10: lifetime of the password reset link, in seconds. */
export const RECOVERY_LINK_SECONDS = 3600

/** OPEN-09: lifetime of the «Confirma tu correo» link, in seconds. */
export const CONFIRMATION_LINK_SECONDS = 24 * 3600

/** DAT-54: as long as browsers keep a cookie. */
export const DEVICE_COOKIE_SECONDS = 400 * 24 * 3600
/** DAT-54: lifetime of «No fui yo», in seconds. As long, a replaced password is not accepted as the new one. */
export const ALARM_LINK_SECONDS = 7 * 24 * 3600
/** Changes of password per account: each keeps the earlier one, and is told by e-mail. */
export const PASSWORD_CHANGE_LIMIT: RateLimit = { max: 10, windowSeconds: 24 * 3600 }
/** New passwords that are tried with one mailed link. */
export const NEW_PASSWORD_LIMIT: RateLimit = { max: 10, windowSeconds: RECOVERY_LINK_SECONDS }
/** DAT-54: e-mails about sign-ins from unknown browsers, per account. */
export const NEW_DEVICE_MAIL_LIMIT: RateLimit = { max: 5, windowSeconds: 24 * 3600 }

/** Display name of each role. */
export const ROLE_NAMES: Record<Role, string> = {
  client: 'Cliente',
  lawyer: 'Abogado',
  admin: 'Administrador',
}

/** First page after registration (AUT-15, AUT-16). */
export const pathAfterRegistration = (role: SessionUser['role']) =>
  role === 'lawyer' ? '/onboarding/verify-email' : '/dashboard'

/**
 * Validates the page to return to after signing in, against open redirects.
 * @param volver value of ?volver=
 * @returns the path if it stays on this origin, else null: «//other.site», «/\other.site», any scheme or
 * control character is rejected, and so are /login and /register.
 */
export function safeReturnPath(volver: string | null): string | null {
  if (!volver || volver.length > 500 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(volver) || volver.includes('\\'))
    return null
  const base = 'http://amparo.invalid'
  if (!URL.canParse(volver, base) || new URL(volver, base).origin !== base) return null
  if (new URL(volver, base).pathname.startsWith('//')) return null
  return /^\/(login|register)([/?#]|$)/.test(volver) ? null : volver
}

export const LAWYER_RENAMED_ACTION = 'lawyer.renamed' as const
/** Audit log entry for a lawyer who changes their own name. */
export const renameAuditEntry = ({ id, name }: Pick<SessionUser, 'id' | 'name'>, to: string) => ({
  actor: id,
  action: LAWYER_RENAMED_ACTION,
  object: id,
  details: { from: name, to },
})

/** Words that give no initial: «María de la Luz Soto» is shortened with the «L» of «Luz». */
const PARTICLE = /^(?:de|del|la|las|los|lo|y|e|da|do|dos|di|van|von)$/iu

/**
 * OPEN-56, H-05: abbreviates a client's name for other people, as in «Camila R.». For an e-mail address,
 * keeps the part before the «@». Assumes two surnames in names of four or more words, as is usual in Chile;
 * in shorter names, the second word gives the initial.
 */
export function abbreviatedName(name: string): string {
  const [first = '', ...rest] = (name.split('@')[0] ?? '').split(/\s+/u).filter((word) => word !== '')
  const others = rest.filter((word) => /\p{L}/u.test(word) && !PARTICLE.test(word))
  const initial = others.at(others.length > 2 ? -2 : 0)?.match(/\p{L}/u)?.[0]
  return initial ? `${first} ${initial.toLocaleUpperCase('es')}.` : first
}
