import { APIError } from 'better-auth/api'
import { accept, type Result, refuse } from '../../../platform/errors/refusal.ts'
import type { Context } from '../../../platform/rpc/context.server.ts'
import type { SessionUser } from '../../../platform/session/session.ts'
import { deleteSessionByToken, findPasswordHash, isSuspended } from '../store.server.ts'
import { authFor, CLIENT_ADDRESS_HEADER } from './auth.server.ts'
import { matchedHash } from './passwords.server.ts'
import { suspendedAccount, WRONG_CREDENTIALS } from './refusals.server.ts'
import { readCookie, readSession } from './session.server.ts'

/** PostgreSQL error code foreign_key_violation. */
const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Checks the password and starts a session, whose cookie is set on the reply. Call it inside `withLoginPlace`,
 * since it hashes. Refuses wrong credentials (401) and, after a right password, a suspended account (403,
 * H-04).
 */
export async function signIn(
  context: Context,
  email: string,
  password: string,
): Promise<Result<{ user: SessionUser }>> {
  const headers = new Headers({ 'user-agent': context.userAgent, [CLIENT_ADDRESS_HEADER]: context.address })
  const matched: { hash: string | null } = { hash: null }
  let cookies: string[]
  let userId: string
  try {
    const { api } = authFor(context)
    const answer = await matchedHash.run(matched, () =>
      api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
    )
    cookies = answer.headers.getSetCookie()
    userId = answer.response.user.id
  } catch (error) {
    if (error instanceof APIError && error.status === 'UNAUTHORIZED') return refuse(WRONG_CREDENTIALS)
    // The account was deleted during the password check.
    if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) return refuse(WRONG_CREDENTIALS)
    throw error
  }
  // Against session fixation: every sign-in creates a session and ends the browser's previous one.
  const previousCookie = readCookie(context.config, context.cookie)
  if (previousCookie) await deleteSessionByToken(context.db, previousCookie.token)
  const cookie = cookies.map((line) => line.split(';')[0] ?? '').join('; ')
  // The account may have been suspended or deleted, or its password changed, during the check; then refuse.
  // Reading the hash first waits for such a concurrent change to commit.
  const hash = await findPasswordHash(context.db, userId)
  const session = await readSession(context, cookie, () => {})
  if (!session || hash !== matched.hash) {
    const created = readCookie(context.config, cookie)
    if (created) await deleteSessionByToken(context.db, created.token)
    const suspended = !session && (await isSuspended(context.db, { email }))
    return refuse(suspended ? suspendedAccount(context.config) : WRONG_CREDENTIALS)
  }
  for (const line of cookies) context.setCookie(line)
  return accept({ user: session.user })
}
