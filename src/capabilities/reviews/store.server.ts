import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import type { ReviewClient, ReviewedLawyer } from './rules.ts'

/** A review as its author has it. */
export interface OwnRow {
  id: string
  lawyer_id: string
  client_id: string
  case_id: string | null
  rating: number
  comment: string | null
  created_at: Date
  /** Null: it waits for its author to confirm their e-mail (H-01). */
  published_at: Date | null
  /** Hidden by an administrator (H-04). */
  hidden_at: Date | null
}

const ownColumns = sql`id, lawyer_id, client_id, case_id, rating, comment, created_at, published_at, hidden_at`

export interface NewReview {
  /** The browser's, so that sending it twice is one review. */
  id: string
  lawyerId: string
  /** Which of the client's cases with the lawyer; null: the newest that began with an accepted proposal. */
  caseId: string | null
  rating: number
  comment: string | null
}

/** CAL-23: the client's cases with the lawyer that began with an accepted proposal. */
const eligible = (clientId: string, lawyerId: string, caseId: string | null) => sql`
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
  const { rows } = await sql`${eligible(clientId, lawyerId, caseId)}`.execute(db)
  return rows.length > 0
}

/** Whether an account that is gone reviewed the lawyer under the e-mail with this digest (H-01). */
export async function isAddressUsed(db: Db, lawyerId: string, authorDigest: string): Promise<boolean> {
  const { rows } = await sql`
    select from reviews where lawyer_id = ${lawyerId} and author_digest = ${authorDigest}
  `.execute(db)
  return rows.length > 0
}

/**
 * A new review, written only while the case is there that gives the right to it: the same statement looks and writes, and
 * keeps the case until the transaction ends. It keeps the author's confirmation too: confirmed meanwhile, the job that
 * publishes finds the review.
 * @returns the row; null when there is no such case, when the client has a review of the lawyer, or when the id is taken
 */
export async function insertReview(
  tx: Tx,
  { clientId }: ReviewClient,
  { id, lawyerId, caseId, rating, comment }: NewReview,
): Promise<OwnRow | null> {
  const { rows } = await sql<OwnRow>`
    with eligible as (${eligible(clientId, lawyerId, caseId)} for share),
      author as (select "emailVerified" as is_confirmed from "user" where id = ${clientId} for share)
    insert into reviews (id, lawyer_id, client_id, case_id, rating, comment, published_at)
    select ${id}, ${lawyerId}, ${clientId}, eligible.id, ${rating}, ${comment},
      case when author.is_confirmed then app_now() end
    from eligible, author
    on conflict do nothing
    returning ${ownColumns}
  `.execute(tx)
  return rows[0] ?? null
}

/**
 * Changes an own review; its place in the list stays.
 * @param change.caseId must be a case of the two that gives the right to it, and becomes the review's; null: as it was
 * @returns the row; null when there is no such own review, or no such case
 */
export async function updateReview(
  tx: Tx,
  { clientId }: ReviewClient,
  { id, caseId, rating, comment }: Omit<NewReview, 'lawyerId'>,
): Promise<OwnRow | null> {
  const { rows } = await sql<OwnRow>`
    update reviews set rating = ${rating}, comment = ${comment}, case_id = coalesce(${caseId}::uuid, case_id),
      updated_at = greatest(app_now(), created_at)
    where id = ${id} and client_id = ${clientId}
      and (${caseId}::uuid is null or exists (
        select 1 from cases c where c.id = ${caseId} and c.client_id = ${clientId}
          and c.lawyer_id = reviews.lawyer_id and c.proposal_accepted_at is not null
      ))
    returning ${ownColumns}
  `.execute(tx)
  return rows[0] ?? null
}

/** Whether a review of this id is there, whoever's. */
export async function isTaken(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from reviews where id = ${id}`.execute(tx)
  return rows.length > 0
}

/** An own review by its id. */
export async function findOwn(db: Db, { clientId }: ReviewClient, id: string): Promise<OwnRow | null> {
  const { rows } = await sql<OwnRow>`
    select ${ownColumns} from reviews
    where id = ${id} and client_id = ${clientId}
  `.execute(db)
  return rows[0] ?? null
}

/** What the client wrote about these lawyers: one review each at most. */
export async function listOwn(
  db: Db,
  { clientId }: ReviewClient,
  lawyerIds: readonly string[],
): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select ${ownColumns} from reviews
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
  /** `created_at` in microseconds since 1970: as exact as the order. */
  stamp: number
  client_id: string | null
  client_name: string | null
  client_avatar: string | null
  is_published: boolean
  is_hidden: boolean
}

/** The last review of the page before. */
export interface ReviewPlace {
  stamp: number
  id: string
}

/** Before the newest one: a day in 2255 that all reviews lie before. */
const FIRST: ReviewPlace = { stamp: 9_000_000_000_000_000, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/**
 * Reviews of a lawyer whom the asker may see (OPEN-54), newest first. One that waits or was hidden is its author's and the
 * lawyer's to see (H-01, H-04).
 * @param asker who asks; null for a visitor
 */
export async function listReviews(
  db: Db,
  lawyerId: string,
  asker: string | null,
  page: { after: ReviewPlace | null; limit: number },
): Promise<ReviewRow[]> {
  const { stamp, id } = page.after ?? FIRST
  const { rows } = await sql<ReviewRow>`
    select r.id, r.rating, r.comment, r.created_at, (extract(epoch from r.created_at) * 1000000)::int8 as stamp,
      r.client_id, p.name as client_name, p.avatar_url as client_avatar, r.published_at is not null as is_published,
      r.hidden_at is not null as is_hidden
    from reviews r left join profiles p on p.id = r.client_id
    where r.lawyer_id = ${lawyerId}
      and (r.published_at is not null and r.hidden_at is null or ${asker}::uuid in (r.lawyer_id, r.client_id))
      and (r.created_at, r.id) < (timestamptz 'epoch' + ${stamp} * interval '1 microsecond', ${id}::uuid)
      and exists (select 1 from lawyer_profiles l where l.id = ${lawyerId} and (l.is_verified or l.id = ${asker}))
    order by r.created_at desc, r.id desc limit ${page.limit}
  `.execute(db)
  return rows
}

/** What a lawyer's reviews come to: the average with one decimal, and how many there are (OPEN-53). */
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

/** How the stored sum and count of a lawyer, who is held, differ from a recount of what counts (H-01). */
export async function ratingDifference(tx: Tx, lawyerId: string): Promise<{ sum: number; count: number }> {
  const { rows } = await sql<{ sum: number; count: number }>`
    select coalesce(sum(r.rating), 0)::int - l.rating_sum as sum, count(r.id)::int - l.rating_count as count
    from lawyer_profiles l left join reviews r
      on r.lawyer_id = l.id and r.published_at is not null and r.hidden_at is null and r.client_id is not null
    where l.id = ${lawyerId} group by l.id
  `.execute(tx)
  return rows[0] ?? { sum: 0, count: 0 }
}

/** The lawyer of a review, and who wrote it. */
export async function findReview(
  db: Db,
  id: string,
): Promise<{ lawyer_id: string; client_id: string | null } | null> {
  const { rows } = await sql<{ lawyer_id: string; client_id: string | null }>`
    select lawyer_id, client_id from reviews where id = ${id}
  `.execute(db)
  return rows[0] ?? null
}

/** Hides a review or, with `reason` null, shows it again (H-04). @returns whether it was the other way before */
export async function setHidden(tx: Tx, id: string, reason: string | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update reviews set hidden_at = case when ${reason}::text is not null then app_now() end, hidden_reason = ${reason}
    where id = ${id} and (hidden_at is null) = (${reason}::text is not null)
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Lawyers whose reviews by this client wait for the e-mail to be confirmed. */
export async function listAwaited(db: Db, clientId: string): Promise<string[]> {
  const { rows } = await sql<{ lawyer_id: string }>`
    select lawyer_id from reviews where client_id = ${clientId} and published_at is null order by lawyer_id
  `.execute(db)
  return rows.map((row) => row.lawyer_id)
}

/** The confirmed e-mail of an account; null: there is none. */
export async function findConfirmedEmail(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select email from "user" where id = ${userId} and "emailVerified"
  `.execute(db)
  return rows[0]?.email ?? null
}

/** Makes a client's review of a lawyer public. @returns its id; null: nothing waits */
export async function publishReview(tx: Tx, clientId: string, lawyerId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    update reviews set published_at = app_now()
    where client_id = ${clientId} and lawyer_id = ${lawyerId} and published_at is null
    returning id
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** Deletes a client's review of a lawyer that is not public yet. @returns its id; null: nothing waits */
export async function deleteAwaited(tx: Tx, clientId: string, lawyerId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    delete from reviews where client_id = ${clientId} and lawyer_id = ${lawyerId} and published_at is null
    returning id
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** Holds, in their order, the lawyers whom a client has reviewed or may review, until the transaction ends. */
export async function holdReviewed(tx: Tx, clientId: string): Promise<void> {
  await sql`
    select 1 from lawyer_profiles where id in (
      select lawyer_id from reviews where client_id = ${clientId}
      union
      select lawyer_id from cases where client_id = ${clientId} and proposal_accepted_at is not null
    ) order by id for update
  `.execute(tx)
}

/**
 * Takes the name off what somebody who leaves has written, and keeps the digest of their address with it; what was never
 * public goes.
 * @returns each with its lawyer
 */
export async function dropAuthor(
  tx: Tx,
  userId: string,
  authorDigest: string,
): Promise<{ id: string; lawyer_id: string }[]> {
  const { rows: never } = await sql<{ id: string; lawyer_id: string }>`
    delete from reviews where client_id = ${userId} and published_at is null returning id, lawyer_id
  `.execute(tx)
  const { rows } = await sql<{ id: string; lawyer_id: string }>`
    update reviews set client_id = null, author_digest = ${authorDigest} where client_id = ${userId}
    returning id, lawyer_id
  `.execute(tx)
  return [...rows, ...never]
}

/** Removes what a lawyer who leaves has received. @returns who wrote it and is still here */
export async function deleteReceived(
  tx: Tx,
  lawyerId: string,
): Promise<{ id: string; client_id: string | null }[]> {
  const { rows } = await sql<{ id: string; client_id: string | null }>`
    with held as (select id from reviews where lawyer_id = ${lawyerId} order by id for update)
    delete from reviews using held where reviews.id = held.id
    returning reviews.id, reviews.client_id
  `.execute(tx)
  return rows
}
