import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'

export interface LockedCode {
  code_hash: string
  sent_at: Date
  /** Not expired, and with attempts left. */
  works: boolean
  wrong_tries: number
}

/** Reads and locks the lawyer's code until the transaction ends, so that concurrent attempts run in turn. */
export async function lockCode(tx: Tx, lawyerId: string, maxWrongTries: number): Promise<LockedCode | null> {
  const { rows } = await sql<LockedCode>`
    select code_hash, sent_at, wrong_tries, expires_at > app_now() and wrong_tries < ${maxWrongTries} as works
    from email_codes where lawyer_id = ${lawyerId} for update
  `.execute(tx)
  return rows[0] ?? null
}

export async function incrementWrongTries(tx: Tx, lawyerId: string): Promise<void> {
  await sql`update email_codes set wrong_tries = wrong_tries + 1 where lawyer_id = ${lawyerId}`.execute(tx)
}

/**
 * Replaces the code, unless the old one is younger than `minSecondsBetween` seconds. Of two concurrent calls
 * one succeeds.
 * @param code.seconds lifetime of the new code
 * @returns when it was sent and when it expires; null if it is too soon (nothing was written)
 */
export async function replaceCode(
  tx: Tx,
  code: { lawyerId: string; hash: string; seconds: number; minSecondsBetween: number },
): Promise<{ sent_at: Date; expires_at: Date } | null> {
  // Truncate to milliseconds, the precision of a JavaScript Date: the time is part of the e-mail's job key.
  const { rows } = await sql<{ sent_at: Date; expires_at: Date }>`
    insert into email_codes as c (lawyer_id, code_hash, sent_at, expires_at)
    select ${code.lawyerId}::uuid, ${code.hash}, now.at, now.at + make_interval(secs => ${code.seconds})
    from (select date_trunc('milliseconds', app_now()) as at) now
    on conflict (lawyer_id) do update set
      code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at, wrong_tries = 0
      where c.sent_at <= excluded.sent_at - make_interval(secs => ${code.minSecondsBetween})
    returning sent_at, expires_at
  `.execute(tx)
  return rows[0] ?? null
}

/** The last code sent, whether it still works, and `wait`, the seconds until another may be requested. */
export async function findCode(
  db: Db,
  lawyerId: string,
  { minSecondsBetween, maxWrongTries }: { minSecondsBetween: number; maxWrongTries: number },
): Promise<{ sent_at: Date; works: boolean; wait: number } | null> {
  const { rows } = await sql<{ sent_at: Date; works: boolean; wait: number }>`
    select sent_at, expires_at > app_now() and wrong_tries < ${maxWrongTries} as works,
      greatest(0, ceil(extract(epoch from sent_at + make_interval(secs => ${minSecondsBetween}) - app_now())))::int as wait
    from email_codes where lawyer_id = ${lawyerId}
  `.execute(db)
  return rows[0] ?? null
}

/** Reason and time of the return of a lawyer's last submission; null if it was not returned. */
export async function findLastReturn(db: Db, lawyerId: string): Promise<{ reason: string; at: Date } | null> {
  const { rows } = await sql<{ reason: string | null; at: Date }>`
    select reason, decided_at as at from review_submissions
    where lawyer_id = ${lawyerId} order by submitted_at desc limit 1
  `.execute(db)
  const last = rows[0]
  return last?.reason ? { reason: last.reason, at: last.at } : null
}

/** Key of the ID card on file, or null. */
export async function findIdCard(db: Db, lawyerId: string): Promise<string | null> {
  const { rows } = await sql<{ id_card_path: string | null }>`
    select id_card_path from lawyer_profiles where id = ${lawyerId}
  `.execute(db)
  return rows[0]?.id_card_path ?? null
}

/**
 * Inserts an open submission. A concurrent call waits for the first one.
 * @returns its id, or null if one is open already
 */
export async function insertSubmission(tx: Tx, lawyerId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into review_submissions (lawyer_id) values (${lawyerId})
    on conflict (lawyer_id) where outcome is null do nothing returning id
  `.execute(tx)
  return rows[0]?.id ?? null
}

export interface OpenSubmission {
  id: string
  submitted_at: Date
}

/** The submission of a lawyer that awaits a decision; null if there is none. */
export async function findOpenSubmission(db: Db, lawyerId: string): Promise<OpenSubmission | null> {
  const { rows } = await sql<OpenSubmission>`
    select id, submitted_at from review_submissions where lawyer_id = ${lawyerId} and outcome is null
  `.execute(db)
  return rows[0] ?? null
}

export interface ReviewNotice extends OpenSubmission {
  name: string
  rut: string
  /** Whether the e-mails to the administrators were already queued. */
  noticed: boolean
}

/** Locks the open submission and reads the data for its notice; a concurrent call then sees it was sent. */
export async function lockNotice(tx: Tx, lawyerId: string): Promise<ReviewNotice | null> {
  const { rows: locked } = await sql<OpenSubmission>`
    select id, submitted_at from review_submissions where lawyer_id = ${lawyerId} and outcome is null for update
  `.execute(tx)
  const submission = locked[0]
  if (!submission) return null
  // A separate statement after the lock, so that it sees what the previous lock holder wrote.
  const { rows } = await sql<{ name: string; rut: string; noticed: boolean }>`
    select p.name, coalesce(l.rut, '') as rut,
      exists (select from review_grants g where g.submission_id = ${submission.id} and g.admin_id is null) as noticed
    from profiles p join lawyer_profiles l on l.id = p.id where p.id = ${lawyerId}
  `.execute(tx)
  return rows[0] ? { ...submission, ...rows[0] } : null
}

export interface SubmissionDecision {
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
  const { rows } = await sql<{ id: string }>`
    update review_submissions
    set outcome = ${decision.outcome}, reason = ${decision.reason ?? null}, decided_by = ${decision.adminId},
      decided_at = app_now()
    where lawyer_id = ${decision.lawyerId} and outcome is null
      and (${decision.submissionId ?? null}::uuid is null or id = ${decision.submissionId ?? null}::uuid)
    returning id
  `.execute(tx)
  return rows[0]?.id ?? null
}

export interface ReviewGrant {
  submissionId: string
  /** The only administrator who may use it; null for any administrator with the e-mail. */
  adminId: string | null
  hash: string
  seconds: number
}

/** Stores a single-use token that lets a page act on load (OPEN-05). */
export async function insertGrant(tx: Tx, grant: ReviewGrant): Promise<void> {
  await sql`
    insert into review_grants (token_hash, submission_id, admin_id, expires_at)
    values (${grant.hash}, ${grant.submissionId}, ${grant.adminId}, app_now() + make_interval(secs => ${grant.seconds}))
  `.execute(tx)
}

/** Consumes a grant. @returns whether it was valid for this administrator and the lawyer's open submission */
export async function consumeGrant(
  tx: Tx,
  grant: { hash: string; lawyerId: string; adminId: string },
): Promise<boolean> {
  const { rows } = await sql`
    update review_grants g set used_at = app_now()
    from review_submissions s
    where g.token_hash = ${grant.hash} and g.used_at is null and g.expires_at > app_now()
      and (g.admin_id is null or g.admin_id = ${grant.adminId})
      and s.id = g.submission_id and s.lawyer_id = ${grant.lawyerId} and s.outcome is null
    returning g.token_hash
  `.execute(tx)
  return rows.length > 0
}

/** E-mail addresses of all administrators. */
export async function findAdministratorEmails(db: Db): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from profiles where role = 'admin' order by id
  `.execute(db)
  return rows.map((row) => row.email)
}

/**
 * Deletes codes that expired an hour ago and expired grants of closed submissions. Grants of open submissions
 * stay, since they record that the notice was sent (see `lockNotice`).
 */
export async function sweepOnboarding(db: Db): Promise<void> {
  await sql`delete from email_codes where expires_at < app_now() - interval '1 hour'`.execute(db)
  await sql`
    delete from review_grants g using review_submissions s
    where g.expires_at < app_now() and s.id = g.submission_id and s.outcome is not null
  `.execute(db)
}
