import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { unnestKeys } from '../../platform/database/batch.server.ts'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import type { PlanId, Role, VerificationStatus } from '../../platform/session/session.ts'

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
 * @returns the user id, or null if the address is taken (nothing was written)
 */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<string | null> {
  const id = randomUUID()
  const user = await tx
    .insertInto('user')
    .values({ id, name: account.name, email: account.email, signup_role: account.role })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!user) return null
  await tx
    .insertInto('account')
    .values({
      id: randomUUID(),
      userId: id,
      accountId: id,
      providerId: 'credential',
      password: account.passwordHash,
    })
    .execute()
  await tx
    .insertInto('profiles')
    .values({
      id,
      name: account.name,
      email: account.email,
      role: account.role,
      verification_status: account.verificationStatus,
    })
    .execute()
  if (account.role === 'client') await tx.insertInto('client_profiles').values({ id }).execute()
  if (account.role === 'lawyer') await tx.insertInto('lawyer_profiles').values({ id }).execute()
  return id
}

export interface SessionRow {
  token: string
  session_id: string
  /** The session is old enough to be renewed (RENEW_AFTER_SECONDS). */
  renewable: boolean
  id: string
  email: string
  name: string
  signup_role: Role
  /** null if there is no profiles row: the person has no rights (AUT-22). */
  profile_role: Role | null
  avatar_url: string | null
  verification_status: VerificationStatus | null
  plan: PlanId | null
  credits_available: number | null
  credits_used: number | null
}

/**
 * Finds the unexpired sessions for several tokens, with users, profiles and role rows, in one query (AUT-21).
 * @param renewBelow a session with fewer seconds left is `renewable`
 * @returns the sessions found, in no particular order
 */
export async function findSessions(
  db: Db,
  tokens: readonly string[],
  renewBelow: number,
): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select s.token, s.id as session_id, s."expiresAt" < app_now() + make_interval(secs => ${renewBelow}) as renewable,
      u.id, u.signup_role, coalesce(p.email, u.email) as email, coalesce(p.name, u.name) as name,
      p.role as profile_role, coalesce(p.avatar_url, u.image) as avatar_url, p.verification_status,
      l.plan, l.credits_available, l.credits_used
    from ${unnestKeys(tokens, 'text')} as requested (token)
    join session s on s.token = requested.token
    join "user" u on u.id = s."userId" and u.suspended_at is null
    left join profiles p on p.id = u.id
    left join lawyer_profiles l on l.id = p.id and p.role = 'lawyer'
    where s."expiresAt" > app_now()
  `.execute(db)
  return rows
}

/** Fallback for `findSessions` when profiles cannot be read (AUT-23). */
export async function findSessionWithoutProfile(db: Db, token: string): Promise<SessionRow | null> {
  const { rows } = await sql<SessionRow>`
    select s.token, s.id as session_id, false as renewable, u.id, u.email, u.name, u.signup_role, null as profile_role,
      u.image as avatar_url, null as verification_status, null as plan, null::int as credits_available, null::int as credits_used
    from session s join "user" u on u.id = s."userId" and u.suspended_at is null
    where s.token = ${token} and s."expiresAt" > app_now()
  `.execute(db)
  return rows[0] ?? null
}

/**
 * Extends a session.
 * @param token from the request: if the session's token has changed since, it is not renewed
 * @param seconds new lifetime of the session
 * @param after minimum age in seconds
 * @returns whether this call renewed it; exactly one of several concurrent calls does
 */
export async function renewSession(db: Db, token: string, seconds: number, after: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update session set "expiresAt" = app_now() + make_interval(secs => ${seconds}), "updatedAt" = app_now()
    where token = ${token} and "expiresAt" between app_now() and app_now() + make_interval(secs => ${seconds - after})
  `.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/**
 * Replaces a session's token if it is still the one from the request.
 * @returns seconds until the session expires, or null if no session has that token
 */
export async function replaceSessionToken(
  tx: Tx,
  session: { id: string; from: string; to: string },
): Promise<number | null> {
  const { rows } = await sql<{ left: number }>`
    update session set token = ${session.to}, "updatedAt" = app_now()
    where id = ${session.id} and token = ${session.from} and "expiresAt" > app_now()
    returning ceil(extract(epoch from "expiresAt" - app_now()))::int as left
  `.execute(tx)
  return rows[0]?.left ?? null
}

/** @returns whether the session existed */
export async function deleteSession(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.deleteFrom('session').where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

export async function deleteSessionByToken(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token', '=', token).execute()
}

/** Stores a single-use token. @returns when it expires */
export async function insertVerification(
  tx: Tx,
  proof: { identifier: string; value: string; seconds: number },
): Promise<Date> {
  const { rows } = await sql<{ expiresAt: Date }>`
    insert into verification (id, identifier, value, "expiresAt")
    values (${randomUUID()}, ${proof.identifier}, ${proof.value}, app_now() + make_interval(secs => ${proof.seconds}))
    returning "expiresAt"
  `.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('verification row missing')
  return row.expiresAt
}

/** Reads the value of a single-use token without consuming it; null if unknown or expired. */
export async function findVerification(tx: Tx, identifier: string): Promise<string | null> {
  const { rows } = await sql<{ value: string }>`
    select value from verification where identifier = ${identifier} and "expiresAt" > app_now()
  `.execute(tx)
  return rows[0]?.value ?? null
}

/**
 * Consumes a single-use token.
 * @returns its value, or null if unknown or expired; only one concurrent call gets it
 */
export async function consumeVerification(tx: Tx, identifier: string): Promise<string | null> {
  const { rows } = await sql<{ value: string; valid: boolean }>`
    delete from verification where identifier = ${identifier} returning value, "expiresAt" > app_now() as valid
  `.execute(tx)
  return rows[0]?.valid ? rows[0].value : null
}

/** Marks the e-mail address as verified. @returns the address, or null if the account is gone */
export async function markEmailVerified(tx: Tx, userId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    update "user" set "emailVerified" = true, "updatedAt" = app_now() where id = ${userId} returning email
  `.execute(tx)
  return rows[0]?.email ?? null
}

export async function isEmailVerified(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select from "user" where id = ${userId} and "emailVerified"`.execute(db)
  return rows.length > 0
}

/**
 * Reads the password's PHC string, or null. Takes a share lock, so it waits for a concurrent password change
 * and returns the new hash.
 */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`
    select password from account where "userId" = ${userId} and "providerId" = 'credential' for share
  `.execute(db)
  return rows[0]?.password ?? null
}

/**
 * Reads the password's PHC string and locks its row until the transaction ends. Every change, suspension or
 * deletion of an account takes this lock first. So concurrent changes run one after the other, and a
 * concurrent sign-in finishes before or is refused.
 */
export async function lockPasswordHash(tx: Tx, userId: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`
    select password from account where "userId" = ${userId} and "providerId" = 'credential' for update
  `.execute(tx)
  return rows[0]?.password ?? null
}

/** Replaces the password hash and invalidates outstanding recovery links. */
export async function setPasswordHash(tx: Tx, userId: string, hash: string): Promise<void> {
  await sql`
    update account set password = ${hash}, "updatedAt" = app_now()
    where "userId" = ${userId} and "providerId" = 'credential'
  `.execute(tx)
  await sql`delete from verification where value = ${userId} and identifier like 'recovery:%'`.execute(tx)
}

/** Deletes a user's sessions except `keep`. @returns the deleted ids */
export async function deleteUserSessions(tx: Tx, userId: string, keep: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from session where "userId" = ${userId} and id is distinct from ${keep}::uuid returning id
  `.execute(tx)
  return rows.map((row) => row.id)
}

/** Deletes all but the `keep` most recently used sessions of a user. @returns the deleted ids */
export async function deleteOldestSessions(db: Db, userId: string, keep: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from session where id in (
      select id from session where "userId" = ${userId} order by "expiresAt" desc, "createdAt" desc offset ${keep}
    ) returning id
  `.execute(db)
  return rows.map((row) => row.id)
}

export async function findUserByEmail(db: Db, email: string): Promise<{ id: string; name: string } | null> {
  const row = await db.selectFrom('user').select(['id', 'name']).where('email', '=', email).executeTakeFirst()
  return row ?? null
}

/** Whether an account, given by id or e-mail, is suspended (H-04). */
export async function isSuspended(db: Db, account: { id: string } | { email: string }): Promise<boolean> {
  const which = 'id' in account ? sql`id = ${account.id}` : sql`email = ${account.email}`
  const { rows } = await sql`select from "user" where ${which} and suspended_at is not null`.execute(db)
  return rows.length > 0
}

/** Suspends an account; `reason` null lifts the suspension (H-04). @returns whether that changed anything */
export async function writeSuspension(tx: Tx, userId: string, reason: string | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update "user" set suspended_at = case when ${reason}::text is not null then app_now() end,
      suspension_reason = ${reason}, "updatedAt" = app_now()
    where id = ${userId} and (suspended_at is null) = (${reason}::text is not null)
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Hides a suspended client's cases from the market, or shows them again (H-04). */
export async function writePausedCases(tx: Tx, ids: readonly string[], paused: boolean): Promise<void> {
  if (paused)
    await sql`insert into paused_cases (case_id) select unnest(${ids}::uuid[]) on conflict do nothing`.execute(
      tx,
    )
  else await sql`delete from paused_cases where case_id = any(${ids}::uuid[])`.execute(tx)
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
  await sql`
    update profiles set name = ${name}, name_changed_at = app_now(), updated_at = app_now() where id = ${userId}
  `.execute(tx)
  await sql`update "user" set name = ${name}, "updatedAt" = app_now() where id = ${userId}`.execute(tx)
  return 'changed'
}

/**
 * Confirms a verified lawyer's new name (H-03).
 * @returns the name, or null if it is not awaiting confirmation
 */
export async function confirmLawyerName(tx: Tx, lawyerId: string, name: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update profiles set verified_name = name, updated_at = app_now()
    where id = ${lawyerId} and name = ${name} and verification_status = 'verified' and verified_name is distinct from name
    returning name
  `.execute(tx)
  return rows[0]?.name ?? null
}

/**
 * Reverts to the last confirmed name (H-03).
 * @returns that name, or null if `name` is not awaiting confirmation
 */
export async function restoreConfirmedName(tx: Tx, lawyerId: string, name: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update profiles set name = verified_name, updated_at = app_now()
    where id = ${lawyerId} and name = ${name} and verification_status = 'verified' and verified_name <> name
    returning name
  `.execute(tx)
  const before = rows[0]?.name
  if (before === undefined) return null
  await sql`update "user" set name = ${before}, "updatedAt" = app_now() where id = ${lawyerId}`.execute(tx)
  return before
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

export interface ChangedProfile {
  avatarBefore: string | null
  avatarNow: string | null
}

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
  const { rows } = await sql<ChangedProfile>`
    update profiles set
      name = coalesce(${name}, name),
      avatar_url = coalesce(${avatarUrl}::text || '?t=' || floor(extract(epoch from app_now()) * 1000), avatar_url),
      verification_status = coalesce(${status?.to ?? null}, verification_status),
      verified_name = case when ${status?.to ?? null}::text = 'verified' then coalesce(${name}, name) else verified_name end,
      updated_at = app_now()
    where id = ${userId} and (${status?.from ?? null}::text is null or verification_status = ${status?.from ?? null})
    returning old.avatar_url as "avatarBefore", new.avatar_url as "avatarNow"
  `.execute(tx)
  if (rows[0] && name !== null)
    await sql`update "user" set name = ${name}, "updatedAt" = app_now() where id = ${userId}`.execute(tx)
  return rows[0] ?? null
}

/** Deletes the user; profile, role row and dependent rows go by cascade. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await sql`delete from verification where value = ${userId}`.execute(tx)
  // A name change locks `profiles` before `user`; the opposite order here would deadlock.
  await sql`select 1 from profiles where id = ${userId} for update`.execute(tx)
  await tx.deleteFrom('user').where('id', '=', userId).execute()
}

/** Deletes expired sessions and single-use tokens. */
export async function deleteExpired(db: Db): Promise<void> {
  await sql`delete from session where "expiresAt" < app_now()`.execute(db)
  await sql`delete from verification where "expiresAt" < app_now()`.execute(db)
}

/** Whether the database has no accounts yet. */
export async function hasNoUsers(db: Db): Promise<boolean> {
  const row = await db.selectFrom('user').select('id').limit(1).executeTakeFirst()
  return row === undefined
}
