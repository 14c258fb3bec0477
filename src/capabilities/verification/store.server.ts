import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import type { VerificationStatus } from '../../platform/session/session.ts'
import type { Admin } from './rules.ts'
import type { Decision, FormerAccount, PendingNames, QueueItem, Submission } from './schema.ts'

// This slice owns only former_lawyers. It also reads tables of accounts, lawyers and onboarding, and the
// audit log. Functions that return data about other people demand an Admin.

/** Recipient of e-mails about the review of a lawyer. Null: no such lawyer. */
export async function findRecipient(
  tx: Tx,
  _admin: Admin,
  lawyerId: string,
): Promise<{ name: string; email: string } | null> {
  const { rows } = await sql<{ name: string; email: string }>`
    select name, email from profiles where id = ${lawyerId} and role = 'lawyer'
  `.execute(tx)
  return rows[0] ?? null
}

/** Status of a lawyer and the id of the last verified submission. Null: no such lawyer. */
export async function findVerificationState(
  db: Db,
  _admin: Admin,
  lawyerId: string,
): Promise<{ status: VerificationStatus; verified: string | null } | null> {
  const { rows } = await sql<{ status: VerificationStatus; verified: string | null }>`
    select verification_status as status,
      (select s.id from review_submissions s where s.lawyer_id = p.id and s.outcome = 'verified'
       order by s.submitted_at desc limit 1) as verified
    from profiles p where id = ${lawyerId} and role = 'lawyer'
  `.execute(db)
  return rows[0] ?? null
}

/**
 * A page of the review queue, oldest first.
 * @param after id of the last submission of the previous page; it may have been decided since
 */
export async function queuePage(
  db: Db,
  _admin: Admin,
  after: string | null,
  limit: number,
): Promise<QueueItem[]> {
  const { rows } = await sql<QueueItem>`
    select l.id as "lawyerId", s.id as "submissionId", p.name, l.rut, l.university, l.graduation_year as "graduationYear",
      l.specialties, s.submitted_at as "submittedAt"
    from review_submissions s
    join lawyer_profiles l on l.id = s.lawyer_id
    join profiles p on p.id = s.lawyer_id
    where s.outcome is null and l.verification_status = 'admin_pending'
      and (${after}::uuid is null
        or (s.submitted_at, s.id) > (select a.submitted_at, a.id from review_submissions a where a.id = ${after}::uuid))
    order by s.submitted_at, s.id limit ${limit}
  `.execute(db)
  return rows
}

/** Length of the review queue and the time of its oldest submission. */
export async function countQueue(db: Db, _admin: Admin): Promise<{ total: number; oldest: Date | null }> {
  const { rows } = await sql<{ total: number; oldest: Date | null }>`
    select count(*) as total, min(submitted_at) as oldest from review_submissions where outcome is null
  `.execute(db)
  return rows[0] ?? { total: 0, oldest: null }
}

/** Data that a lawyer under review declared. `document` is the storage key of the file. */
export interface SubmissionRow extends Omit<Submission, 'document' | 'address' | 'former'> {
  document: string
  street: string
  number: string | null
  apartment: string | null
}

/**
 * Stores the decisions about a lawyer whose account is being deleted, with suspensions and the rating totals
 * (H-02). Writes nothing when there was no decision.
 */
export async function insertFormerLawyer(tx: Tx, lawyerId: string, rutDigest: string): Promise<void> {
  await sql`
    insert into former_lawyers (rut_digest, review_count, rating_sum, decisions)
    select ${rutDigest}, l.rating_count, l.rating_sum, d.decisions
    from lawyer_profiles l, (
      select jsonb_agg(jsonb_build_object('outcome', outcome, 'reason', reason, 'decidedAt', decided_at)
        order by decided_at desc) as decisions
      from (
        select outcome, reason, decided_at from review_submissions
        where lawyer_id = ${lawyerId} and outcome is not null
        union all
        select 'suspended', details ->> 'reason', created_at from audit_log
        where object = ${lawyerId} and action = 'account.suspended'
        order by decided_at desc limit 20
      ) as one
    ) as d
    where l.id = ${lawyerId} and d.decisions is not null
  `.execute(tx)
}

/** The declared RUT of a lawyer, or null. */
export async function findRut(db: Db, lawyerId: string): Promise<string | null> {
  const { rows } = await sql<{ rut: string | null }>`
    select rut from lawyer_profiles where id = ${lawyerId}
  `.execute(db)
  return rows[0]?.rut ?? null
}

/** Deleted accounts with this RUT, newest first, at most 5 (H-02). */
export async function listFormerAccounts(db: Db, _admin: Admin, rutDigest: string): Promise<FormerAccount[]> {
  const { rows } = await sql<FormerAccount>`
    select left_at as "leftAt", review_count as "reviewCount",
      round(rating_sum::numeric / nullif(review_count, 0), 1)::float8 as rating, decisions
    from former_lawyers where rut_digest = ${rutDigest} order by left_at desc limit 5
  `.execute(db)
  return rows.map((row) => ({
    ...row,
    decisions: row.decisions.map((one) => ({ ...one, decidedAt: new Date(one.decidedAt) })),
  }))
}

/** SQL condition: verified lawyers whose name looks like this one (H-03). Uses an index on name_skeleton. */
const looksLike = (name: RawBuilder<unknown>) =>
  sql`role = 'lawyer' and verification_status = 'verified' and name_skeleton(name) = name_skeleton(${name})`

/** New names waiting for confirmation (H-03), oldest first, and their total number. */
export async function listNamesToConfirm(db: Db, _admin: Admin, limit: number): Promise<PendingNames> {
  const waiting = sql`verification_status = 'verified' and verified_name is distinct from name`
  const [items, total] = await Promise.all([
    sql<PendingNames['items'][number]>`
      select p.id as "lawyerId", p.name, p.verified_name as before, p.name_changed_at as "changedAt",
        (select count(*)::int from profiles where ${looksLike(sql`p.name`)} and id <> p.id) as alike
      from profiles p where ${waiting} order by name_changed_at, id limit ${limit}
    `.execute(db),
    sql<{ total: number }>`select count(*)::int as total from profiles where ${waiting}`.execute(db),
  ])
  return { items: items.rows, total: total.rows[0]?.total ?? 0 }
}

/** The open submission of a lawyer with all declared data, or null. */
export async function findSubmission(db: Db, _admin: Admin, lawyerId: string): Promise<SubmissionRow | null> {
  const { rows } = await sql<SubmissionRow>`
    select l.id as "lawyerId", s.id as "submissionId", s.submitted_at as "submittedAt", p.name, p.email,
      p.avatar_url as "avatarUrl", l.rut, l.phone_number as "phoneNumber", l.birth_date as "birthDate",
      l.address_street as street, l.address_number as number, l.address_apartment as apartment, l.location,
      l.university, l.graduation_year as "graduationYear", l.experience, l.specialties, l.price, l.description,
      l.id_card_path as document,
      (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name)), '[]') from (
        select id, name from profiles where ${looksLike(sql`p.name`)} and id <> l.id order by id limit 5
      ) a) as alike,
      (select coalesce(jsonb_agg(to_jsonb(e)), '[]') from (
        select outcome, reason, decided_at as "decidedAt" from review_submissions
        where lawyer_id = l.id and outcome is not null order by submitted_at desc limit 5
      ) e) as earlier
    from review_submissions s
    join lawyer_profiles l on l.id = s.lawyer_id
    join profiles p on p.id = s.lawyer_id
    where s.lawyer_id = ${lawyerId} and s.outcome is null and l.verification_status = 'admin_pending'
  `.execute(db)
  const row = rows[0]
  if (!row) return null
  return { ...row, earlier: row.earlier.map((one) => ({ ...one, decidedAt: new Date(one.decidedAt) })) }
}

/**
 * A page of the decision log, newest first. Names are the current ones; null when the account was deleted.
 * @param after id of the last row of the previous page
 */
export async function decisionsPage(
  db: Db,
  _admin: Admin,
  after: string | null,
  limit: number,
): Promise<Decision[]> {
  // Select the page first, then join the names: only about 40 look-ups by key, however long the log is.
  const { rows } = await sql<Decision>`
    select a.id::text as id,
      case a.action when 'lawyer.verified' then 'verified' when 'lawyer.returned' then 'returned' else 'viewed' end as what,
      who.name as who, whom.name as whom, a.details ->> 'reason' as reason, a.created_at as "when"
    from (
      select * from audit_log
      where action in ('lawyer.verified', 'lawyer.returned', 'id_document.viewed')
        and (${after}::bigint is null or id < ${after}::bigint)
      order by id desc limit ${limit}
    ) a
    left join profiles who on who.id = a.actor_id
    left join profiles whom on whom.id = a.object::uuid
    order by a.id desc
  `.execute(db)
  return rows
}

/** Current number of lawyers by status. A status without lawyers is 0. */
export async function countLawyers(db: Db, _admin: Admin): Promise<Record<VerificationStatus, number>> {
  const { rows } = await sql<{ status: VerificationStatus; count: number }>`
    select verification_status as status, count(*) as count from profiles where role = 'lawyer' group by 1
  `.execute(db)
  const none = { verified: 0, admin_pending: 0, profile_pending: 0, email_pending: 0 }
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.status, row.count])) }
}
