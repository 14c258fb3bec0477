import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { asRows } from '../../platform/database/together.server.ts'
import type { PlanId, Role, VerificationStatus } from '../../platform/session.ts'

export interface NewAccount {
  name: string
  email: string
  role: Role
  /** PHC string. */
  passwordHash: string
  /** Where a lawyer stands; null for everyone else. */
  verificationStatus: VerificationStatus | null
}

/**
 * Creates user, credential, profile and role row.
 * @returns the id, or null when the address is taken (nothing was written)
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
  /** More than a day of the session is gone. */
  renewable: boolean
  id: string
  email: string
  name: string
  signup_role: Role
  /** null: no profiles row, no rights. */
  profile_role: Role | null
  avatar_url: string | null
  verification_status: VerificationStatus | null
  plan: PlanId | null
  credits_available: number | null
  credits_used: number | null
}

/**
 * The living sessions of some tokens with their users, profiles and role rows (AUT-21), in one query.
 * @param renewBelow seconds left under which one may be renewed
 * @returns those that there are, in no order
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
    from ${asRows(tokens, 'text')} as asked (token)
    join session s on s.token = asked.token
    join "user" u on u.id = s."userId" and u.suspended_at is null
    left join profiles p on p.id = u.id
    left join lawyer_profiles l on l.id = p.id and p.role = 'lawyer'
    where s."expiresAt" > app_now()
  `.execute(db)
  return rows
}

/** One of them without the profile, for when that part cannot be read. */
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
 * @param token that the asker came with: a session whose token was changed meanwhile gets no old cookie again
 * @param seconds length of the renewed session; @param after seconds of it that must be gone
 * @returns whether this call renewed it; of several at once exactly one does
 */
export async function renewSession(db: Db, token: string, seconds: number, after: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update session set "expiresAt" = app_now() + make_interval(secs => ${seconds}), "updatedAt" = app_now()
    where token = ${token} and "expiresAt" between app_now() and app_now() + make_interval(secs => ${seconds - after})
  `.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/**
 * Gives a session another token, if it still has the one that the asker came with.
 * @returns seconds until the session ends, or null when there is none with that token
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

/** @returns whether there was such a session */
export async function deleteSession(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.deleteFrom('session').where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

export async function deleteSessionByToken(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token', '=', token).execute()
}

/** Stores a single-use proof. @returns the moment it expires */
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

/** Whose a proof is, without using it up; null when there is none that still holds. */
export async function findVerification(tx: Tx, identifier: string): Promise<string | null> {
  const { rows } = await sql<{ value: string }>`
    select value from verification where identifier = ${identifier} and "expiresAt" > app_now()
  `.execute(tx)
  return rows[0]?.value ?? null
}

/** Uses a proof up. @returns its value, or null when there is none that still holds; of two at once one gets it */
export async function takeVerification(tx: Tx, identifier: string): Promise<string | null> {
  const { rows } = await sql<{ value: string; valid: boolean }>`
    delete from verification where identifier = ${identifier} returning value, "expiresAt" > app_now() as valid
  `.execute(tx)
  return rows[0]?.valid ? rows[0].value : null
}

/** The address has proven to be theirs. @returns the address */
export async function markEmailVerified(tx: Tx, userId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    update "user" set "emailVerified" = true, "updatedAt" = app_now() where id = ${userId} returning email
  `.execute(tx)
  return rows[0]?.email ?? null
}

/** Whether the address has proven to be theirs. */
export async function isEmailVerified(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select from "user" where id = ${userId} and "emailVerified"`.execute(db)
  return rows.length > 0
}

/**
 * The PHC string of an account's password, or null. Waits for a change under way, so that what it gives is not about
 * to be replaced.
 */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`
    select password from account where "userId" = ${userId} and "providerId" = 'credential' for share
  `.execute(db)
  return rows[0]?.password ?? null
}

/**
 * The same, locked until the transaction ends. What changes, suspends or removes an account locks this first: of two at once the
 * second sees what the first did, and a sign-in under way ends before or is refused.
 */
export async function holdPasswordHash(tx: Tx, userId: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`
    select password from account where "userId" = ${userId} and "providerId" = 'credential' for update
  `.execute(tx)
  return rows[0]?.password ?? null
}

/** Replaces the password; recovery links that are still about lose their use. */
export async function setPasswordHash(tx: Tx, userId: string, hash: string): Promise<void> {
  await sql`
    update account set password = ${hash}, "updatedAt" = app_now()
    where "userId" = ${userId} and "providerId" = 'credential'
  `.execute(tx)
  await sql`delete from verification where value = ${userId} and identifier like 'recovery:%'`.execute(tx)
}

/** Ends a person's sessions, but for the one to keep. @returns the ids of those that ended */
export async function deleteSessionsOf(tx: Tx, userId: string, keep: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from session where "userId" = ${userId} and id is distinct from ${keep}::uuid returning id
  `.execute(tx)
  return rows.map((row) => row.id)
}

/** Ends a person's sessions beyond the `keep` that were used last. @returns the ids of those that ended */
export async function deleteOldestSessions(db: Db, userId: string, keep: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from session where id in (
      select id from session where "userId" = ${userId} order by "expiresAt" desc, "createdAt" desc offset ${keep}
    ) returning id
  `.execute(db)
  return rows.map((row) => row.id)
}

/** The account behind an address, or null. */
export async function findUserByEmail(db: Db, email: string): Promise<{ id: string; name: string } | null> {
  const row = await db.selectFrom('user').select(['id', 'name']).where('email', '=', email).executeTakeFirst()
  return row ?? null
}

/** Whether an account is suspended (H-04), by id or address. */
export async function isSuspended(db: Db, account: { id: string } | { email: string }): Promise<boolean> {
  const which = 'id' in account ? sql`id = ${account.id}` : sql`email = ${account.email}`
  const { rows } = await sql`select from "user" where ${which} and suspended_at is not null`.execute(db)
  return rows.length > 0
}

/**
 * Suspends an account, or, with `reason` null, ends that (H-04). @returns whether it was the other way before
 */
export async function writeSuspension(tx: Tx, userId: string, reason: string | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update "user" set suspended_at = case when ${reason}::text is not null then app_now() end,
      suspension_reason = ${reason}, "updatedAt" = app_now()
    where id = ${userId} and (suspended_at is null) = (${reason}::text is not null)
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Takes cases of a suspended client out of the market, or brings them back (H-04). */
export async function writePausedCases(tx: Tx, ids: readonly string[], paused: boolean): Promise<void> {
  if (paused)
    await sql`insert into paused_cases (case_id) select unnest(${ids}::uuid[]) on conflict do nothing`.execute(
      tx,
    )
  else await sql`delete from paused_cases where case_id = any(${ids}::uuid[])`.execute(tx)
}

/** @returns what became of it: `reviewed`, nothing, since the profile is under review; `missing`: there is none */
export async function updateNameOf(
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

/** Puts the seal beside a verified lawyer's new name. @returns it; null when this name does not wait for that */
export async function confirmNameOf(tx: Tx, lawyerId: string, name: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update profiles set verified_name = name, updated_at = app_now()
    where id = ${lawyerId} and name = ${name} and verification_status = 'verified' and verified_name is distinct from name
    returning name
  `.execute(tx)
  return rows[0]?.name ?? null
}

/** Gives a verified lawyer the last confirmed name back. @returns it; null when this name does not wait, or there was none */
export async function restoreNameOf(tx: Tx, lawyerId: string, name: string): Promise<string | null> {
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

/** What later slices may change of a profile; left out, it stays. */
export interface ProfileChange {
  name?: string
  /** Address without query: the moment is added, so that a new photo shows at once (PRO-08). */
  avatarUrl?: string
  /** A move on the road of verification; happens from `from` alone. */
  status?: { from: VerificationStatus; to: VerificationStatus }
}

export interface ChangedProfile {
  avatarBefore: string | null
  avatarNow: string | null
}

/** Changes a profile, and the sign-in's copy of the name. @returns null when nothing was there to change */
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

/** Removes sign-in, profile and role row, and the rows that belong to them. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await sql`delete from verification where value = ${userId}`.execute(tx)
  // A change of name locks the profile first, then the sign-in: another order here would deadlock.
  await sql`select 1 from profiles where id = ${userId} for update`.execute(tx)
  await tx.deleteFrom('user').where('id', '=', userId).execute()
}

/** Removes sessions and codes that have expired. */
export async function sweepExpired(db: Db): Promise<void> {
  await sql`delete from session where "expiresAt" < app_now()`.execute(db)
  await sql`delete from verification where "expiresAt" < app_now()`.execute(db)
}

/** Whether nobody has registered yet (a fresh database). */
export async function hasNoUsers(db: Db): Promise<boolean> {
  const row = await db.selectFrom('user').select('id').limit(1).executeTakeFirst()
  return row === undefined
}
