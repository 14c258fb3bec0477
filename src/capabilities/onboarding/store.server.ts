import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  changes,
  type Found,
  first,
  now,
  rowOf,
  secondsFromNow,
  t,
  value,
  values,
} from '../../platform/database/queries.server.ts'

/** SQL: whether a code is not expired and has attempts left. */
const works = (maxWrongTries: number) =>
  sql<boolean>`expires_at > app_now() and wrong_tries < ${maxWrongTries}`

/** Reads and locks the lawyer's code until the transaction ends, so that concurrent attempts run one after the other. */
export const lockCode = (tx: Tx, lawyerId: string, maxWrongTries: number) =>
  first(
    tx
      .selectFrom('email_codes')
      .select(['code_hash', 'sent_at', 'wrong_tries', works(maxWrongTries).as('works')])
      .where('lawyer_id', '=', lawyerId)
      .forUpdate(),
  )

export const incrementWrongTries = (tx: Tx, lawyerId: string) =>
  tx
    .updateTable('email_codes')
    .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('lawyer_id', '=', lawyerId)
    .execute()

const sentCode = rowOf({ sent_at: t.time, expires_at: t.time })
const codeState = rowOf({ sent_at: t.time, works: t.bool, wait: t.int })

/**
 * Replaces the code, unless the old one is younger than `minSecondsBetween` seconds. Of two concurrent calls
 * one succeeds.
 * @param code.seconds lifetime of the new code
 * @returns when it was sent and when it expires; null if it is too soon (nothing was written)
 */
export const replaceCode = (
  tx: Tx,
  code: { lawyerId: string; hash: string; seconds: number; minSecondsBetween: number },
) =>
  // Truncate to milliseconds, the precision of a JavaScript Date: the time is part of the e-mail's job key.
  sentCode`
    insert into email_codes as c (lawyer_id, code_hash, sent_at, expires_at)
    select ${code.lawyerId}::uuid, ${code.hash}, now.at, now.at + make_interval(secs => ${code.seconds})
    from (select date_trunc('milliseconds', app_now()) as at) now
    on conflict (lawyer_id) do update set
      code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at, wrong_tries = 0
      where c.sent_at <= excluded.sent_at - make_interval(secs => ${code.minSecondsBetween})
    returning sent_at, expires_at
  `.first(tx)

/** The last code sent, whether it still works, and `wait`, the seconds until another may be requested. */
export const findCode = (
  db: Db,
  lawyerId: string,
  { minSecondsBetween, maxWrongTries }: { minSecondsBetween: number; maxWrongTries: number },
) =>
  codeState`
    select sent_at, ${works(maxWrongTries)} as works,
      greatest(0, ceil(extract(epoch from sent_at + make_interval(secs => ${minSecondsBetween}) - app_now())))::int as wait
    from email_codes where lawyer_id = ${lawyerId}
  `.first(db)

/** Reason and time of the return of a lawyer's last submission; null if it was not returned. */
export async function findLastReturn(db: Db, lawyerId: string): Promise<{ reason: string; at: Date } | null> {
  const last = await db
    .selectFrom('review_submissions')
    .select(['reason', 'decided_at as at'])
    .where('lawyer_id', '=', lawyerId)
    .orderBy('submitted_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.reason && last.at ? { reason: last.reason, at: last.at } : null
}

export const findIdCard = (db: Db, lawyerId: string): Promise<string | null> =>
  value(db.selectFrom('lawyer_profiles').select('id_card_path').where('id', '=', lawyerId))

/**
 * Inserts an open submission. A concurrent call waits for the first one.
 * @returns its id, or null if one is open already
 */
export const insertSubmission = (tx: Tx, lawyerId: string): Promise<string | null> =>
  value(
    tx
      .insertInto('review_submissions')
      .values({ lawyer_id: lawyerId })
      .onConflict((conflict) => conflict.column('lawyer_id').where('outcome', 'is', null).doNothing())
      .returning('id'),
  )

const selectOpenSubmission = (db: Db, lawyerId: string) =>
  db
    .selectFrom('review_submissions')
    .select(['id', 'submitted_at'])
    .where('lawyer_id', '=', lawyerId)
    .where('outcome', 'is', null)

/** The submission of a lawyer that awaits a decision; null if there is none. */
export const findOpenSubmission = (db: Db, lawyerId: string) => first(selectOpenSubmission(db, lawyerId))

/**
 * Locks the open submission and reads the data for its notice; a concurrent call then sees it was sent.
 * `noticed`: whether the e-mails to the administrators were already queued.
 */
export async function lockNotice(tx: Tx, lawyerId: string) {
  const submission = await first(selectOpenSubmission(tx, lawyerId).forUpdate())
  if (!submission) return null
  // A separate statement after the lock, so that it sees what the previous lock holder wrote.
  const lawyer = await tx
    .selectFrom('profiles as p')
    .innerJoin('lawyer_profiles as l', 'l.id', 'p.id')
    .select(({ exists, fn, selectFrom }) => [
      'p.name',
      fn.coalesce('l.rut', sql.lit('')).as('rut'),
      exists(
        selectFrom('review_grants as g')
          .select('g.submission_id')
          .where('g.submission_id', '=', submission.id)
          .where('g.admin_id', 'is', null),
      ).as('noticed'),
    ])
    .where('p.id', '=', lawyerId)
    .executeTakeFirst()
  return lawyer ? { ...submission, ...lawyer } : null
}
export type ReviewNotice = Found<typeof lockNotice>

interface SubmissionDecision {
  lawyerId: string
  outcome: 'verified' | 'returned'
  adminId: string
  /** The submission that the administrator looked at; a newer one is not closed. */
  submissionId?: string | undefined
  /** Required for a return, absent otherwise. */
  reason?: string | undefined
}

/**
 * Closes a lawyer's open submission (OPEN-02). The caller changes the status in the same transaction.
 * @returns the submission's id, which only one concurrent call gets; null if none is open or not the given
 * one
 */
export async function closeSubmission(tx: Tx, decision: SubmissionDecision): Promise<string | null> {
  const { lawyerId, outcome, adminId, submissionId, reason = null } = decision
  const open = tx
    .updateTable('review_submissions')
    .set({ outcome, reason, decided_by: adminId, decided_at: now })
    .where('lawyer_id', '=', lawyerId)
    .where('outcome', 'is', null)
    .returning('id')
  const closed = submissionId === undefined ? open : open.where('id', '=', submissionId)
  return (await closed.executeTakeFirst())?.id ?? null
}

export interface ReviewGrant {
  submissionId: string
  /** The only administrator who may use it; null for any administrator with the e-mail. */
  adminId: string | null
  hash: string
  seconds: number
}

/** Stores a single-use token that lets a page act on load (OPEN-05). */
export const insertGrant = (
  tx: Tx,
  { submissionId: submission_id, adminId: admin_id, hash: token_hash, seconds }: ReviewGrant,
) =>
  tx
    .insertInto('review_grants')
    .values({ token_hash, submission_id, admin_id, expires_at: secondsFromNow(seconds) })
    .execute()

/** Consumes a grant. @returns whether it was valid for this administrator and the lawyer's open submission */
export const consumeGrant = (
  tx: Tx,
  { hash, lawyerId, adminId }: { hash: string; lawyerId: string; adminId: string },
): Promise<boolean> =>
  changes(
    tx
      .updateTable('review_grants as g')
      .from('review_submissions as s')
      .set({ used_at: now })
      .whereRef('s.id', '=', 'g.submission_id')
      .where('g.token_hash', '=', hash)
      .where('s.lawyer_id', '=', lawyerId)
      .where('g.used_at', 'is', null)
      .where('g.expires_at', '>', now)
      .where((eb) => eb.or([eb('g.admin_id', 'is', null), eb('g.admin_id', '=', adminId)]))
      .where('s.outcome', 'is', null),
  )

export const findAdministratorEmails = (db: Db): Promise<string[]> =>
  values(db.selectFrom('profiles').select('email').where('role', '=', 'admin').orderBy('id'))

/** Deletes codes that expired an hour ago. */
export const deleteOldCodes = (tx: Tx, limit: number) =>
  sql`delete from email_codes where lawyer_id in (
    select lawyer_id from email_codes where expires_at < app_now() - interval '1 hour' limit ${limit})`.execute(
    tx,
  )

/** Deletes expired grants, except of open submissions, so that their notice is not sent again. */
export const deleteOldGrants = (tx: Tx, limit: number) =>
  sql`delete from review_grants where token_hash in (
    select g.token_hash from review_grants g join review_submissions s on s.id = g.submission_id
    where g.expires_at < app_now() and s.outcome is not null limit ${limit})`.execute(tx)
