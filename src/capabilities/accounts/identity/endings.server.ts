import { type Tx, transact } from '../../../platform/database/database.server.ts'
import { accept } from '../../../platform/errors/refusal.ts'
import { publish } from '../../../platform/realtime/publish.server.ts'
import type { Platform } from '../../../platform/rpc/context.server.ts'
import { ACCOUNT_EVENTS } from '../events.ts'
import { SESSIONS_PER_ACCOUNT } from '../rules.ts'
import { deleteOldestSessions, deleteSessionsOf } from '../store.server.ts'

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

async function tell(tx: Tx, platform: Platform, userId: string, ended: readonly string[]): Promise<void> {
  const events = ended.map((ref) => ({ user_id: userId, kind: ACCOUNT_EVENTS.sessionEnded, ref }))
  await publish(tx, platform.wake, events)
}
