import { randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import type { Platform } from '../../../platform/rpc/context.server.ts'
import { RENEW_AFTER_SECONDS, SESSION_SECONDS } from '../rules.ts'
import { hashPassword, verifyPassword } from './passwords.server.ts'
import { cookieName, isSecure } from './session.server.ts'

/** Carries the client's address to better-auth; set by us alone, never taken from the request. */
export const ADDRESS_HEADER = 'x-amparo-address'

/**
 * better-auth, kept inside this slice. Its HTTP handler is never mounted: it would be a second door to the data, and
 * its role list, its trust in X-Forwarded-For and its session check do not hold (docs/decisions/0005).
 */
function createAuth(platform: Platform) {
  const { config, db } = platform
  return betterAuth({
    baseURL: config.publicUrl,
    secret: config.sessionSecret ?? '',
    database: { db, type: 'postgres', transaction: true },
    logger: { disabled: true },
    telemetry: { enabled: false },
    user: { additionalFields: { signup_role: { type: 'string', required: true, input: false } } },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: config.passwordMinLength,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    verification: { storeIdentifier: 'hashed' },
    session: { expiresIn: SESSION_SECONDS, updateAge: RENEW_AFTER_SECONDS },
    rateLimit: { enabled: false },
    advanced: {
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: cookieName(config),
          attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(config) },
        },
      },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => randomUUID() },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>

const made = new WeakMap<Platform['db'], Auth>()

/** One instance per database of the process. */
export function authOf(platform: Platform): Auth {
  const known = made.get(platform.db)
  if (known) return known
  const auth = createAuth(platform)
  made.set(platform.db, auth)
  return auth
}
