import { sql } from 'kysely'
import type { TimeCursor } from '../../input/cursor.ts'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import { isAfter, stampOf } from '../../platform/database/keyset.server.ts'
import type { ReviewClient, ReviewedLawyer } from './rules.ts'

/** A review as its author sees it. */
export interface OwnReviewRow {
  id: string
  lawyer_id: string
  client_id: string
  case_id: string | null
  rating: number
  comment: string | null
  created_at: Date
  /** Null until its author confirms their e-mail address (H-01). */
  published_at: Date | null
  /** Hidden by the operator (H-04). */
  hidden_at: Date | null
}

const OWN_COLUMNS = sql`id, lawyer_id, client_id, case_id, rating, comment, created_at, published_at, hidden_at`

export interface NewReview {
  /** Created by the browser, so that a resend is the same review. */
  id: string
  lawyerId: string
  /** A case of the client with the lawyer; null: the newest one that began with an accepted proposal. */
  caseId: string | null
  rating: number
  comment: string | null
}

/** CAL-23: the newest case of the client with the lawyer that began with an accepted proposal. */
const eligibleCase = (clientId: string, lawyerId: string, caseId: string | null) => sql`
  select id from cases
  where client_id = ${clientId} and lawyer_id = ${lawyerId} and proposal_accepted_at is not null
    and (${caseId}::uuid is null or id = ${caseId})
  order by proposal_accepted_at desc, id limit 1`

/** Whether the client may review the lawyer, for this case or for any (REV-03, CAL-23). */
export async function isEligible(
  db: Db,
  { clientId }: ReviewClient,
  lawyerId: string,
  caseId: string | null = null,
): Promise<boolean> {
  const { rows } = await sql`${eligibleCase(clientId, lawyerId, caseId)}`.execute(db)
  return rows.length > 0
}

/** Whether a deleted account with this e-mail digest has reviewed the lawyer (H-01). */
export async function isEmailDigestUsed(db: Db, lawyerId: string, authorDigest: string): Promise<boolean> {
  const { rows } = await sql`
    select from reviews where lawyer_id = ${lawyerId} and author_digest = ${authorDigest}
  `.execute(db)
  return rows.length > 0
}

/**
 * Inserts a review if the client has an eligible case. One statement checks and inserts, and locks the case
 * (`for share`). It locks the account of the author too: if the address is confirmed concurrently, the
 * publishing job finds the review.
 * @returns null without an eligible case, if the client has reviewed the lawyer, or if the id is in use
 */
export async function insertReview(
  tx: Tx,
  { clientId }: ReviewClient,
  { id, lawyerId, caseId, rating, comment }: NewReview,
): Promise<OwnReviewRow | null> {
  const { rows } = await sql<OwnReviewRow>`
    with eligible as (${eligibleCase(clientId, lawyerId, caseId)} for share),
      author as (select "emailVerified" as is_confirmed from "user" where id = ${clientId} for share)
    insert into reviews (id, lawyer_id, client_id, case_id, rating, comment, published_at)
    select ${id}, ${lawyerId}, ${clientId}, eligible.id, ${rating}, ${comment},
      case when author.is_confirmed then app_now() end
    from eligible, author
    on conflict do nothing
    returning ${OWN_COLUMNS}
  `.execute(tx)
  return rows[0] ?? null
}

/**
 * Changes the client's own review. Its position in the list stays, because `created_at` does.
 * @param change.caseId the new case of the review, which must be eligible; null keeps the case
 * @returns null if there is no such review of the client or no such case
 */
export async function updateReview(
  tx: Tx,
  { clientId }: ReviewClient,
  { id, caseId, rating, comment }: Omit<NewReview, 'lawyerId'>,
): Promise<OwnReviewRow | null> {
  const { rows } = await sql<OwnReviewRow>`
    update reviews set rating = ${rating}, comment = ${comment}, case_id = coalesce(${caseId}::uuid, case_id),
      updated_at = greatest(app_now(), created_at)
    where id = ${id} and client_id = ${clientId}
      and (${caseId}::uuid is null or exists (
        select 1 from cases c where c.id = ${caseId} and c.client_id = ${clientId}
          and c.lawyer_id = reviews.lawyer_id and c.proposal_accepted_at is not null
      ))
    returning ${OWN_COLUMNS}
  `.execute(tx)
  return rows[0] ?? null
}

/** Whether a review with this id exists, of any client. */
export async function isReviewIdTaken(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from reviews where id = ${id}`.execute(tx)
  return rows.length > 0
}

/** A review of the client by its id. */
export async function findOwnReview(
  db: Db,
  { clientId }: ReviewClient,
  id: string,
): Promise<OwnReviewRow | null> {
  const { rows } = await sql<OwnReviewRow>`
    select ${OWN_COLUMNS} from reviews
    where id = ${id} and client_id = ${clientId}
  `.execute(db)
  return rows[0] ?? null
}

/** The client's reviews of these lawyers, at most one per lawyer. */
export async function listOwnReviews(
  db: Db,
  { clientId }: ReviewClient,
  lawyerIds: readonly string[],
): Promise<OwnReviewRow[]> {
  const { rows } = await sql<OwnReviewRow>`
    select ${OWN_COLUMNS} from reviews
    where lawyer_id = any(${lawyerIds}::uuid[]) and client_id = ${clientId}
    order by created_at desc, id desc
  `.execute(db)
  return rows
}

export interface ReviewRow {
  id: string
  rating: number
  comment: string | null
  created_at: Date
  stamp: number
  client_id: string | null
  client_name: string | null
  client_avatar: string | null
  is_published: boolean
  is_hidden: boolean
}

/**
 * A page of the reviews of a lawyer whom the reader may see (OPEN-54), newest first. Only the author and the
 * lawyer see an unpublished or hidden review (H-01, H-04).
 * @param readerId null for a visitor who is not signed in
 */
export async function listReviews(
  db: Db,
  lawyerId: string,
  readerId: string | null,
  page: { after: TimeCursor | null; limit: number },
): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select r.id, r.rating, r.comment, r.created_at, ${stampOf('r.created_at')} as stamp,
      r.client_id, p.name as client_name, p.avatar_url as client_avatar, r.published_at is not null as is_published,
      r.hidden_at is not null as is_hidden
    from reviews r left join profiles p on p.id = r.client_id
    where r.lawyer_id = ${lawyerId}
      and (r.published_at is not null and r.hidden_at is null or ${readerId}::uuid in (r.lawyer_id, r.client_id))
      and ${isAfter('r.created_at', 'r.id', page.after)}
      and exists (select 1 from lawyer_profiles l where l.id = ${lawyerId} and (l.is_verified or l.id = ${readerId}))
    order by r.created_at desc, r.id desc limit ${page.limit}
  `.execute(db)
  return rows
}

/** The average with one decimal and the number of reviews that count (OPEN-53). */
export async function readRating(
  db: Db,
  { lawyerId }: ReviewedLawyer,
): Promise<{ rating: number; review_count: number }> {
  const { rows } = await sql<{ rating: number; review_count: number }>`
    select coalesce(round(rating_sum::numeric / nullif(rating_count, 0), 1), 0)::float8 as rating,
      rating_count as review_count
    from lawyer_profiles where id = ${lawyerId}
  `.execute(db)
  return rows[0] ?? { rating: 0, review_count: 0 }
}

/** Recount of the reviews that count (H-01) minus the stored totals. The lawyer must be locked. */
export async function ratingDifference(tx: Tx, lawyerId: string): Promise<{ sum: number; count: number }> {
  const { rows } = await sql<{ sum: number; count: number }>`
    select coalesce(sum(r.rating), 0)::int - l.rating_sum as sum, count(r.id)::int - l.rating_count as count
    from lawyer_profiles l left join reviews r
      on r.lawyer_id = l.id and r.published_at is not null and r.hidden_at is null and r.client_id is not null
    where l.id = ${lawyerId} group by l.id
  `.execute(tx)
  return rows[0] ?? { sum: 0, count: 0 }
}

/** The lawyer and the author of a review. */
export async function findReview(
  db: Db,
  id: string,
): Promise<{ lawyer_id: string; client_id: string | null } | null> {
  const { rows } = await sql<{ lawyer_id: string; client_id: string | null }>`
    select lawyer_id, client_id from reviews where id = ${id}
  `.execute(db)
  return rows[0] ?? null
}

/** Hides a review, or shows it again if `reason` is null (H-04). @returns whether this changed it */
export async function setHidden(tx: Tx, id: string, reason: string | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update reviews set hidden_at = case when ${reason}::text is not null then app_now() end, hidden_reason = ${reason}
    where id = ${id} and (hidden_at is null) = (${reason}::text is not null)
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Ids of the lawyers with an unpublished review by this client. */
export async function listLawyersOfUnpublished(db: Db, clientId: string): Promise<string[]> {
  const { rows } = await sql<{ lawyer_id: string }>`
    select lawyer_id from reviews where client_id = ${clientId} and published_at is null order by lawyer_id
  `.execute(db)
  return rows.map((row) => row.lawyer_id)
}

/** The e-mail address of an account if it is confirmed, else null. */
export async function findConfirmedEmail(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select email from "user" where id = ${userId} and "emailVerified"
  `.execute(db)
  return rows[0]?.email ?? null
}

/** Publishes the client's review of a lawyer. @returns its id, or null if none is unpublished */
export async function publishReview(tx: Tx, clientId: string, lawyerId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    update reviews set published_at = app_now()
    where client_id = ${clientId} and lawyer_id = ${lawyerId} and published_at is null
    returning id
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** Deletes the client's unpublished review of a lawyer. @returns its id, or null if there is none */
export async function deleteUnpublished(tx: Tx, clientId: string, lawyerId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    delete from reviews where client_id = ${clientId} and lawyer_id = ${lawyerId} and published_at is null
    returning id
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** Locks, ordered by id, the lawyers whom a client has reviewed or may review, until the transaction ends. */
export async function lockReviewedLawyers(tx: Tx, clientId: string): Promise<void> {
  await sql`
    select 1 from lawyer_profiles where id in (
      select lawyer_id from reviews where client_id = ${clientId}
      union
      select lawyer_id from cases where client_id = ${clientId} and proposal_accepted_at is not null
    ) order by id for update
  `.execute(tx)
}

/**
 * Removes the author from the published reviews of a deleted account and stores the digest of its e-mail
 * address with them. Deletes the unpublished ones.
 * @returns all affected reviews, each with its lawyer
 */
export async function anonymizeAuthor(
  tx: Tx,
  userId: string,
  authorDigest: string,
): Promise<{ id: string; lawyer_id: string }[]> {
  const { rows: deleted } = await sql<{ id: string; lawyer_id: string }>`
    delete from reviews where client_id = ${userId} and published_at is null returning id, lawyer_id
  `.execute(tx)
  const { rows } = await sql<{ id: string; lawyer_id: string }>`
    update reviews set client_id = null, author_digest = ${authorDigest} where client_id = ${userId}
    returning id, lawyer_id
  `.execute(tx)
  return [...rows, ...deleted]
}

/** Deletes all reviews of a lawyer. @returns each with its author; null if that account is deleted */
export async function deleteReceivedReviews(
  tx: Tx,
  lawyerId: string,
): Promise<{ id: string; client_id: string | null }[]> {
  const { rows } = await sql<{ id: string; client_id: string | null }>`
    with locked as (select id from reviews where lawyer_id = ${lawyerId} order by id for update)
    delete from reviews using locked where reviews.id = locked.id
    returning reviews.id, reviews.client_id
  `.execute(tx)
  return rows
}
