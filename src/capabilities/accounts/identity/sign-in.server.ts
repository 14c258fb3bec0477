import { APIError } from 'better-auth/api'
import { accept, type Result, refuse } from '../../../platform/errors/refusal.ts'
import type { Context } from '../../../platform/rpc/context.server.ts'
import type { SessionUser } from '../../../platform/session.ts'
import { deleteSessionByToken, findPasswordHash, isSuspended } from '../store.server.ts'
import { ADDRESS_HEADER, authOf } from './auth.server.ts'
import { rightHash } from './passwords.server.ts'
import { suspendedAccount, WRONG } from './refusals.server.ts'
import { readCookie, readSession } from './session.server.ts'

/** PostgreSQL: a row points to one that is not there. */
const FOREIGN_KEY = '23503'

/**
 * Checks the password and starts a session, whose cookie goes on the reply. Refuses wrong credentials (401) and, once the
 * password was right, a suspended account (403, H-04).
 * Call it behind the gate.
 */
export async function signIn(
  context: Context,
  email: string,
  password: string,
): Promise<Result<{ user: SessionUser }>> {
  const headers = new Headers({ 'user-agent': context.userAgent, [ADDRESS_HEADER]: context.address })
  const right: { hash: string | null } = { hash: null }
  let cookies: string[]
  let userId: string
  try {
    const { api } = authOf(context)
    const answer = await rightHash.run(right, () =>
      api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
    )
    cookies = answer.headers.getSetCookie()
    userId = answer.response.user.id
  } catch (error) {
    if (error instanceof APIError && error.status === 'UNAUTHORIZED') return refuse(WRONG)
    // The account was deleted while its password was being checked.
    if ((error as { code?: string }).code === FOREIGN_KEY) return refuse(WRONG)
    throw error
  }
  // A new session at every sign-in; the one this browser had is over, so a planted cookie is worth nothing.
  const earlier = readCookie(context.config, context.cookie)
  if (earlier) await deleteSessionByToken(context.db, earlier.token)
  const cookie = cookies.map((line) => line.split(';')[0] ?? '').join('; ')
  // The account may have been suspended or deleted, or its password changed, while this one was being checked: it opens nothing.
  // This waits for such a change that is under way, so the session is read after it.
  const hash = await findPasswordHash(context.db, userId)
  const session = await readSession(context, cookie, () => {})
  if (!session || hash !== right.hash) {
    const made = readCookie(context.config, cookie)
    if (made) await deleteSessionByToken(context.db, made.token)
    const suspended = !session && (await isSuspended(context.db, { email }))
    return refuse(suspended ? suspendedAccount(context.config) : WRONG)
  }
  for (const line of cookies) context.setCookie(line)
  return accept({ user: session.user })
}
