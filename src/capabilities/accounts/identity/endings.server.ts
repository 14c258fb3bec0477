import { randomBytes } from 'node:crypto'
import { type Tx, transact } from '../../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { publish } from '../../../platform/realtime/publish.server.ts'
import type { Platform, SignedIn } from '../../../platform/rpc/context.server.ts'
import { ACCOUNT_EVENTS } from '../events.ts'
import { SESSIONS_PER_ACCOUNT } from '../rules.ts'
import {
  deleteOldestSessions,
  deleteSessionsOf,
  holdPasswordHash,
  replaceSessionToken,
} from '../store.server.ts'
import { ACCOUNT_GONE } from './refusals.server.ts'
import { readCookie, sessionCookie, signedToken } from './session.server.ts'

/** Ends a person's sessions, but for the one to keep, and tells their streams and tabs. @returns how many ended */
export async function endSessions(
  tx: Tx,
  platform: Platform,
  userId: string,
  keep: string | null,
): Promise<number> {
  const ended = await deleteSessionsOf(tx, userId, keep)
  await tell(tx, platform, userId, ended)
  return ended.length
}

/** Ends those that a person has beyond SESSIONS_PER_ACCOUNT, the longest unused first (H-07). */
export async function endOldestSessions(platform: Platform, userId: string): Promise<void> {
  // Nearly always there is none: no transaction for that.
  const ended = await deleteOldestSessions(platform.db, userId, SESSIONS_PER_ACCOUNT)
  if (ended.length === 0) return
  await transact(platform.db, async (tx) => accept(await tell(tx, platform, userId, ended)))
}

/** What «Cerrar otras sesiones» and a new password leave: the asker's session alone, under another cookie. */
export interface KeptSession {
  /** How many others ended. */
  closed: number
  /** The Set-Cookie line, for after the commit. */
  cookie: string
}

/**
 * Ends every other session of the asker and gives theirs another token, so that a copy of the cookie is worth nothing
 * (H-10). The session keeps its id. A browser that loses the answer has the old cookie: its person signs in again. Refuses a
 * cookie that is itself such a copy by now (401).
 */
export async function keepOwnSession(tx: Tx, context: SignedIn): Promise<Result<KeptSession>> {
  const { id, userId } = context.session
  const from = readCookie(context.config, context.cookie)?.token ?? ''
  const to = randomBytes(24).toString('base64url')
  // Two sessions that end each other at once would deadlock: the second waits here, and finds that it has ended.
  await holdPasswordHash(tx, userId)
  const left = await replaceSessionToken(tx, { id, from, to })
  if (left === null) return refuse(ACCOUNT_GONE)
  const closed = await endSessions(tx, context, userId, id)
  await publish(tx, context.wake, [{ user_id: userId, kind: ACCOUNT_EVENTS.tokenChanged, ref: id }])
  return accept({ closed, cookie: sessionCookie(context.config, signedToken(context.config, to), left) })
}

async function tell(tx: Tx, platform: Platform, userId: string, ended: readonly string[]): Promise<void> {
  const events = ended.map((ref) => ({ user_id: userId, kind: ACCOUNT_EVENTS.sessionEnded, ref }))
  await publish(tx, platform.wake, events)
}
