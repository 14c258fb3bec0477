import type { Limit } from '../../platform/http/limits.ts'
import type { Role, SessionUser } from '../../platform/session.ts'

/** AUT-27: a session lasts 7 days from its last renewal, and is renewed when a day of it is gone. Seconds. */
export const SESSION_SECONDS = 7 * 24 * 3600
export const RENEW_AFTER_SECONDS = 24 * 3600

/** Wrong passwords for one account from one address; another address of the same owner is not touched. */
export const ACCOUNT_LIMIT: Limit = { most: 6, seconds: 15 * 60 }
/** Right passwords for one account from one address: more than a person with several devices types (H-07). */
export const ENTERED_LIMIT: Limit = { most: 60, seconds: 3600 }
/** Failures of one address over all accounts that are answered at once; further ones are answered late (H-07). */
export const ADDRESS_LIMIT: Limit = { most: 40, seconds: 15 * 60 }
/** Accounts made from one address: many people may share it, behind one line of a telephone company (H-07). */
export const REGISTER_LIMIT: Limit = { most: 100, seconds: 3600 }
/** Sessions of one account; a further one ends the oldest. */
export const SESSIONS_PER_ACCOUNT = 50

/** Recovery mails asked for from one address and answered at once; further ones are answered late (H-07). */
export const RECOVERY_ADDRESS_LIMIT: Limit = { most: 30, seconds: 3600 }
/** Recovery mails to one address, whoever asks: nobody's mailbox is flooded. */
export const RECOVERY_ACCOUNT_LIMIT: Limit = { most: 3, seconds: 3600 }
/** «Confirma tu correo» to one address: the name in a registration is a stranger's, and so may the mailbox be. */
export const CONFIRM_LIMIT: Limit = { most: 3, seconds: 3600 }
/** Changes of the own name. */
export const NAME_LIMIT: Limit = { most: 30, seconds: 3600 }
/** OPEN-10: how long the link for a new password works, seconds. */
export const RECOVERY_SECONDS = 3600

/** OPEN-09: how long the link of «Confirma tu correo» works, seconds. */
export const CONFIRM_SECONDS = 24 * 3600

/** What a role is called. */
export const ROLE_NAMES: Record<Role, string> = {
  client: 'Cliente',
  lawyer: 'Abogado',
  admin: 'Administrador',
}

/** Where a new account goes on (AUT-15, AUT-16). */
export const afterRegistration = (role: SessionUser['role']) =>
  role === 'lawyer' ? '/onboarding/verify-email' : '/dashboard'

/**
 * The page to return to after signing in.
 * @param volver value of ?volver=
 * @returns the path when it is one of ours, else null. «//other.site», «/\other.site» and anything with a scheme or a
 * control character is not.
 */
export function ownPath(volver: string | null): string | null {
  if (!volver || volver.length > 500 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(volver) || volver.includes('\\'))
    return null
  const base = 'http://amparo.invalid'
  if (!URL.canParse(volver, base) || new URL(volver, base).origin !== base) return null
  if (new URL(volver, base).pathname.startsWith('//')) return null
  return /^\/(login|register)([/?#]|$)/.test(volver) ? null : volver
}

export const RENAMED = 'lawyer.renamed'
/** What the audit log keeps when a lawyer changes the own name. */
export const renaming = ({ id, name }: Pick<SessionUser, 'id' | 'name'>, to: string) => ({
  actor: id,
  action: RENAMED,
  object: id,
  details: { from: name, to },
})

/** «María de la Luz Soto» is known by «Luz», not by «d.». */
const PARTICLE = /^(?:de|del|la|las|los|lo|y|e|da|do|dos|di|van|von)$/iu

/**
 * OPEN-56, H-05: what others read of a client's name, «Camila R.». Of an address in its place, what is before the «@». Four
 * names and more end with two surnames, as in Chile; of fewer the second is taken for one.
 */
export function shownName(name: string): string {
  const [first = '', ...rest] = (name.split('@')[0] ?? '').split(/\s+/u).filter((word) => word !== '')
  const others = rest.filter((word) => /\p{L}/u.test(word) && !PARTICLE.test(word))
  const initial = others.at(others.length > 2 ? -2 : 0)?.match(/\p{L}/u)?.[0]
  return initial ? `${first} ${initial.toLocaleUpperCase('es')}.` : first
}
