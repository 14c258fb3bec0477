import type { Tx } from '../../../platform/database/database.server.ts'
import { publish } from '../../../platform/realtime/publish.server.ts'
import type { Platform } from '../../../platform/rpc/context.server.ts'
import { ACCOUNT_EVENTS } from '../events.ts'
import { deleteSessionsOf } from '../store.server.ts'

/** Ends a person's sessions, but for the one to keep, and tells their streams and tabs. @returns how many ended */
export async function endSessions(
  tx: Tx,
  platform: Platform,
  userId: string,
  keep: string | null,
): Promise<number> {
  const ended = await deleteSessionsOf(tx, userId, keep)
  const events = ended.map((ref) => ({ user_id: userId, kind: ACCOUNT_EVENTS.sessionEnded, ref }))
  await publish(tx, platform.wake, events)
  return ended.length
}
