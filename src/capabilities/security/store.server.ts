import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  changes,
  exists,
  first,
  now,
  rowOf,
  secondsFromNow,
  t,
  value,
} from '../../platform/database/queries.server.ts'

/** Whether the person has a second step (DAT-48). */
export const hasFactor = (db: Db, userId: string): Promise<boolean> =>
  exists(
    db
      .selectFrom('totp_secrets')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null),
  )

const totpRow = rowOf({ sealed: t.text, confirmed: t.bool, lastStep: t.int, at: t.int })

/** Locks and reads a secret. `at`: the present, as Unix time in seconds. */
export const lockTotp = (tx: Tx, userId: string) =>
  totpRow`
    select sealed, confirmed_at is not null as confirmed, last_step as "lastStep", extract(epoch from app_now())::int8 as at
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

export const deleteTotp = (tx: Tx, userId: string): Promise<boolean> =>
  changes(tx.deleteFrom('totp_secrets').where('user_id', '=', userId).where('confirmed_at', 'is not', null))

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

export const isChallengePending = (db: Db, digest: string, maxTries: number): Promise<boolean> =>
  exists(
    db
      .selectFrom('sign_in_challenges')
      .select('digest')
      .where('digest', '=', digest)
      .where('expires_at', '>', now)
      .where('tries', '<', maxTries),
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
