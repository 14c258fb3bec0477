import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  changes,
  first,
  isOneOf,
  now,
  rowOf,
  secondsFromNow,
  t,
  value,
  values,
} from '../../platform/database/queries.server.ts'

const columns = [
  'id',
  'user_id as userId',
  'old_email as oldEmail',
  'new_email as newEmail',
  'expires_at as expiresAt',
  'created_at as createdAt',
] as const

export interface EmailChange {
  id: string
  userId: string
  oldEmail: string
  newEmail: string
  /** When it was asked for. */
  createdAt: Date
}

/** DAT-55: a change begins to wait for its link. One that waits already is closed. @returns its id */
export async function insertEmailChange(
  tx: Tx,
  change: { userId: string; from: string; to: string; seconds: number },
): Promise<string> {
  await closeEmailChange(tx, change.userId)
  const { id } = await tx
    .insertInto('email_changes')
    .values({
      user_id: change.userId,
      old_email: change.from,
      new_email: change.to,
      expires_at: secondsFromNow(change.seconds),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Closes the change that waits for its link. @returns whether one did */
export const closeEmailChange = (tx: Tx, userId: string): Promise<boolean> =>
  changes(
    tx
      .updateTable('email_changes')
      .set({ state: 'cerrado', ended_at: now })
      .where('user_id', '=', userId)
      .where('state', '=', sql.lit('pedido')),
  )

/** Closes the changes whose link was not used in time. @returns whose they were */
export const closeExpiredChanges = (tx: Tx): Promise<string[]> =>
  values(
    tx
      .updateTable('email_changes')
      .set({ state: 'cerrado', ended_at: now })
      .where('state', '=', sql.lit('pedido'))
      .where('expires_at', '<=', now)
      .returning('user_id'),
  )

/** The change of a person that waits for its link. */
export const findPendingChange = (db: Db, userId: string) =>
  first(
    db
      .selectFrom('email_changes')
      .select(columns)
      .where('user_id', '=', userId)
      .where('state', '=', sql.lit('pedido'))
      .where('expires_at', '>', now),
  )

/** A change that still waits for its link, by id. */
export const findPendingChangeById = (db: Db, id: string) =>
  first(
    db
      .selectFrom('email_changes')
      .select(columns)
      .where('id', '=', id)
      .where('state', '=', sql.lit('pedido'))
      .where('expires_at', '>', now),
  )

/** Until when the old address may undo the last change; null if it may not. */
export const findUndoTime = (db: Db, userId: string): Promise<Date | null> =>
  value(
    db
      .selectFrom('email_changes')
      .select('undo_until')
      .where('user_id', '=', userId)
      .where('state', '=', 'hecho')
      .where('undo_until', '>', now),
  )

/** The link was used. Lock the password row first. @returns the change; null if none waits */
export const finishEmailChange = (tx: Tx, userId: string, undoSeconds: number) =>
  first(
    tx
      .updateTable('email_changes')
      .set({ state: 'hecho', changed_at: now, ended_at: now, undo_until: secondsFromNow(undoSeconds) })
      .where('user_id', '=', userId)
      .where('state', '=', sql.lit('pedido'))
      .where('expires_at', '>', now)
      .returning(columns),
  )

/** «No fui yo» in the e-mail to the old address. @returns the disputed change; null if none may be undone */
export const disputeEmailChange = (tx: Tx, userId: string, seconds: number) =>
  first(
    tx
      .updateTable('email_changes')
      .set({ state: 'en_disputa', ended_at: null, due_at: secondsFromNow(seconds) })
      .where('user_id', '=', userId)
      .where('state', '=', 'hecho')
      .where('undo_until', '>', now)
      .returning([...columns, 'due_at as dueAt']),
  )

/** «Sí fui yo». @returns the change that a person decides now; null if none is disputed or its time is over */
export const claimEmailChange = (tx: Tx, userId: string) =>
  first(
    tx
      .updateTable('email_changes')
      .set({ state: 'en_revision', claimed_at: now })
      .where('user_id', '=', userId)
      .where('state', '=', sql.lit('en_disputa'))
      .where('due_at', '>', now)
      .returning(columns),
  )

/** People whose dispute was not answered in time. */
export const findDueDisputes = (db: Db): Promise<string[]> =>
  values(
    db
      .selectFrom('email_changes')
      .select('user_id')
      .where('state', '=', sql.lit('en_disputa'))
      .where('due_at', '<=', now)
      // In no order: if many fail, they are not always the first.
      .orderBy(sql`random()`)
      .limit(100),
  )

/** Nobody answered in 72 hours. @returns the change that is undone; null if it was answered or undone meanwhile */
export const revertDueChange = (tx: Tx, userId: string) =>
  first(
    tx
      .updateTable('email_changes')
      .set({ state: 'revertido', ended_at: now, undo_until: null })
      .where('user_id', '=', userId)
      .where('state', '=', sql.lit('en_disputa'))
      .where('due_at', '<=', now)
      .returning(columns),
  )

/** An administrator decided. @returns the change; null if it does not wait for a decision */
export const decideEmailChange = (
  tx: Tx,
  decision: { id: string; keeps: boolean; adminId: string; reason: string },
) =>
  first(
    tx
      .updateTable('email_changes')
      .set({
        state: decision.keeps ? 'hecho' : 'revertido',
        ended_at: now,
        undo_until: null,
        decided_by: decision.adminId,
        decision_reason: decision.reason,
      })
      .where('id', '=', decision.id)
      .where('state', '=', sql.lit('en_revision'))
      .returning(columns),
  )

/**
 * Notes that administrators are notified today, from 09:00 in Chile, of the changes that have waited so long for a decision.
 * @returns whose they are, and today; none that was noted today
 */
export const takeOverdueDecisions = (tx: Tx, days: number) =>
  tx
    .updateTable('email_changes')
    .set({ reminded_on: sql<string>`(app_now() at time zone 'America/Santiago')::date` })
    .where('state', '=', sql.lit('en_revision'))
    .where(
      sql<boolean>`claimed_at <= app_now() - make_interval(days => ${days}::int)
        and reminded_on is distinct from (app_now() at time zone 'America/Santiago')::date
        and (app_now() at time zone 'America/Santiago')::time >= time '09:00'`,
    )
    .returning(['user_id as userId', 'reminded_on as today'])
    .execute()

/** For notices: the states of changes. */
export const listClaimed = (db: Db, ids: readonly string[]) =>
  db.selectFrom('email_changes').select(['id', 'state']).where(isOneOf('id', ids)).execute()

/** Whether the person is a lawyer whose profile is under review; the profile stays as it is meanwhile. */
export const isInReview = async (tx: Tx, userId: string): Promise<boolean> =>
  (await value(
    tx.selectFrom('profiles').select('verification_status').where('id', '=', userId).forUpdate(),
  )) === 'admin_pending'

const addressRow = rowOf({ address: t.text })

/** Addresses that a person had or asked for and that no other account has: of the local mailbox, at the deletion. */
export const listFormerAddresses = async (tx: Tx, userId: string): Promise<string[]> =>
  (
    await addressRow`
      select distinct a.address from email_changes c, unnest(array[c.old_email, c.new_email]) as a (address)
      where c.user_id = ${userId}
        and not exists (select from "user" u where u.email = a.address and u.id <> ${userId})
    `.all(tx)
  ).map(({ address }) => address)

/** Voids the recovery codes that were made since then. */
export async function deleteCodesSince(tx: Tx, userId: string, since: Date): Promise<void> {
  await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .execute()
}

/** Deletes changes that ended before then. */
export const deleteEndedEmailChanges = (tx: Tx, before: Date, limit: number) =>
  sql`delete from email_changes where id in (
    select id from email_changes where ended_at < ${before} limit ${limit})`.execute(tx)
