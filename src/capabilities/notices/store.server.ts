import type { TimeCursor } from '../../input/cursor.ts'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  changes,
  isAfter,
  now,
  secondsFromNow,
  stampOf,
  values,
} from '../../platform/database/queries.server.ts'
import type { Recipient } from './rules.ts'

/** A notice to write, of a kind in a slice's `notices.server.ts`. */
export interface NewNotice {
  userId: string
  kind: string
  key: string
  ref: string
  /** The case that it belongs to. */
  caseId: string | null
  actorId: string | null
}

/** @returns the people who have a new notice; nobody for keys that exist */
export const insertNotices = (tx: Tx, notices: readonly NewNotice[]): Promise<string[]> =>
  values(
    tx
      .insertInto('notices')
      .values(
        notices.map(({ userId, caseId, actorId, ...rest }) => ({
          ...rest,
          user_id: userId,
          case_id: caseId,
          actor_id: actorId,
        })),
      )
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning('user_id'),
  )

/** A page of a person's notices, newest first. */
export function listNotices(
  db: Db,
  { userId }: Recipient,
  page: { caseId: string | null; after: TimeCursor | null; limit: number },
) {
  const own = db
    .selectFrom('notices')
    .select([
      'id',
      'kind',
      'ref',
      'case_id',
      'seen_at',
      'read_at',
      'created_at',
      stampOf('created_at').as('stamp'),
    ])
    .where('user_id', '=', userId)
    .where(isAfter('created_at', 'id', page.after))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
  return (page.caseId === null ? own : own.where('case_id', '=', page.caseId)).execute()
}

/** The number of unseen notices, counted up to `max`. */
export async function countUnseen(db: Db, { userId }: Recipient, max: number): Promise<number> {
  const unseen = db
    .selectFrom('notices')
    .select('id')
    .where('user_id', '=', userId)
    .where('seen_at', 'is', null)
  return (await unseen.limit(max).execute()).length
}

/** Marks all of a person's notices as seen. @returns whether there was an unseen one */
export const markSeen = (tx: Tx, { userId }: Recipient): Promise<boolean> =>
  changes(
    tx
      .updateTable('notices')
      .set({ seen_at: now })
      .where('user_id', '=', userId)
      .where('seen_at', 'is', null),
  )

/** Marks a notice, or all, as read and so as seen. @returns whether one was unread */
export function markRead(tx: Tx, { userId }: Recipient, noticeId: string | null): Promise<boolean> {
  const unread = tx
    .updateTable('notices')
    .set((eb) => ({ read_at: now, seen_at: eb.fn.coalesce('seen_at', now) }))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  return changes(noticeId === null ? unread : unread.where('id', '=', noticeId))
}

/** Deletes what is older than these days; run by the nightly sweep. */
export const deleteOldNotices = (db: Db, days: { read: number; unread: number }) =>
  db
    .deleteFrom('notices')
    .where((eb) =>
      eb.or([
        eb.and([eb('read_at', 'is not', null), eb('created_at', '<', secondsFromNow(-days.read * 86_400))]),
        eb('created_at', '<', secondsFromNow(-days.unread * 86_400)),
      ]),
    )
    .execute()
