import { createHmac } from 'node:crypto'
import type { Config } from '../../../platform/config/config.ts'
import { isDatabaseDown } from '../../../platform/database/database.server.ts'
import { batch } from '../../../platform/database/queries.server.ts'
import { isSameSecret } from '../../../platform/keys/tokens.server.ts'
import type { Platform } from '../../../platform/rpc/context.server.ts'
import type { Session } from '../../../platform/session/session.ts'
import { PROOF_SECONDS, RENEW_AFTER_SECONDS, SESSION_SECONDS } from '../rules.ts'
import { findSessions, findSessionWithoutProfile, renewSession, type SessionRow } from '../sessions.server.ts'

export const usesHttps = (config: Config) => config.publicUrl.startsWith('https:')

/** Names over http and https. `__Host-` binds a cookie to this host; it requires https, which local mode has not. */
const COOKIES = {
  session: ['amparo', '__Host-amparo'],
  /** A sign-in that waits for its second step (DAT-48). */
  secondStep: ['amparo-paso', '__Host-amparo-paso'],
  /** A browser that a person has signed in with (DAT-54). */
  device: ['amparo-equipo', '__Host-amparo-equipo'],
  /** A browser that is using a passkey (DAT-44). */
  passkey: ['amparo-llave', '__Host-amparo-llave'],
} as const
type CookieKind = keyof typeof COOKIES

const nameOf = (config: Config, kind: CookieKind) => COOKIES[kind][usesHttps(config) ? 1 : 0]

/** Builds a Set-Cookie line; 0 seconds deletes the cookie. */
export function cookieLine(config: Config, kind: CookieKind, value: string, seconds: number): string {
  return `${nameOf(config, kind)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${usesHttps(config) ? '; Secure' : ''}`
}

/** Builds the Set-Cookie line for a signed value of a session. */
export const sessionCookie = (config: Config, value: string, seconds: number) =>
  cookieLine(config, 'session', value, seconds)

/** The values of all cookies of a kind: more than one means that somebody planted one. */
export function readCookies(config: Config, header: string, kind: CookieKind): string[] {
  const prefix = `${nameOf(config, kind)}=`
  return header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .map((part) => part.slice(prefix.length))
}

const sign = (config: Config, token: string) =>
  createHmac('sha256', config.sessionSecret ?? '')
    .update(token)
    .digest('base64')

/** Signs a token, giving the cookie's value. */
export const signedToken = (config: Config, token: string) =>
  encodeURIComponent(`${token}.${sign(config, token)}`)

/**
 * Reads the session token from the Cookie header. It is signed (HMAC-SHA256, base64), so that a copy of the
 * session table is not enough to forge one.
 * @param header the Cookie header
 * @returns the token and the cookie's value as sent, or null if there is none or the signature is invalid
 */
export function readCookie(config: Config, header: string): { token: string; value: string } | null {
  const [value, another] = readCookies(config, header, 'session')
  // Trust none of two.
  if (!value || another !== undefined || value.length > 500) return null
  let plain: string
  try {
    plain = decodeURIComponent(value)
  } catch {
    return null
  }
  const dot = plain.lastIndexOf('.')
  if (dot < 1) return null
  const token = plain.slice(0, dot)
  // Compare the text, not decoded bytes: the decoder ignores characters that are not base64.
  return isSameSecret(sign(config, token), plain.slice(dot + 1)) ? { token, value } : null
}

/** Batches concurrent lookups into one statement. Caches nothing, so an ended session is gone at once. */
const findSession = batch('sessions', async (db, tokens: readonly string[]) => {
  const rows = await findSessions(db, tokens, SESSION_SECONDS - RENEW_AFTER_SECONDS, PROOF_SECONDS)
  const found = new Map(rows.map((row) => [row.token, row]))
  return tokens.map((token) => found.get(token) ?? null)
})

/**
 * Finds the session of a request with one prepared query (docs/decisions/0004). Renews the session once it is
 * a day old (AUT-27).
 * @param cookie the Cookie header
 * @param setCookie receives the renewed cookie
 * @throws when the database cannot be reached
 */
export async function readSession(
  platform: Platform,
  cookie: string,
  setCookie: (value: string) => void,
): Promise<Session | null> {
  const sent = readCookie(platform.config, cookie)
  if (!sent) return null
  const { row, profileError } = await loadSession(platform, sent.token)
  if (!row) return null
  if (row.renewable && (await renewSession(platform.db, sent.token, SESSION_SECONDS, RENEW_AFTER_SECONDS))) {
    setCookie(sessionCookie(platform.config, sent.value, SESSION_SECONDS))
  }
  return toSession(row, profileError)
}

/** AUT-22, AUT-23: if the profile cannot be read, the session has no rights but can still log out. */
async function loadSession(
  platform: Platform,
  token: string,
): Promise<{ row: SessionRow | null; profileError: string | null }> {
  try {
    return { row: await findSession(platform, token), profileError: null }
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    platform.log.error({ err: error }, 'profile of the session could not be read')
    return {
      row: await findSessionWithoutProfile(platform.db, token),
      profileError: 'No se pudo cargar el perfil del usuario: inténtalo de nuevo más tarde.',
    }
  }
}

function toSession(row: SessionRow, profileError: string | null): Session {
  return {
    id: row.session_id,
    userId: row.id,
    role: row.profile_role,
    profileError,
    isProven: row.proven,
    isSuspended: row.suspended,
    suspensionStartsAt: row.suspension_starts_at?.toISOString() ?? null,
    isLosingFactor: row.losing_factor,
    user: {
      id: row.id,
      email: row.email,
      name: row.name,
      role: row.profile_role ?? row.signup_role,
      avatar_url: row.avatar_url,
      verification_status: row.verification_status,
      plan: row.plan,
      credits_available: row.credits_available,
      credits_used: row.credits_used,
    },
  }
}
