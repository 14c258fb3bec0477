import { randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import type { Platform } from '../../../platform/rpc/context.server.ts'
import { RENEW_AFTER_SECONDS, SESSION_SECONDS } from '../rules.ts'
import { hashPassword, verifyPassword } from './passwords.server.ts'
import { cookieName, usesHttps } from './session.server.ts'

/** Passes the client's IP address to better-auth. Set by the server only, never copied from the request. */
export const CLIENT_ADDRESS_HEADER = 'x-amparo-address'

/**
 * better-auth, used inside this slice only. Its HTTP handler is never mounted: that would open a second way
 * to the data, with an unenforced role list, trust in X-Forwarded-For and a slow session check
 * (docs/decisions/0005).
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
          attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: usesHttps(config) },
        },
      },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => randomUUID() },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>

const instances = new WeakMap<Platform['db'], Auth>()

/** The better-auth instance for this database; created once per process. */
export function authFor(platform: Platform): Auth {
  const known = instances.get(platform.db)
  if (known) return known
  const auth = createAuth(platform)
  instances.set(platform.db, auth)
  return auth
}
