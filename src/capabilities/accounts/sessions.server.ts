import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  changes,
  exists,
  now,
  type Row,
  rowOf,
  secondsFromNow,
  t,
  unnestKeys,
  value,
  values,
} from '../../platform/database/queries.server.ts'
import type { PlanId, Role, VerificationStatus } from '../../platform/session/session.ts'

/** DAT-55: states of a change of address in which nobody signs in. Literals, because an index has them. */
const FROZEN_STATES = [sql.lit<'en_disputa'>('en_disputa'), sql.lit<'en_revision'>('en_revision')]

/** DAT-55: whether the e-mail address of the account is disputed: nobody signs in meanwhile. */
export const isFrozen = (db: Db, userId: string): Promise<boolean> =>
  exists(
    db
      .selectFrom('email_changes')
      .select('id')
      .where('user_id', '=', userId)
      .where('state', 'in', FROZEN_STATES),
  )

/** Inserts a session unless the account is suspended or its address is disputed (DAT-55). @returns whether it did */
export const insertSession = (
  tx: Tx,
  session: { userId: string; token: string; address: string; userAgent: string; seconds: number },
): Promise<boolean> =>
  changes(
    tx
      .insertInto('session')
      .columns(['id', 'userId', 'token', 'expiresAt', 'ipAddress', 'userAgent', 'proven_at'])
      .expression((eb) =>
        eb
          .selectFrom('user')
          .select([
            sql<string>`gen_random_uuid()`.as('id'),
            'id as userId',
            sql<string>`${session.token}::text`.as('token'),
            secondsFromNow(session.seconds).as('expiresAt'),
            sql<string>`${session.address}::text`.as('ipAddress'),
            sql<string>`${session.userAgent}::text`.as('userAgent'),
            now.as('proven_at'),
          ])
          .where('id', '=', session.userId)
          .where('suspended_at', 'is', null)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('email_changes')
                  .select('email_changes.id')
                  .whereRef('email_changes.user_id', '=', 'user.id')
                  .where('email_changes.state', 'in', FROZEN_STATES),
              ),
            ),
          ),
      ),
  )

const sessionRow = rowOf({
  token: t.text,
  session_id: t.uuid,
  /** The session is old enough to be renewed (RENEW_AFTER_SECONDS). */
  renewable: t.bool,
  /** The person proved who they are within PROOF_SECONDS (DAT-52). */
  proven: t.bool,
  /** The team suspended the account (DAT-70). */
  suspended: t.bool,
  /** When a suspension that the team announced begins (DAT-70). */
  suspension_starts_at: t.time.orNull,
  /** Somebody asked to take the second step away (DAT-50). */
  losing_factor: t.bool,
  id: t.uuid,
  email: t.text,
  name: t.text,
  signup_role: t.oneOf<Role>(),
  /** null if there is no profiles row: the person has no rights (AUT-22). */
  profile_role: t.oneOf<Role>().orNull,
  avatar_url: t.text.orNull,
  verification_status: t.oneOf<VerificationStatus>().orNull,
  plan: t.oneOf<PlanId>().orNull,
  credits_available: t.int.orNull,
  credits_used: t.int.orNull,
})
export type SessionRow = Row<typeof sessionRow>

/**
 * Finds the unexpired sessions for several tokens, with users, profiles and role rows, in one query (AUT-21).
 * @param renewBelow a session with fewer seconds left is `renewable`
 * @param provenFor how many seconds a proof is valid
 * @returns the sessions found, in no particular order
 */
export const findSessions = (
  db: Db,
  tokens: readonly string[],
  renewBelow: number,
  provenFor: number,
): Promise<SessionRow[]> =>
  sessionRow`
    select s.token, s.id as session_id, s."expiresAt" < app_now() + make_interval(secs => ${renewBelow}) as renewable,
      coalesce(s.proven_at > app_now() - make_interval(secs => ${provenFor}), false) as proven,
      coalesce(p.suspended_at is not null, false) as suspended,
      (select a.starts_at from sanctions a where a.user_id = u.id and a.kind = 'suspender' and a.state = 'anunciada')
        as suspension_starts_at,
      exists (select from factor_losses f where f.user_id = u.id and f.state = 'esperando') as losing_factor,
      u.id, u.signup_role, coalesce(p.email, u.email) as email, coalesce(p.name, u.name) as name,
      p.role as profile_role, coalesce(p.avatar_url, u.image) as avatar_url, p.verification_status,
      l.plan, l.credits_available, l.credits_used
    from ${unnestKeys(tokens, 'text')} as requested (token)
    join session s on s.token = requested.token
    join "user" u on u.id = s."userId" and u.suspended_at is null
    left join profiles p on p.id = u.id
    left join lawyer_profiles l on l.id = p.id and p.role = 'lawyer'
    where s."expiresAt" > app_now()
  `.all(db)

/** Fallback for `findSessions` when profiles cannot be read (AUT-23). */
export const findSessionWithoutProfile = (db: Db, token: string): Promise<SessionRow | null> =>
  sessionRow`
    select s.token, s.id as session_id, false as renewable, false as proven, false as suspended,
      null::timestamptz as suspension_starts_at, false as losing_factor, u.id, u.email, u.name, u.signup_role, null as profile_role,
      u.image as avatar_url, null as verification_status, null as plan, null::int as credits_available, null::int as credits_used
    from session s join "user" u on u.id = s."userId" and u.suspended_at is null
    where s.token = ${token} and s."expiresAt" > app_now()
  `.first(db)

/**
 * Extends a session.
 * @param token from the request: if the session's token has changed since, it is not renewed
 * @param seconds new lifetime of the session
 * @param after minimum age in seconds
 * @returns whether this call renewed it; exactly one of several concurrent calls does
 */
export const renewSession = (db: Db, token: string, seconds: number, after: number): Promise<boolean> =>
  changes(
    db
      .updateTable('session')
      .set({ expiresAt: secondsFromNow(seconds), updatedAt: now })
      .where('token', '=', token)
      .where((eb) => eb.between('expiresAt', now, secondsFromNow(seconds - after))),
  )

const secondsLeft = rowOf({ left: t.int })

/**
 * Replaces a session's token if it is still the one from the request.
 * @returns seconds until the session expires, or null if no session has that token
 */
export const replaceSessionToken = (
  tx: Tx,
  session: { id: string; from: string; to: string },
): Promise<number | null> =>
  secondsLeft`
    update session set token = ${session.to}, "updatedAt" = app_now()
    where id = ${session.id} and token = ${session.from} and "expiresAt" > app_now()
    returning ceil(extract(epoch from "expiresAt" - app_now()))::int as left
  `.value(tx)

/** DAT-55: another address, which its mailbox has confirmed. @throws a unique violation if an account has it */
export async function writeAddress(tx: Tx, userId: string, email: string): Promise<void> {
  // In the order of the deletion and of a change of the name.
  await tx.updateTable('profiles').set({ email, updated_at: now }).where('id', '=', userId).execute()
  await tx
    .updateTable('user')
    .set({ email, emailVerified: true, updatedAt: now })
    .where('id', '=', userId)
    .execute()
}

/** DAT-52: the session's person has just proved who they are. */
export const proveSession = (tx: Tx, id: string): Promise<boolean> =>
  changes(tx.updateTable('session').set({ proven_at: now }).where('id', '=', id))

/** Whether a session is still there, asked under the lock of its account. */
export const isSessionOpen = (tx: Tx, id: string): Promise<boolean> =>
  exists(tx.selectFrom('session').select('id').where('id', '=', id))

/** The valid sessions of a user, the most recently used first (DAT-53). */
export const listSessions = (db: Db, userId: string) =>
  db
    .selectFrom('session')
    .select(['id', 'userAgent', 'createdAt', 'updatedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .execute()

/** Deletes a session of this user. @returns whether it existed */
export const deleteOwnSession = (tx: Tx, session: { id: string; userId: string }): Promise<boolean> =>
  changes(tx.deleteFrom('session').where('id', '=', session.id).where('userId', '=', session.userId))

/** @returns whether the session existed */
export const deleteSession = (tx: Tx, id: string): Promise<boolean> =>
  changes(tx.deleteFrom('session').where('id', '=', id))

export const deleteSessionByToken = (db: Db, token: string): Promise<boolean> =>
  changes(db.deleteFrom('session').where('token', '=', token))

/** Deletes a user's sessions except `keep`. @returns the deleted ids */
export const deleteUserSessions = (tx: Tx, userId: string, keep: string | null): Promise<string[]> =>
  values(
    tx
      .deleteFrom('session')
      .where('userId', '=', userId)
      .where('id', 'is distinct from', keep)
      .returning('id'),
  )

/** Deletes all but the `keep` most recently used sessions of a user. @returns the deleted ids */
export const deleteOldestSessions = (db: Db, userId: string, keep: number): Promise<string[]> => {
  const mine = db.selectFrom('session').select('id').where('userId', '=', userId)
  const oldest = mine.orderBy('expiresAt', 'desc').orderBy('createdAt', 'desc').offset(keep)
  return values(db.deleteFrom('session').where('id', 'in', oldest).returning('id'))
}

const notedDevice = rowOf({ isUnknown: t.bool })

/**
 * DAT-54: notes the browser that a person signs in with.
 * @returns whether they have used others, but not this one
 */
export const noteDevice = async (tx: Tx, device: { userId: string; digest: string }): Promise<boolean> =>
  (await notedDevice`
    with earlier as (
      select exists (select from known_devices where user_id = ${device.userId})
        or exists (select from session where "userId" = ${device.userId} and "expiresAt" > app_now()) as any
    ), noted as (
      insert into known_devices (user_id, digest) values (${device.userId}, ${device.digest})
      on conflict (user_id, digest) do update set seen_at = app_now()
      returning old.user_id is null as is_new
    )
    select noted.is_new and earlier.any as "isUnknown" from noted, earlier
  `.value(tx)) ?? false

/**
 * DAT-54: when the oldest open link «No fui yo» of a person was made; null if `identifier` is none.
 * @param identifier an open link of this person
 */
export const findOldestAlarm = (tx: Tx, identifier: string): Promise<Date | null> =>
  value(
    tx
      .selectFrom('verification as one')
      .innerJoin('verification as pressed', 'pressed.value', 'one.value')
      .select('one.createdAt')
      .where('pressed.identifier', '=', identifier)
      .where('one.identifier', 'like', 'alarm:%')
      .where('one.expiresAt', '>', now)
      .orderBy('one.createdAt')
      .limit(1),
  )

/**
 * Hashes of the passwords that a person replaced in the last days: the oldest five and the newest five. A thief who changes
 * the password many times pushes out neither the one that its owner knows nor the one that «No fui yo» ended.
 */
export const listReplacedPasswords = (db: Db, userId: string): Promise<string[]> =>
  values(
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('replaced_passwords')
          .select([
            'hash',
            sql<number>`row_number() over (order by expires_at)`.as('oldest'),
            sql<number>`row_number() over (order by expires_at desc)`.as('newest'),
          ])
          .where('user_id', '=', userId)
          .where('expires_at', '>', now)
          .as('replaced'),
      )
      .select('hash')
      .where((eb) => eb.or([eb('oldest', '<=', 5), eb('newest', '<=', 5)])),
  )

/** Deletes hashes of replaced passwords that have expired. */
export const deleteReplacedPasswords = (tx: Tx, limit: number) =>
  sql`delete from replaced_passwords where ctid in (
    select ctid from replaced_passwords where expires_at < app_now() limit ${limit})`.execute(tx)

/** Whether a person has to choose a new password before one works again (DAT-54). */
export const needsNewPassword = (db: Db, userId: string): Promise<boolean> =>
  exists(
    db
      .selectFrom('account')
      .select('id')
      .where('userId', '=', userId)
      .where('needs_new_password', 'is', true),
  )

/** DAT-54: forgets the browsers that a person has used for the first time since then. */
export async function deleteDevicesSince(tx: Tx, userId: string, since: Date): Promise<void> {
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .execute()
}

/** Deletes the browsers that a person has not signed in with since `before`. */
export const deleteOldDevices = (tx: Tx, before: Date, limit: number) =>
  sql`delete from known_devices where (user_id, digest) in (
    select user_id, digest from known_devices where seen_at < ${before} limit ${limit})`.execute(tx)
