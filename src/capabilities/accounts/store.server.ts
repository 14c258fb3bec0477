import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  changes,
  exists,
  first,
  now,
  type Row,
  rowOf,
  secondsFromNow,
  t,
  value,
} from '../../platform/database/queries.server.ts'
import type { Role, VerificationStatus } from '../../platform/session/session.ts'

/** States of a change of address that has happened and may be undone (DAT-55). Literals, because an index has them. */
const CHANGED_STATES = (['hecho', 'en_disputa', 'en_revision'] as const).map((state) => sql.lit(state))

export interface NewAccount {
  name: string
  email: string
  role: Role
  /** PHC string. */
  passwordHash: string
  /** Initial status of a lawyer; null for other roles. */
  verificationStatus: VerificationStatus | null
}

/**
 * Inserts the user, credential, profile and role row.
 * @returns the user id, or null if the address is taken: roll back then
 */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<string | null> {
  const { name, email, role, passwordHash: password, verificationStatus: verification_status } = account
  const id = randomUUID()
  const user = tx
    .insertInto('user')
    .values({ id, name, email, signup_role: role })
    .onConflict((conflict) => conflict.column('email').doNothing())
  if (!(await changes(user)) || (await isReservedAddress(tx, email, id))) return null
  const credential = { id: randomUUID(), userId: id, accountId: id, providerId: 'credential', password }
  await tx.insertInto('account').values(credential).execute()
  await tx.insertInto('profiles').values({ id, name, email, role, verification_status }).execute()
  if (role === 'client') await tx.insertInto('client_profiles').values({ id }).execute()
  if (role === 'lawyer') await tx.insertInto('lawyer_profiles').values({ id }).execute()
  return id
}

/** DAT-55: whether another account may still get this address back. Ask after writing the address, so that no change is missed. */
export const isReservedAddress = (tx: Tx, email: string, userId: string): Promise<boolean> =>
  exists(
    tx
      .selectFrom('email_changes')
      .select('id')
      .where('old_email', '=', email)
      .where('user_id', '<>', userId)
      .where('state', 'in', CHANGED_STATES)
      .where((eb) => eb.or([eb('state', '<>', sql.lit('hecho')), eb('undo_until', '>', now)])),
  )

/** Ends the single-use links of a person, and the address of the calendar. @param kind only the links of this kind */
export async function deleteLinks(tx: Tx, userId: string, kind = ''): Promise<void> {
  if (!kind) await deleteCalendarAddress(tx, userId)
  await tx
    .deleteFrom('verification')
    .where('value', '=', userId)
    .where('identifier', 'like', `${kind}%`)
    .execute()
}

/** SEG-29: ends the secret address of a person's calendar, which opens without a session. */
async function deleteCalendarAddress(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
}

/** Stores a single-use token. @returns when it expires */
export async function insertVerification(
  tx: Tx,
  { identifier, value, seconds }: { identifier: string; value: string; seconds: number },
): Promise<Date> {
  const { expiresAt } = await tx
    .insertInto('verification')
    .values({ id: randomUUID(), identifier, value, expiresAt: secondsFromNow(seconds) })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return expiresAt
}

/** Reads the value of a single-use token without consuming it; null if unknown or expired. */
export const findVerification = (db: Db, identifier: string): Promise<string | null> =>
  value(
    db
      .selectFrom('verification')
      .select('value')
      .where('identifier', '=', identifier)
      .where('expiresAt', '>', now),
  )

/** Consumes a single-use token. @returns its value; null if unknown or expired: one concurrent call gets it */
export async function takeVerification(tx: Tx, identifier: string): Promise<string | null> {
  const row = await tx
    .deleteFrom('verification')
    .where('identifier', '=', identifier)
    .returning((eb) => ['value', eb('expiresAt', '>', now).as('isValid')])
    .executeTakeFirst()
  return row?.isValid ? row.value : null
}

/** Marks the e-mail address as verified. @returns the address, or null if the account is gone */
export const markEmailVerified = (tx: Tx, userId: string): Promise<string | null> =>
  value(
    tx
      .updateTable('user')
      .set({ emailVerified: true, updatedAt: now })
      .where('id', '=', userId)
      .returning('email'),
  )

export const isEmailVerified = (db: Db, userId: string): Promise<boolean> =>
  exists(db.selectFrom('user').select('id').where('id', '=', userId).where('emailVerified', 'is', true))

/** Finds the password's PHC string by e-mail address, for a sign-in. */
export const findCredential = (
  db: Db,
  email: string,
): Promise<{ userId: string; hash: string | null } | null> =>
  first(
    db
      .selectFrom('user as u')
      .innerJoin('account as a', 'a.userId', 'u.id')
      .select(['u.id as userId', 'a.password as hash'])
      .where('u.email', '=', email)
      .where('a.providerId', '=', sql.lit('credential')),
  )

const selectPasswordHash = (db: Db, userId: string) =>
  db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', sql.lit('credential'))

/**
 * Reads the password's PHC string, or null. Takes a share lock, so it waits for a concurrent password change
 * and returns the new hash.
 */
export const findPasswordHash = async (db: Db, userId: string): Promise<string | null> =>
  (await selectPasswordHash(db, userId).forShare().executeTakeFirst())?.password ?? null

/**
 * Locks an account until the transaction ends. Every change, suspension or deletion of an account takes this
 * lock first. So concurrent changes run one after the other, and a concurrent sign-in finishes before or is refused.
 * @returns the password's PHC string, or null if the account is gone
 */
export const lockAccount = async (tx: Tx, userId: string): Promise<string | null> =>
  (await selectPasswordHash(tx, userId).forUpdate().executeTakeFirst())?.password ?? null

/**
 * Replaces the password hash; the earlier one is kept for `keepSeconds`, so that it is not chosen again. Ends what somebody
 * could have asked for with the earlier password: the links for a new password, a lost second step and a new address, the
 * wait of DAT-50, the change of DAT-55, sign-ins without their second step. Ends the address of the calendar, too, which opens without a session.
 */
export async function replacePassword(
  tx: Tx,
  userId: string,
  hash: string,
  { keepSeconds, needsNew = false }: { keepSeconds: number; needsNew?: boolean },
): Promise<void> {
  await sql`
    insert into replaced_passwords (user_id, hash, expires_at)
    select "userId", password, app_now() + make_interval(secs => ${keepSeconds}) from account
    where "userId" = ${userId} and password is not null and not needs_new_password`.execute(tx)
  await tx
    .updateTable('account')
    .set({ password: hash, needs_new_password: needsNew, updatedAt: now })
    .where('userId', '=', userId)
    .where('providerId', '=', sql.lit('credential'))
    .execute()
  for (const kind of ['recovery:', 'factor-loss:', 'email-change:']) await deleteLinks(tx, userId, kind)
  await tx
    .updateTable('factor_losses')
    .set({ state: 'cancelada', ended_at: now })
    .where('user_id', '=', userId)
    .where('state', '=', sql.lit('esperando'))
    .execute()
  await tx
    .updateTable('email_changes')
    .set({ state: 'cerrado', ended_at: now })
    .where('user_id', '=', userId)
    .where('state', '=', sql.lit('pedido'))
    .execute()
  await tx.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
  await deleteCalendarAddress(tx, userId)
}

export const findUserByEmail = (db: Db, email: string): Promise<{ id: string; name: string } | null> =>
  first(db.selectFrom('user').select(['id', 'name']).where('email', '=', email))

/** Name and address of an account, for an e-mail. */
export const findPerson = (db: Db, userId: string) =>
  first(db.selectFrom('user').select(['email', 'name', 'signup_role as role']).where('id', '=', userId))

export const listAdministrators = (db: Db) =>
  db
    .selectFrom('profiles')
    .select(['id', 'email', 'name'])
    .where('role', '=', 'admin')
    .orderBy('id')
    .execute()

/** Whether an account, given by id or e-mail, is suspended (H-04). */
export function isSuspended(db: Db, account: { id: string } | { email: string }): Promise<boolean> {
  const suspended = db.selectFrom('user').select('id').where('suspended_at', 'is not', null)
  return exists(
    'id' in account ? suspended.where('id', '=', account.id) : suspended.where('email', '=', account.email),
  )
}

/** Suspends an account; `reason` null lifts the suspension (H-04). @returns whether that changed anything */
export const writeSuspension = (tx: Tx, userId: string, reason: string | null): Promise<boolean> =>
  changes(
    tx
      .updateTable('user')
      .set({ suspended_at: reason === null ? null : now, suspension_reason: reason, updatedAt: now })
      .where('id', '=', userId)
      .where('suspended_at', reason === null ? 'is not' : 'is', null),
  )

/** DAT-70: a decision of the team, which leaves reading and an appeal, begins or ends. */
export const writeProfileSuspension = (tx: Tx, userId: string, isSuspended: boolean) =>
  tx
    .updateTable('profiles')
    .set({ suspended_at: isSuspended ? now : null, updated_at: now })
    .where('id', '=', userId)
    .execute()

/** Whether an account is suspended, by the operator (H-04) or by the team (DAT-70). */
export const isSuspendedInAnyWay = (db: Db, userId: string): Promise<boolean> =>
  exists(
    db
      .selectFrom('user as u')
      .leftJoin('profiles as p', 'p.id', 'u.id')
      .select('u.id')
      .where('u.id', '=', userId)
      .where(sql<boolean>`num_nonnulls(u.suspended_at, p.suspended_at) > 0`),
  )

/**
 * Hides cases from the market, or shows them again: those of a suspended client (H-04), or one that its client blocked
 * (DAT-18). A case with both reasons is shown when neither is left.
 */
export async function writePausedCases(
  tx: Tx,
  ids: readonly string[],
  { paused, why }: { paused: boolean; why: 'suspension' | 'block' },
): Promise<void> {
  const own = why === 'block' ? 'for_block' : 'for_suspension'
  const other = why === 'block' ? 'for_suspension' : 'for_block'
  if (paused) {
    await sql`
      insert into paused_cases (case_id, for_suspension, for_block)
      select unnest(${ids}::uuid[]), ${why === 'suspension'}::boolean, ${why === 'block'}::boolean
      on conflict (case_id) do update set ${sql.ref(own)} = true
    `.execute(tx)
    return
  }
  await sql`delete from paused_cases where case_id = any(${ids}::uuid[]) and not ${sql.ref(other)}`.execute(
    tx,
  )
  await sql`update paused_cases set ${sql.ref(own)} = false where case_id = any(${ids}::uuid[])`.execute(tx)
}

/**
 * Changes a user's name.
 * @returns `reviewed` if the profile is under review (no change), `missing` if there is none
 */
export async function updateUserName(
  tx: Tx,
  userId: string,
  name: string,
): Promise<'changed' | 'same' | 'reviewed' | 'missing'> {
  const profile = await tx
    .selectFrom('profiles')
    .select(['name', 'verification_status'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!profile) return 'missing'
  if (profile.name === name) return 'same'
  if (profile.verification_status === 'admin_pending') return 'reviewed'
  await tx
    .updateTable('profiles')
    .set({ name, name_changed_at: now, updated_at: now })
    .where('id', '=', userId)
    .execute()
  await copyName(tx, userId, name)
  return 'changed'
}

/** Copies a profile's name to `user`. */
const copyName = (tx: Tx, userId: string, name: string) =>
  tx.updateTable('user').set({ name, updatedAt: now }).where('id', '=', userId).execute()

/** A verified lawyer's profile whose name is not the confirmed one (H-03). */
const updateUnconfirmed = (tx: Tx, lawyerId: string, name: string) =>
  tx
    .updateTable('profiles')
    .set({ updated_at: now })
    .where('id', '=', lawyerId)
    .where('name', '=', name)
    .where('verification_status', '=', 'verified')
    .returning('name')

/**
 * Confirms a verified lawyer's new name (H-03).
 * @returns the name, or null if it is not awaiting confirmation
 */
export const confirmLawyerName = (tx: Tx, lawyerId: string, name: string): Promise<string | null> =>
  value(
    updateUnconfirmed(tx, lawyerId, name)
      .set((eb) => ({ verified_name: eb.ref('name') }))
      .where('verified_name', 'is distinct from', name),
  )

/**
 * Reverts to the last confirmed name (H-03).
 * @returns that name, or null if `name` is not awaiting confirmation
 */
export async function restoreConfirmedName(tx: Tx, lawyerId: string, name: string): Promise<string | null> {
  const row = await updateUnconfirmed(tx, lawyerId, name)
    .set((eb) => ({ name: eb.ref('verified_name').$notNull() }))
    .where('verified_name', '<>', name)
    .executeTakeFirst()
  if (row) await copyName(tx, lawyerId, row.name)
  return row?.name ?? null
}

/** Profile fields that later slices may change. Omitted fields keep their value. */
export interface ProfileChange {
  name?: string
  /**
   * URL without query string; a timestamp is appended so that caches pick up a new photo at once (PRO-08).
   */
  avatarUrl?: string
  /** Status change, applied only if the present status is `from`. */
  status?: { from: VerificationStatus; to: VerificationStatus }
}

const changedProfile = rowOf({ avatarBefore: t.text.orNull, avatarNow: t.text.orNull })
export type ChangedProfile = Row<typeof changedProfile>

/** Updates a profile and the copy of the name in `user`. @returns null if no row matched */
export async function writeProfile(
  tx: Tx,
  userId: string,
  {
    name = null,
    avatarUrl = null,
    status = null,
  }: { [Key in keyof ProfileChange]?: ProfileChange[Key] | null },
): Promise<ChangedProfile | null> {
  const changed = await changedProfile`
    update profiles set
      name = coalesce(${name}, name),
      avatar_url = coalesce(${avatarUrl}::text || '?t=' || floor(extract(epoch from app_now()) * 1000), avatar_url),
      verification_status = coalesce(${status?.to ?? null}, verification_status),
      verified_name = case when ${status?.to ?? null}::text = 'verified' then coalesce(${name}, name) else verified_name end,
      updated_at = app_now()
    where id = ${userId} and (${status?.from ?? null}::text is null or verification_status = ${status?.from ?? null})
    returning old.avatar_url as "avatarBefore", new.avatar_url as "avatarNow"
  `.first(tx)
  if (changed && name !== null) await copyName(tx, userId, name)
  return changed
}

/** Deletes the user; profile, role row and dependent rows go by cascade. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await deleteLinks(tx, userId)
  // A name change locks `profiles` before `user`; the opposite order here would deadlock.
  await tx.selectFrom('profiles').select('id').where('id', '=', userId).forUpdate().execute()
  await tx.deleteFrom('user').where('id', '=', userId).execute()
}

/** Deletes expired sessions. @returns their number */
export const deleteExpiredSessions = (tx: Tx, limit: number) =>
  sql`delete from session where id in (
    select id from session where "expiresAt" < app_now() limit ${limit})`.execute(tx)

/** Deletes expired single-use tokens. */
export const deleteExpiredTokens = (tx: Tx, limit: number) =>
  sql`delete from verification where id in (
    select id from verification where "expiresAt" < app_now() limit ${limit})`.execute(tx)

export const hasNoUsers = async (db: Db): Promise<boolean> =>
  !(await exists(db.selectFrom('user').select('id').limit(1)))
