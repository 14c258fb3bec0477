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
}

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

/**
 * A new review, written only while the case is there that gives the right to it: the same statement looks and writes, and
 * keeps the case until the transaction ends.
 * @returns the row; null when there is no such case, when the client has a review of the lawyer, or when the id is taken
 */
export async function insertReview(
  tx: Tx,
  { clientId }: ReviewClient,
  { id, lawyerId, caseId, rating, comment }: NewReview,
): Promise<OwnRow | null> {
  const { rows } = await sql<OwnRow>`
    with eligible as (${eligible(clientId, lawyerId, caseId)} for share)
    insert into reviews (id, lawyer_id, client_id, case_id, rating, comment)
    select ${id}, ${lawyerId}, ${clientId}, eligible.id, ${rating}, ${comment} from eligible
    on conflict do nothing
    returning id, lawyer_id, client_id, case_id, rating, comment, created_at
  `.execute(tx)
  return rows[0] ?? null
}

/**
 * Changes an own review; its place in the list stays.
 * @param change.caseId must be a case of the two that gives the right to it, and becomes the review's; null: as it was
 * @returns the row, with the stars of before; null when there is no such own review, or no such case
 */
export async function updateReview(
  tx: Tx,
  { clientId }: ReviewClient,
  { id, caseId, rating, comment }: Omit<NewReview, 'lawyerId'>,
): Promise<(OwnRow & { before: number }) | null> {
  const { rows } = await sql<OwnRow & { before: number }>`
    update reviews set rating = ${rating}, comment = ${comment}, case_id = coalesce(${caseId}::uuid, case_id),
      updated_at = greatest(app_now(), created_at)
    where id = ${id} and client_id = ${clientId}
      and (${caseId}::uuid is null or exists (
        select 1 from cases c where c.id = ${caseId} and c.client_id = ${clientId}
          and c.lawyer_id = reviews.lawyer_id and c.proposal_accepted_at is not null
      ))
    returning old.rating as before, id, lawyer_id, client_id, case_id, rating, comment, created_at
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
    select id, lawyer_id, client_id, case_id, rating, comment, created_at from reviews
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
    select id, lawyer_id, client_id, case_id, rating, comment, created_at from reviews
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
}

/** The last review of the page before. */
export interface ReviewPlace {
  stamp: number
  id: string
}

/** Before the newest one: a day in 2255 that all reviews lie before. */
const FIRST: ReviewPlace = { stamp: 9_000_000_000_000_000, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/**
 * Reviews of a lawyer whom the asker may see (OPEN-54), newest first.
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
      r.client_id, p.name as client_name, p.avatar_url as client_avatar
    from reviews r left join profiles p on p.id = r.client_id
    where r.lawyer_id = ${lawyerId}
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

/** Takes the name off what somebody who leaves has written. @returns each with its lawyer */
export async function dropAuthor(tx: Tx, userId: string): Promise<{ id: string; lawyer_id: string }[]> {
  // In one order, so that people who leave at the same moment do not wait in a circle.
  const { rows } = await sql<{ id: string; lawyer_id: string }>`
    with held as (select id from reviews where client_id = ${userId} order by id for update)
    update reviews set client_id = null from held where reviews.id = held.id
    returning reviews.id, reviews.lawyer_id
  `.execute(tx)
  return rows
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
