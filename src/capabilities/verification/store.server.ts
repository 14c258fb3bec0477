import { type NotNull, type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { first, rowOf, t } from '../../platform/database/queries.server.ts'
import type { Admin } from '../../platform/session/admin.ts'
import type { VerificationStatus } from '../../platform/session/session.ts'
import type { Decision, FormerAccount, FormerDecisions, PendingNames, QueueItem } from './schema.ts'

// This slice owns only former_lawyers. It also reads tables of accounts, lawyers and onboarding, and the
// audit log. Functions that return data about other people demand an Admin.

/** Recipient of e-mails about the review of a lawyer. Null: no such lawyer. */
export const findRecipient = (tx: Tx, _admin: Admin, lawyerId: string) =>
  first(
    tx
      .selectFrom('profiles')
      .select(['name', 'email'])
      .where('id', '=', lawyerId)
      .where('role', '=', 'lawyer'),
  )

/** Status of a lawyer and the id of the last verified submission. Null: no such lawyer. */
export const findVerificationState = (db: Db, _admin: Admin, lawyerId: string) =>
  first(
    db
      .selectFrom('profiles as p')
      .select(({ selectFrom }) => [
        'p.verification_status as status',
        selectFrom('review_submissions as s')
          .select('s.id')
          .where('s.lawyer_id', '=', lawyerId)
          .where('s.outcome', '=', 'verified')
          .orderBy('s.submitted_at', 'desc')
          .limit(1)
          .as('verified'),
      ])
      .where('p.id', '=', lawyerId)
      .where('p.role', '=', 'lawyer')
      .$narrowType<{ status: NotNull }>(),
  )

/** Submissions that await a decision. A lawyer under review has declared everything. */
const selectQueue = (db: Db | Tx) =>
  db
    .selectFrom('review_submissions as s')
    .innerJoin('lawyer_profiles as l', 'l.id', 's.lawyer_id')
    .innerJoin('profiles as p', 'p.id', 's.lawyer_id')
    .select(['l.id as lawyerId', 's.id as submissionId', 's.submitted_at as submittedAt', 'p.name', 'l.rut'])
    .select(['l.university', 'l.graduation_year as graduationYear', 'l.specialties'])
    .where('s.outcome', 'is', null)
    .where('l.verification_status', '=', 'admin_pending')
    .$narrowType<Record<'rut' | 'university' | 'graduationYear', NotNull>>()

/**
 * A page of the review queue, oldest first.
 * @param after id of the last submission of the previous page; it may have been decided since
 */
export function queuePage(db: Db, _admin: Admin, after: string | null, limit: number): Promise<QueueItem[]> {
  const page = selectQueue(db).orderBy('s.submitted_at').orderBy('s.id').limit(limit)
  const last = sql`select a.submitted_at, a.id from review_submissions a where a.id = ${after}`
  const next = page.where(sql<SqlBool>`(s.submitted_at, s.id) > (${last})`)
  return (after === null ? page : next).execute()
}

/** Length of the review queue and the time of its oldest submission. */
export const countQueue = (db: Db, _admin: Admin) =>
  db
    .selectFrom('review_submissions')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.min('submitted_at').as('oldest')])
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()

/**
 * Stores the decisions about a lawyer whose account is being deleted, with suspensions and the rating totals
 * (H-02). Writes nothing when there was no decision.
 * @param suspensions those that the audit log has without their reason
 */
export async function insertFormerLawyer(
  tx: Tx,
  lawyerId: string,
  rutDigest: string,
  suspensions: FormerDecisions,
): Promise<void> {
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
        where object = ${lawyerId} and action = 'account.suspended' and details ->> 'reason' is not null
        union all
        select outcome, reason, "decidedAt" from jsonb_to_recordset(${JSON.stringify(suspensions)}::jsonb)
          as suspension (outcome text, reason text, "decidedAt" timestamptz)
        order by decided_at desc limit 20
      ) as one
    ) as d
    where l.id = ${lawyerId} and d.decisions is not null
  `.execute(tx)
}

/** Decisions as JSON, whose times are texts. */
const withDates = <Decided extends { decidedAt: string }>(decisions: Decided[]) =>
  decisions.map((one) => ({ ...one, decidedAt: new Date(one.decidedAt) }))

const formerRow = rowOf({
  leftAt: t.time,
  reviewCount: t.int,
  rating: t.float.orNull,
  decisions: t.json<(Omit<FormerAccount['decisions'][number], 'decidedAt'> & { decidedAt: string })[]>(),
})

/** DAT-38: deletes what was decided about lawyers who left before then. */
export const deleteOldFormerLawyers = (tx: Tx, before: Date, limit: number) =>
  sql`
    delete from former_lawyers
    where id in (select id from former_lawyers where left_at < ${before} order by left_at limit ${limit})
  `.execute(tx)

/** Deleted accounts with this RUT, newest first, at most 5 (H-02). */
export async function listFormerAccounts(
  db: Db | Tx,
  _admin: Admin,
  rutDigest: string,
): Promise<FormerAccount[]> {
  const rows = await formerRow`
    select left_at as "leftAt", review_count as "reviewCount",
      round(rating_sum::numeric / nullif(review_count, 0), 1)::float8 as rating, decisions
    from former_lawyers where rut_digest = ${rutDigest} order by left_at desc limit 5
  `.all(db)
  return rows.map((row) => ({ ...row, decisions: withDates(row.decisions) }))
}

/** SQL condition: verified lawyers whose name looks like this one (H-03). Uses an index on name_skeleton. */
const looksLike = (name: RawBuilder<unknown>) =>
  sql<SqlBool>`role = 'lawyer' and verification_status = 'verified' and name_skeleton(name) = name_skeleton(${name})`

const nameRow = rowOf({
  lawyerId: t.uuid,
  name: t.text,
  before: t.text,
  changedAt: t.time,
  alike: t.int,
})
const countRow = rowOf({ count: t.int })

/** New names waiting for confirmation (H-03), oldest first, and their total number. */
export async function listNamesToConfirm(db: Db, _admin: Admin, limit: number): Promise<PendingNames> {
  const waiting = sql`verification_status = 'verified' and verified_name is distinct from name`
  const [items, total] = await Promise.all([
    nameRow`
      select p.id as "lawyerId", p.name, p.verified_name as before, p.name_changed_at as "changedAt",
        (select count(*)::int from profiles where ${looksLike(sql`p.name`)} and id <> p.id) as alike
      from profiles p where ${waiting} order by name_changed_at, id limit ${limit}
    `.all(db),
    countRow`select count(*)::int as count from profiles where ${waiting}`.first(db),
  ])
  return { items, total: total?.count ?? 0 }
}

/** The open submission of a lawyer with all declared data, or null. `document`: the storage key of the file. */
export async function findSubmission(db: Db | Tx, _admin: Admin, lawyerId: string) {
  const row = await selectQueue(db)
    .select(['p.email', 'p.avatar_url as avatarUrl', 'l.phone_number as phoneNumber', 'l.location'])
    .select(['l.birth_date as birthDate', 'l.address_street as street', 'l.address_number as number'])
    .select(['l.address_apartment as apartment', 'l.experience', 'l.price', 'l.description'])
    .select(['l.id_card_path as document'])
    .$narrowType<Record<'phoneNumber' | 'location' | 'birthDate' | 'street', NotNull>>()
    .$narrowType<Record<'experience' | 'description' | 'document', NotNull>>()
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('profiles')
          .select(['id', 'name'])
          .where(looksLike(sql`p.name`))
          .whereRef('id', '<>', 'l.id')
          .orderBy('id')
          .limit(5),
      ).as('alike'),
      jsonArrayFrom(
        eb
          .selectFrom('review_submissions as e')
          .select(['e.outcome', 'e.reason', 'e.decided_at as decidedAt'])
          .whereRef('e.lawyer_id', '=', 'l.id')
          .where('e.outcome', 'is not', null)
          .orderBy('e.submitted_at', 'desc')
          .limit(5)
          .$narrowType<Record<'outcome' | 'decidedAt', NotNull>>(),
      ).as('earlier'),
    ])
    .where('s.lawyer_id', '=', lawyerId)
    .executeTakeFirst()
  return row ? { ...row, earlier: withDates(row.earlier) } : null
}

const decisionRow = rowOf({
  id: t.text,
  what: t.oneOf<Decision['what']>(),
  who: t.text.orNull,
  whom: t.text.orNull,
  reason: t.text.orNull,
  when: t.time,
})

/**
 * A page of the decision log, newest first. Names are the current ones; null when the account was deleted.
 * @param after id of the last row of the previous page
 */
export const decisionsPage = (
  db: Db,
  _admin: Admin,
  after: string | null,
  limit: number,
): Promise<Decision[]> =>
  // Select the page first, then join the names: only about 40 look-ups by key, however long the log is.
  decisionRow`
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
  `.all(db)

export async function countLawyers(db: Db, _admin: Admin): Promise<Record<VerificationStatus, number>> {
  const rows = await db
    .selectFrom('profiles')
    .select(({ fn }) => ['verification_status as status', fn.countAll<number>().as('count')])
    .where('role', '=', 'lawyer')
    .groupBy('verification_status')
    .execute()
  const none = { verified: 0, admin_pending: 0, profile_pending: 0, email_pending: 0 }
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.status, row.count])) }
}

const cardRow = rowOf({ lawyerId: t.uuid, key: t.text })

/**
 * ID cards of lawyers whose last submission was decided so long ago (DAT-38).
 * @param firstRun decisions from before the rule existed count from then on
 */
export const listOldCards = (
  tx: Tx,
  outcome: 'verified' | 'returned',
  { before, firstRun, limit }: { before: Date; firstRun: Date; limit: number },
) =>
  cardRow`
    select l.id as "lawyerId", l.id_card_path as key
    from lawyer_profiles l
    join lateral (
      select outcome, decided_at from review_submissions s where s.lawyer_id = l.id order by submitted_at desc limit 1
    ) s on true
    where l.id_card_path is not null and s.outcome = ${outcome} and s.decided_at < ${before}
      and ${firstRun}::timestamptz < ${before} and l.verification_status in ('verified', 'profile_pending')
    order by l.id limit ${limit} for update of l skip locked
  `.all(tx)
