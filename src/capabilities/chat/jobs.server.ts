import { transact } from '../../platform/database/database.server.ts'
import { accept } from '../../platform/errors/refusal.ts'
import type { Task } from '../../platform/jobs/jobs.server.ts'
import { followEvents } from '../../platform/realtime/follow.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { dropDueMails, notify } from '../notices/commands.server.ts'
import {
  EVENT_BATCH_SIZE,
  EVENT_MIN_AGE_SECONDS,
  RECOUNT_DAYS,
  REPEATED_WAIT_SECONDS,
  WAIT_BATCH_SIZE,
  WAIT_SECONDS,
} from './rules.ts'
import * as waits from './waits.server.ts'

export const chatTasks = (platform: Platform): Record<string, Task> => ({
  'chat:waits': async () => {
    await followMessages(platform)
    await notifyWaits(platform)
  },
})

/** Every minute, one run at a time on all processes. */
export const chatCron = ['* * * * * chat:waits ?queue=chat-waits&max=1']

/**
 * SEG-62: records who has not read a message, from the events of messages: sending a message costs nothing more. Each batch is
 * its own transaction, because live events wait for every older one that writes.
 */
export async function followMessages({ db }: Pick<Platform, 'db'>, minAgeSeconds = EVENT_MIN_AGE_SECONDS) {
  let hasMore = true
  while (hasMore)
    await transact(db, async (tx) => {
      const batch = await followEvents(tx, 'chat:waits', { limit: EVENT_BATCH_SIZE, minAgeSeconds })
      hasMore = batch?.hasMore ?? false
      if (batch?.hasGap) await waits.recountWaits(tx, RECOUNT_DAYS, WAIT_SECONDS)
      const ids = new Set(batch?.events.flatMap(({ kind, ref }) => (kind === 'message' && ref ? [ref] : [])))
      if (ids.size > 0) await waits.recordWaits(tx, [...ids], WAIT_SECONDS)
      return accept(null)
    })
}

/** SEG-62: writes the notices that are due, and forgets the waits of chats that have been read. */
export async function notifyWaits(platform: Platform): Promise<void> {
  let count: number
  do {
    count = 0
    await transact(platform.db, async (tx) => {
      const due = await waits.lockDueWaits(tx, WAIT_BATCH_SIZE)
      count = due.length
      const [unread, read] = [
        due.filter(({ is_unread }) => is_unread),
        due.filter(({ is_unread }) => !is_unread),
      ]
      await waits.deleteWaits(tx, read)
      await waits.countNotices(tx, unread, REPEATED_WAIT_SECONDS)
      await dropDueMails(
        tx,
        'message-waiting',
        unread.map(({ chat_id: ref, person: userId }) => ({ ref, userId })),
      )
      await notify(
        tx,
        platform,
        unread.map(({ chat_id, side, first_seq, notices, person, partner }) => ({
          kind: 'message-waiting',
          key: `message:${chat_id}:${side}:${first_seq}:${notices}`,
          ref: chat_id,
          caseId: null,
          userId: person,
          actorId: partner,
        })),
      )
      return accept(null)
    })
  } while (count === WAIT_BATCH_SIZE)
}
