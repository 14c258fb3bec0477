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
  values,
} from '../../platform/database/queries.server.ts'

const factorsRow = rowOf({ totp: t.bool, passkey: t.bool })
export type Factors = Row<typeof factorsRow>

/** Which second steps the person has (DAT-48). */
export const findFactors = async (db: Db, userId: string): Promise<Factors> =>
  (await factorsRow`
    select exists (select from totp_secrets where user_id = ${userId} and confirmed_at is not null) as totp,
      exists (select from passkeys where user_id = ${userId}) as passkey
  `.first(db)) ?? { totp: false, passkey: false }

/** Whether the person has a second step (DAT-48). */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  const { totp, passkey } = await findFactors(db, userId)
  return totp || passkey
}

const totpRow = rowOf({ sealed: t.text, confirmed: t.bool, lastStep: t.int, at: t.int })

/** Locks and reads a secret. `at`: the present, as Unix time in whole seconds. */
export const lockTotp = (tx: Tx, userId: string) =>
  totpRow`
    select sealed, confirmed_at is not null as confirmed, last_step as "lastStep", floor(extract(epoch from app_now()))::int8 as at
    from totp_secrets where user_id = ${userId} for update
  `.first(tx)

/** Saves a secret that no code has confirmed yet. @returns false if there is a confirmed one */
export const saveUnconfirmedTotp = (tx: Tx, userId: string, sealed: string): Promise<boolean> =>
  changes(
    tx
      .insertInto('totp_secrets')
      .values({ user_id: userId, sealed })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ sealed, last_step: 0, created_at: now })
          .where('totp_secrets.confirmed_at', 'is', null),
      ),
  )

/** Marks the step of a code as used, which also confirms the secret. */
export async function spendStep(tx: Tx, userId: string, step: number): Promise<void> {
  await tx
    .updateTable('totp_secrets')
    .set((eb) => ({ last_step: step, confirmed_at: eb.fn.coalesce('confirmed_at', now) }))
    .where('user_id', '=', userId)
    .execute()
}

/** The next secrets, by person, that are encrypted with another key than this one. */
export const findUnderOtherKeys = (db: Db, { key, after }: { key: string; after: string }, limit: number) =>
  db
    .selectFrom('totp_secrets')
    .select(['user_id', 'sealed'])
    .where('sealed_with', 'is distinct from', key)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute()

/** Replaces the encrypted form of a secret, unless it has changed meanwhile. */
export async function replaceSecret(
  db: Db,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable('totp_secrets')
    .set({ sealed: to })
    .where('user_id', '=', userId)
    .where('sealed', '=', from)
    .execute()
}

export const deleteTotp = (tx: Tx, userId: string): Promise<boolean> =>
  changes(tx.deleteFrom('totp_secrets').where('user_id', '=', userId).where('confirmed_at', 'is not', null))

/** DAT-54, DAT-55: the keys that were added since then, or all, are a second step only from now on. */
export async function demandPasswordOfKeys(tx: Tx, userId: string, since = new Date(0)): Promise<void> {
  await tx
    .updateTable('passkeys')
    .set({ needs_password: true })
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .execute()
}

/** DAT-55: takes away the keys and the application that were added since then. */
export async function deleteFactorsSince(tx: Tx, userId: string, since: Date): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).where('created_at', '>=', since).execute()
  await tx
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .where('confirmed_at', '>=', since)
    .execute()
}

/** Uses a recovery code. @returns whether it was unused; of several concurrent calls one gets true */
export const spendRecoveryCode = (tx: Tx, userId: string, digest: string): Promise<boolean> =>
  changes(
    tx
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('digest', '=', digest)
      .where('used_at', 'is', null),
  )

export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

export async function insertRecoveryCodes(tx: Tx, userId: string, digests: readonly string[]): Promise<void> {
  await sql`
    insert into recovery_codes (user_id, digest) select ${userId}, unnest(${digests}::text[])
  `.execute(tx)
}

export const countRecoveryCodes = (db: Db, userId: string) =>
  first(
    db
      .selectFrom('recovery_codes')
      .select((eb) => [
        eb.fn.countAll<number>().as('total'),
        eb.fn.countAll<number>().filterWhere('used_at', 'is', null).as('left'),
        eb.fn.max('created_at').as('created_at'),
      ])
      .where('user_id', '=', userId),
  )

export const findTotpSince = (db: Db, userId: string): Promise<Date | null> =>
  value(db.selectFrom('totp_secrets').select('confirmed_at').where('user_id', '=', userId))

/** DAT-48: a sign-in begins to wait. */
export async function insertChallenge(
  tx: Tx,
  challenge: { digest: string; userId: string; passwordDigest: string; seconds: number },
): Promise<void> {
  await tx
    .insertInto('sign_in_challenges')
    .values({
      digest: challenge.digest,
      user_id: challenge.userId,
      password_digest: challenge.passwordDigest,
      expires_at: secondsFromNow(challenge.seconds),
    })
    .execute()
}

/** @returns whose sign-in waits, and for how long, or null */
export const findWaiting = (
  db: Db,
  digest: string,
  maxTries: number,
): Promise<{ userId: string; passwordDigest: string; secondsLeft: number } | null> =>
  first(
    db
      .selectFrom('sign_in_challenges')
      .select([
        'user_id as userId',
        'password_digest as passwordDigest',
        sql<number>`extract(epoch from expires_at - app_now())::int`.as('secondsLeft'),
      ])
      .where('digest', '=', digest)
      .where('expires_at', '>', now)
      .where('tries', '<', maxTries),
  )

/**
 * DAT-74: lets a waiting sign-in wait longer.
 * @param limits.lifetime seconds since the password after which it ends in any case
 * @returns seconds that are left, or null if it waits no more
 */
export const extendWaiting = (
  db: Db,
  digest: string,
  limits: { seconds: number; lifetime: number; maxTries: number },
): Promise<number | null> =>
  value(
    db
      .updateTable('sign_in_challenges')
      .set({
        expires_at: sql`least(${secondsFromNow(limits.seconds)}, created_at + make_interval(secs => ${limits.lifetime}))`,
      })
      .where('digest', '=', digest)
      .where('expires_at', '>', now)
      .where('tries', '<', limits.maxTries)
      .returning(sql<number>`extract(epoch from expires_at - app_now())::int`.as('secondsLeft')),
  )

/**
 * Counts one try of a waiting sign-in, before its code is checked, so that concurrent ones cannot exceed the maximum.
 * @returns null if it is unknown or has expired
 */
export const takeTry = (db: Db, digest: string) =>
  first(
    db
      .updateTable('sign_in_challenges')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('digest', '=', digest)
      .where('expires_at', '>', now)
      .returning(['user_id', 'password_digest', 'tries']),
  )

/** Ends a waiting sign-in. @returns whether it waited; of several concurrent calls one gets true */
export const deleteChallenge = (tx: Tx, digest: string): Promise<boolean> =>
  changes(tx.deleteFrom('sign_in_challenges').where('digest', '=', digest))

/** Deletes expired waiting sign-ins. */
export const deleteExpiredChallenges = (tx: Tx, limit: number) =>
  sql`delete from sign_in_challenges where digest in (
    select digest from sign_in_challenges where expires_at < app_now() limit ${limit})`.execute(tx)

/** DAT-44: an authenticator has been asked. @param userId null: any person's key may answer */
export async function insertPasskeyChallenge(
  db: Db,
  challenge: { digest: string; userId: string | null; seconds: number },
): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({
      digest: challenge.digest,
      user_id: challenge.userId,
      expires_at: secondsFromNow(challenge.seconds),
    })
    .execute()
}

/** Takes what an authenticator was asked, once. @returns null if it is unknown, used or has expired */
export async function takePasskeyChallenge(
  db: Db,
  digest: string,
): Promise<{ userId: string | null } | null> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('digest', '=', digest)
    .returning((eb) => ['user_id as userId', eb('expires_at', '>', now).as('isValid')])
    .executeTakeFirst()
  return taken?.isValid ? { userId: taken.userId } : null
}

export const deleteExpiredPasskeyChallenges = (tx: Tx, limit: number) =>
  sql`delete from passkey_challenges where digest in (
    select digest from passkey_challenges where expires_at < app_now() limit ${limit})`.execute(tx)

/** The passkeys of a person, the first added first. */
export const listPasskeys = (db: Db, userId: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'name', 'created_at', 'used_at', 'needs_password'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findPasskey = (db: Db, credentialId: string) =>
  first(
    db
      .selectFrom('passkeys')
      .select(['id', 'user_id', 'name', 'public_key'])
      .where('credential_id', '=', credentialId),
  )

/** DAT-54: whether a key opens nothing without the password. */
export const needsPassword = (tx: Tx, id: string): Promise<boolean> =>
  exists(tx.selectFrom('passkeys').select('id').where('id', '=', id).where('needs_password', '=', true))

/** @returns false if somebody has this key already */
export const insertPasskey = (
  tx: Tx,
  key: { userId: string; credentialId: string; publicKey: Buffer; counter: number; name: string },
): Promise<boolean> =>
  changes(
    tx
      .insertInto('passkeys')
      .values({
        user_id: key.userId,
        credential_id: key.credentialId,
        public_key: key.publicKey,
        counter: key.counter,
        name: key.name,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing()),
  )

/**
 * Notes the use of a key. The counter of an authenticator that counts must have grown (DAT-44).
 * @returns whether it has; null if the key is gone
 */
export async function countPasskeyUse(tx: Tx, id: string, counter: number): Promise<boolean | null> {
  const key = await tx
    .selectFrom('passkeys')
    .select('counter')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!key) return null
  const isNew = counter > key.counter || (counter === 0 && key.counter === 0)
  if (isNew) await tx.updateTable('passkeys').set({ counter, used_at: now }).where('id', '=', id).execute()
  return isNew
}

/** @returns the name of the deleted key; null if it is not theirs or gone */
export const deletePasskey = (tx: Tx, userId: string, id: string): Promise<string | null> =>
  value(tx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).returning('name'))

/** Takes every second step of a person away, with the recovery codes (DAT-50). */
export async function deleteFactors(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute()
  await deleteRecoveryCodes(tx, userId)
}

const openedLoss = rowOf({ dueAt: t.time, isNew: t.bool })

/** DAT-50: a request begins to wait; one that waits already stays as it is. */
export async function openFactorLoss(tx: Tx, userId: string, seconds: number) {
  const opened = await openedLoss`
    insert into factor_losses (user_id, due_at) values (${userId}, app_now() + make_interval(secs => ${seconds}))
    on conflict (user_id) where state = 'esperando' do update set state = 'esperando'
    returning due_at as "dueAt", old.id is null as "isNew"
  `.first(tx)
  if (!opened) throw new Error('The request was not opened.')
  return opened
}

export const findOpenLoss = (db: Db, userId: string): Promise<Date | null> =>
  value(
    db
      .selectFrom('factor_losses')
      .select('due_at')
      .where('user_id', '=', userId)
      .where('state', '=', sql.lit('esperando')),
  )

/** @returns whether one waited */
export const cancelFactorLoss = (tx: Tx, userId: string): Promise<boolean> =>
  changes(
    tx
      .updateTable('factor_losses')
      .set({ state: 'cancelada', ended_at: now })
      .where('user_id', '=', userId)
      .where('state', '=', sql.lit('esperando')),
  )

/** People whose 72 hours are over, the longest waiting first. */
export const findDueLosses = (db: Db): Promise<string[]> =>
  values(
    db
      .selectFrom('factor_losses')
      .select('user_id')
      .where('state', '=', sql.lit('esperando'))
      .where('due_at', '<=', now)
      // In no order: if many fail, they are not always the first.
      .orderBy(sql`random()`)
      .limit(100),
  )

/** @returns the id of the finished request; null if it was cancelled or finished meanwhile */
export const finishFactorLoss = (tx: Tx, userId: string): Promise<string | null> =>
  value(
    tx
      .updateTable('factor_losses')
      .set({ state: 'quitado', ended_at: now })
      .where('user_id', '=', userId)
      .where('state', '=', sql.lit('esperando'))
      .where('due_at', '<=', now)
      .returning('id'),
  )

/** Deletes requests that ended before then. */
export const deleteEndedLosses = (tx: Tx, before: Date, limit: number) =>
  sql`delete from factor_losses where id in (
    select id from factor_losses where ended_at < ${before} limit ${limit})`.execute(tx)
