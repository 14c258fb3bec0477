import { sql } from 'kysely'
import type { Result } from '../platform/errors/refusal.ts'
import type { Platform, SignedInContext } from '../platform/rpc/context.server.ts'
import type { SessionUser } from '../platform/session/session.ts'

/**
 * A context for calling commands as this user without HTTP. With it tests, the demonstration and benchmarks
 * use the product's own code.
 * @throws when there is no such account
 */
export async function actingAs(platform: Platform, userId: string): Promise<SignedInContext> {
  const { rows } = await sql<SessionUser>`
    select p.id, p.email, p.name, p.role, p.avatar_url, p.verification_status, l.plan, l.credits_available,
      l.credits_used
    from profiles p left join lawyer_profiles l on l.id = p.id and p.role = 'lawyer'
    where p.id = ${userId}
  `.execute(platform.db)
  const user = rows[0]
  if (!user) throw new Error(`No account ${userId}.`)
  return {
    ...platform,
    session: {
      id: userId,
      userId,
      role: user.role,
      user,
      profileError: null,
      isProven: true,
      isSuspended: false,
      suspensionStartsAt: null,
      isLosingFactor: false,
    },
    requestId: 'factory',
    address: '127.0.0.1',
    userAgent: 'factory',
    cookie: '',
    setCookie: () => {},
    setHeader: () => {},
  }
}

/** The value of a command's result. @throws when it is a refusal */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(`${result.refusal.code}: ${result.refusal.message}`)
}
