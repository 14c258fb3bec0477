import { type Tx, transact } from '../../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { newToken } from '../../../platform/keys/tokens.server.ts'
import type { Context } from '../../../platform/rpc/context.server.ts'
import type { SessionUser } from '../../../platform/session/session.ts'
import { SESSION_SECONDS } from '../rules.ts'
import { deleteSessionByToken, insertSession, isFrozen } from '../sessions.server.ts'
import { findCredential, isSuspended, lockAccount } from '../store.server.ts'
import { endOldestSessions } from './end-sessions.server.ts'
import { noteSignIn } from './known-devices.server.ts'
import { UNKNOWN_HASH, verifyPassword } from './passwords.server.ts'
import { FROZEN_ACCOUNT, suspendedAccount, WRONG_CREDENTIALS } from './refusals.server.ts'
import { readCookie, readSession, sessionCookie, signedToken } from './session.server.ts'

/** Who proved to know the password; valid while `hash` is still the account's. */
export interface Credential {
  userId: string
  hash: string
}

/**
 * Checks a password by e-mail address. Call it inside a hash slot. An unknown address costs a hash, too, so
 * that the time of the answer does not tell who has an account (AUT-04).
 */
export async function checkPassword(
  context: Context,
  email: string,
  password: string,
): Promise<Result<Credential>> {
  const found = await findCredential(context.db, email)
  const isRight = await verifyPassword(found?.hash ?? UNKNOWN_HASH, password)
  return found?.hash && isRight
    ? accept({ userId: found.userId, hash: found.hash })
    : refuse(WRONG_CREDENTIALS)
}

/**
 * Inserts the session of a sign-in and ends the browser's previous one, against session fixation. The lock on
 * the password row makes it wait for a concurrent password change, suspension or deletion, and then refuse.
 * @returns the session's token, for `enter` after the commit
 */
export async function openSession(
  tx: Tx,
  context: Context,
  { userId, hash }: Credential,
): Promise<Result<string>> {
  if ((await lockAccount(tx, userId)) !== hash) return refuse(WRONG_CREDENTIALS)
  const previous = readCookie(context.config, context.cookie)
  if (previous) await deleteSessionByToken(tx, previous.token)
  await noteSignIn(tx, context, userId)
  const token = newToken()
  const { address, userAgent } = context
  const session = { userId, token, address, userAgent, seconds: SESSION_SECONDS }
  if (!(await insertSession(tx, session)))
    return refuse((await isFrozen(tx, userId)) ? FROZEN_ACCOUNT : suspendedAccount(context.config))
  await endOldestSessions(tx, context, userId)
  return accept(token)
}

/** Sends the new session's cookie. Refuses if the session has ended since. @returns its user */
export async function enter(
  context: Context,
  userId: string,
  token: string,
): Promise<Result<{ user: SessionUser }>> {
  const line = sessionCookie(context.config, signedToken(context.config, token), SESSION_SECONDS)
  const session = await readSession(context, line.split(';')[0] ?? '', () => {})
  if (!session) {
    const suspended = await isSuspended(context.db, { id: userId })
    return refuse(suspended ? suspendedAccount(context.config) : WRONG_CREDENTIALS)
  }
  context.setCookie(line)
  return accept({ user: session.user })
}

/** Starts a session and sends its cookie. Refuses (403) a suspended account (H-04). */
export async function startSession(
  context: Context,
  credential: Credential,
): Promise<Result<{ user: SessionUser }>> {
  const opened = await transact(context.db, (tx) => openSession(tx, context, credential))
  return opened.ok ? enter(context, credential.userId, opened.value) : opened
}
