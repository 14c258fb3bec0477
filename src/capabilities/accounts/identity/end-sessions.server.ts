import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { eventsTo, publish } from '../../../platform/realtime/publish.server.ts'
import type { Platform, SignedInContext } from '../../../platform/rpc/context.server.ts'
import { MAX_SESSIONS_PER_ACCOUNT } from '../rules.ts'
import {
  deleteOldestSessions,
  deleteOwnSession,
  deleteUserSessions,
  replaceSessionToken,
} from '../sessions.server.ts'
import { lockAccount } from '../store.server.ts'
import { ACCOUNT_GONE } from './refusals.server.ts'
import { readCookie, sessionCookie, signedToken } from './session.server.ts'

/** Ends a user's sessions except `keep` and notifies their streams and tabs. @returns how many ended */
export async function endSessions(
  tx: Tx,
  platform: Platform,
  userId: string,
  keep: string | null,
): Promise<number> {
  const ended = await deleteUserSessions(tx, userId, keep)
  await publishEnded(tx, platform, userId, ended)
  return ended.length
}

/** Ends one session of a user, and its streams (DAT-53). @returns whether it existed */
export async function endSession(
  tx: Tx,
  platform: Platform,
  session: { userId: string; id: string },
): Promise<boolean> {
  const ended = await deleteOwnSession(tx, session)
  if (ended) await publishEnded(tx, platform, session.userId, [session.id])
  return ended
}

/** Ends the sessions beyond MAX_SESSIONS_PER_ACCOUNT, least recently used first (H-07). */
export async function endOldestSessions(tx: Tx, platform: Platform, userId: string): Promise<void> {
  const ended = await deleteOldestSessions(tx, userId, MAX_SESSIONS_PER_ACCOUNT)
  if (ended.length > 0) await publishEnded(tx, platform, userId, ended)
}

export interface OtherSessionsEnded {
  /** How many other sessions ended. */
  closed: number
  /** Set-Cookie line with the new token, to be sent after the commit. */
  cookie: string
}

/**
 * Ends the user's other sessions and rotates the token of this one, so that a stolen copy of the cookie stops
 * working (H-10). The session keeps its id. If the answer is lost, the browser keeps the old cookie and the
 * person signs in again. Refuses a cookie whose token has already been replaced (401).
 */
export async function endOtherSessions(
  tx: Tx,
  context: SignedInContext,
): Promise<Result<OtherSessionsEnded>> {
  const { id, userId } = context.session
  const from = readCookie(context.config, context.cookie)?.token ?? ''
  const to = randomBytes(24).toString('base64url')
  // Prevents a deadlock of two sessions that end each other: the second waits here, then finds itself ended.
  await lockAccount(tx, userId)
  const secondsLeft = await replaceSessionToken(tx, { id, from, to })
  if (secondsLeft === null) return refuse(ACCOUNT_GONE)
  const closed = await endSessions(tx, context, userId, id)
  await publish(tx, context.wake, [{ user_id: userId, kind: 'session-token', ref: id }])
  return accept({
    closed,
    cookie: sessionCookie(context.config, signedToken(context.config, to), secondsLeft),
  })
}

async function publishEnded(
  tx: Tx,
  platform: Platform,
  userId: string,
  ended: readonly string[],
): Promise<void> {
  await publish(
    tx,
    platform.wake,
    ended.flatMap((ref) => eventsTo([userId], 'session', ref)),
  )
}
