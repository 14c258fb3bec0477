import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TimeCursor } from '../../input/cursor.ts'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  changes,
  first,
  isAfter,
  isOneOf,
  now,
  secondsFromNow,
  stampOf,
  value,
  values,
} from '../../platform/database/queries.server.ts'
import type { Recipient } from './rules.ts'
import type { Frequency, NoticeCategory } from './schema.ts'

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

/** SQL condition: the notice is not of one of these kinds. */
const isNotOf = (kinds: readonly string[]) => sql<SqlBool>`kind <> all(${kinds}::text[])`

/** A page of a person's notices, newest first, without those of the kinds `unlisted`. */
export function listNotices(
  db: Db,
  { userId }: Recipient,
  page: { caseId: string | null; after: TimeCursor | null; limit: number; unlisted: readonly string[] },
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
    .where(isNotOf(page.unlisted))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
  return (page.caseId === null ? own : own.where('case_id', '=', page.caseId)).execute()
}

/** The number of unseen notices, without those of the kinds `unlisted`, counted up to `max`. */
export async function countUnseen(
  db: Db,
  { userId }: Recipient,
  { max, unlisted }: { max: number; unlisted: readonly string[] },
): Promise<number> {
  const unseen = db
    .selectFrom('notices')
    .select('id')
    .where('user_id', '=', userId)
    .where('seen_at', 'is', null)
    .where(isNotOf(unlisted))
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

/**
 * Marks a notice, or all that are listed in Amparo, as read and so as seen. The others still have their e-mail.
 * @returns whether one was unread
 */
export function markRead(
  tx: Tx,
  { userId }: Recipient,
  notice: { id: string } | { unlisted: string[] },
): Promise<boolean> {
  const unread = tx
    .updateTable('notices')
    .set((eb) => ({ read_at: now, seen_at: eb.fn.coalesce('seen_at', now) }))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
  return changes('id' in notice ? unread.where('id', '=', notice.id) : unread.where(isNotOf(notice.unlisted)))
}

/** Deletes at most `limit` notices that are older than these days. @returns how many */
export async function deleteOldNotices(db: Tx, days: { read: number; unread: number }, limit: number) {
  const { numDeletedRows } = await db
    .deleteFrom('notices')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notices')
        .select('id')
        .where((old) =>
          old.or([
            old.and([
              old('read_at', 'is not', null),
              old('created_at', '<', secondsFromNow(-days.read * 86_400)),
            ]),
            old('created_at', '<', secondsFromNow(-days.unread * 86_400)),
          ]),
        )
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const SETTINGS = [
  'hidden_categories',
  'unmailed_categories',
  'frequency',
  'quiet_from',
  'quiet_until',
  'is_silent',
  'mail_failures',
] as const

/** What a person has chosen, with the e-mail address; the choices are null if there are none. */
export const readSettings = (db: Db, { userId }: Recipient) =>
  first(
    db
      .selectFrom('user')
      .leftJoin('notice_settings', 'notice_settings.user_id', 'user.id')
      .select(['email', 'emailVerified', ...SETTINGS])
      .where('id', '=', userId),
  )

export const findHiddenCategories = async (db: Db, { userId }: Recipient): Promise<string[]> =>
  (await value(db.selectFrom('notice_settings').select('hidden_categories').where('user_id', '=', userId))) ??
  []

export interface NewSettings {
  hidden_categories: NoticeCategory[]
  unmailed_categories: NoticeCategory[]
  frequency: Frequency
  /** Minutes since midnight in Chile. */
  quiet_from: number | null
  quiet_until: number | null
  is_silent: boolean
}

/**
 * Saves what a person has chosen, and has the minutely task decide anew about their e-mails. Locks notices before the
 * settings, as that task does.
 */
export async function saveSettings(tx: Tx, { userId }: Recipient, settings: NewSettings): Promise<void> {
  const due = tx
    .selectFrom('notices')
    .select('id')
    .where('user_id', '=', userId)
    .where('mail_state', '=', sql.lit('due'))
    .orderBy('id')
    .forUpdate()
  await tx.updateTable('notices').set({ mail_due_at: now }).where('id', 'in', due).execute()
  await tx
    .insertInto('notice_settings')
    .values({ user_id: userId, ...settings })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(settings))
    .execute()
}

/** SEG-65: the person has confirmed that the address is right. */
export const forgetMailFailures = (db: Db, { userId }: Recipient) =>
  db.updateTable('notice_settings').set({ mail_failures: 0 }).where('user_id', '=', userId).execute()

/** SEG-63: no more e-mails of a category. @returns false if the account is gone */
export const stopMailOf = async (tx: Tx, userId: string, category: NoticeCategory): Promise<boolean> =>
  changes(
    tx
      .insertInto('notice_settings')
      .columns(['user_id', 'unmailed_categories'])
      .expression(selectProfile(tx, userId, sql<string[]>`array[${category}::text]`))
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({
          unmailed_categories: sql`array(
            select distinct unnest(notice_settings.unmailed_categories || excluded.unmailed_categories))`,
        }),
      ),
  )

/** SEG-63: no more e-mails about cases. @returns false if the account is gone */
export const stopCaseMail = async (tx: Tx, userId: string): Promise<boolean> =>
  changes(
    tx
      .insertInto('notice_settings')
      .columns(['user_id', 'is_silent'])
      .expression(selectProfile(tx, userId, sql<boolean>`true`))
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ is_silent: true })),
  )

const selectProfile = <T>(tx: Tx, userId: string, chosen: RawBuilder<T>) =>
  tx
    .selectFrom('profiles')
    .select(['id', chosen.as('chosen')])
    .where('id', '=', userId)

/** Locks notices whose e-mail is due, oldest first, without those that another process has locked. */
export const lockDueMails = (tx: Tx, limit: number) =>
  tx
    .selectFrom('notices')
    .select(['id', 'user_id', 'kind', 'created_at', 'read_at', now.as('now')])
    .where('mail_state', '=', sql.lit('due'))
    .where('mail_due_at', '<=', now)
    .orderBy('mail_due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()

/**
 * Who the e-mails of these people go to. Suspended accounts are left out. For the address of an administrator the operator
 * vouches, who made the account (OPEN-04).
 */
export const listMailRecipients = (db: Db, userIds: readonly string[]) =>
  db
    .selectFrom('user')
    .innerJoin('profiles', 'profiles.id', 'user.id')
    .leftJoin('notice_settings', 'notice_settings.user_id', 'user.id')
    .select((eb) => [
      ...(['user.id', 'user.email', 'profiles.name', 'last_digest_on', ...SETTINGS] as const),
      eb.or([eb('user.emailVerified', 'is', true), eb('profiles.role', '=', 'admin')]).as('isReachable'),
    ])
    .where(isOneOf('user.id', userIds))
    .where('user.suspended_at', 'is', null)
    .execute()

/**
 * Records that these people's digest of a day leaves now, and queues all of their due notices for it. Locks the settings, so that
 * another process waits. @returns the notices; none of people who have had one that day
 */
export async function queueDigests(
  tx: Tx,
  userIds: readonly string[],
  day: string,
): Promise<{ id: string; user_id: string }[]> {
  const people = await values(
    tx
      .updateTable('notice_settings')
      .set({ last_digest_on: day })
      .where(isOneOf('user_id', userIds))
      .where('last_digest_on', 'is distinct from', day)
      .returning('user_id'),
  )
  return tx
    .updateTable('notices')
    .set({ mail_state: 'queued' })
    .where(isOneOf('user_id', people))
    .where('mail_state', '=', sql.lit('due'))
    .returning(['id', 'user_id'])
    .execute()
}

export async function setMailState(
  db: Db,
  ids: readonly string[],
  state: 'queued' | 'sent' | 'dropped' | 'failed',
): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('notices').set({ mail_state: state }).where(isOneOf('id', ids)).execute()
}

/** Drops the due e-mails of this kind about these, for these people. */
export const dropDueMails = (
  tx: Tx,
  kind: string,
  about: readonly { ref: string; userId: string | null }[],
) =>
  sql`
    update notices n set mail_state = 'dropped'
    from unnest(${about.map(({ ref }) => ref)}::uuid[], ${about.map(({ userId }) => userId)}::uuid[]) as due (ref, user_id)
    where n.user_id = due.user_id and n.ref = due.ref and n.kind = ${kind} and n.mail_state = 'due'
  `.execute(tx)

/** The e-mails of these notices leave later; of one that is due in the meantime, the minutely task decides again. */
export const postponeMails = (db: Db, mails: readonly { id: string; at: Date }[]) =>
  sql`
    update notices set mail_state = 'due', mail_due_at = later.at
    from unnest(${mails.map(({ id }) => id)}::uuid[], ${mails.map(({ at }) => at)}::timestamptz[]) as later (id, at)
    where notices.id = later.id
  `.execute(db)

/** The notices of a queued e-mail that has not left. */
export const listQueuedMails = (db: Db, userId: string, ids: readonly string[]) =>
  db
    .selectFrom('notices')
    .select(['id', 'kind', 'ref', 'read_at', 'created_at', now.as('now')])
    .where('user_id', '=', userId)
    .where(isOneOf('id', ids))
    .where('mail_state', '=', sql.lit('queued'))
    .orderBy('created_at')
    .execute()

/** SEG-65: the mail server took an e-mail to this person, or refused the address. */
export async function recordMailOutcome(db: Db, userId: string, isRefused: boolean): Promise<void> {
  if (isRefused)
    await db
      .insertInto('notice_settings')
      .values({ user_id: userId, mail_failures: 1 })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet((eb) => ({ mail_failures: eb('notice_settings.mail_failures', '+', 1) })),
      )
      .execute()
  else
    await db
      .updateTable('notice_settings')
      .set({ mail_failures: 0 })
      .where('user_id', '=', userId)
      .where('mail_failures', '>', 0)
      .execute()
}
