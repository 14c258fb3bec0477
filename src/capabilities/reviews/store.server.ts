import { sql } from 'kysely'
import type { TimeCursor } from '../../input/cursor.ts'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  changes,
  exists,
  first,
  isAfter,
  isOneOf,
  now,
  type Row,
  rowOf,
  stampOf,
  t,
  value,
  values,
} from '../../platform/database/queries.server.ts'
import type { ReviewClient, ReviewedLawyer } from './rules.ts'

const OWN = ['id', 'lawyer_id', 'case_id', 'rating', 'comment', 'created_at'] as const
const STATE = ['published_at', 'hidden_at'] as const
const OWN_COLUMNS = sql.join([...OWN, 'client_id', ...STATE].map((name) => sql.ref(name)))
const ownReview = rowOf({
  id: t.uuid,
  lawyer_id: t.uuid,
  case_id: t.uuid.orNull,
  rating: t.int,
  comment: t.text.orNull,
  created_at: t.time,
  client_id: t.uuid,
  /** Null until its author confirms their e-mail address (H-01). */
  published_at: t.time.orNull,
  /** Hidden by the operator (H-04). */
  hidden_at: t.time.orNull,
})
export type OwnReviewRow = Row<typeof ownReview>

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
export const isEmailDigestUsed = (db: Db, lawyerId: string, authorDigest: string): Promise<boolean> =>
  exists(
    db
      .selectFrom('reviews')
      .select('id')
      .where('lawyer_id', '=', lawyerId)
      .where('author_digest', '=', authorDigest),
  )

/**
 * Inserts a review if the client has an eligible case. One statement checks and inserts, and locks the case
 * (`for share`). It locks the account of the author too: if the address is confirmed concurrently, the
 * publishing job finds the review.
 * @returns null without an eligible case, if the client has reviewed the lawyer, or if the id is in use
 */
export const insertReview = (
  tx: Tx,
  { clientId }: ReviewClient,
  { id, lawyerId, caseId, rating, comment }: NewReview,
): Promise<OwnReviewRow | null> =>
  ownReview`
    with eligible as (${eligibleCase(clientId, lawyerId, caseId)} for share),
      author as (select "emailVerified" as is_confirmed from "user" where id = ${clientId} for share)
    insert into reviews (id, lawyer_id, client_id, case_id, rating, comment, published_at)
    select ${id}, ${lawyerId}, ${clientId}, eligible.id, ${rating}, ${comment},
      case when author.is_confirmed then app_now() end
    from eligible, author
    on conflict do nothing
    returning ${OWN_COLUMNS}
  `.first(tx)

/**
 * Changes the client's own review. Its position in the list stays, because `created_at` does.
 * @param change.caseId the new case of the review, which must be eligible; null keeps the case
 * @returns null if there is no such review of the client or no such case
 */
export const updateReview = (
  tx: Tx,
  { clientId }: ReviewClient,
  { id, caseId, rating, comment }: Omit<NewReview, 'lawyerId'>,
): Promise<OwnReviewRow | null> =>
  ownReview`
    update reviews set rating = ${rating}, comment = ${comment}, case_id = coalesce(${caseId}::uuid, case_id),
      updated_at = greatest(app_now(), created_at)
    where id = ${id} and client_id = ${clientId}
      and (${caseId}::uuid is null or exists (
        select 1 from cases c where c.id = ${caseId} and c.client_id = ${clientId}
          and c.lawyer_id = reviews.lawyer_id and c.proposal_accepted_at is not null
      ))
    returning ${OWN_COLUMNS}
  `.first(tx)

export const isReviewIdTaken = (tx: Tx, id: string): Promise<boolean> =>
  exists(tx.selectFrom('reviews').select('id').where('id', '=', id))

export const findOwnReview = (db: Db, { clientId }: ReviewClient, id: string): Promise<OwnReviewRow | null> =>
  ownReview`select ${OWN_COLUMNS} from reviews where id = ${id} and client_id = ${clientId}`.first(db)

/** The client's reviews of these lawyers, at most one per lawyer. */
export const listOwnReviews = (
  db: Db,
  { clientId }: ReviewClient,
  lawyerIds: readonly string[],
): Promise<OwnReviewRow[]> =>
  ownReview`
    select ${OWN_COLUMNS} from reviews
    where lawyer_id = any(${lawyerIds}::uuid[]) and client_id = ${clientId}
    order by created_at desc, id desc
  `.all(db)

const reviewRow = rowOf({
  id: t.uuid,
  rating: t.int,
  comment: t.text.orNull,
  created_at: t.time,
  stamp: t.int,
  client_id: t.uuid.orNull,
  client_name: t.text.orNull,
  client_avatar: t.text.orNull,
  is_published: t.bool,
  is_hidden: t.bool,
  is_blocked: t.bool,
})
export type ReviewRow = Row<typeof reviewRow>

/**
 * A page of the reviews of a lawyer whom the reader may see (OPEN-54), newest first. Only the author and the
 * lawyer see an unpublished or hidden review (H-01, H-04).
 * @param readerId null for a visitor who is not signed in
 */
export const listReviews = (
  db: Db,
  lawyerId: string,
  readerId: string | null,
  page: { after: TimeCursor | null; limit: number },
): Promise<ReviewRow[]> =>
  reviewRow`
    select r.id, r.rating, r.comment, r.created_at, ${stampOf('r.created_at')} as stamp,
      r.client_id, p.name as client_name, p.avatar_url as client_avatar, r.published_at is not null as is_published,
      r.hidden_at is not null as is_hidden, r.text_blocked_at is not null as is_blocked
    from reviews r left join profiles p on p.id = r.client_id
    where r.lawyer_id = ${lawyerId}
      and (r.published_at is not null and r.hidden_at is null or ${readerId}::uuid in (r.lawyer_id, r.client_id))
      and ${isAfter('r.created_at', 'r.id', page.after)}
      and exists (select 1 from lawyer_profiles l where l.id = ${lawyerId} and (l.is_verified and l.profile_blocked_at is null or l.id = ${readerId}))
    order by r.created_at desc, r.id desc limit ${page.limit}
  `.all(db)

const ratingRow = rowOf({ rating: t.float, review_count: t.int })
const differenceRow = rowOf({ sum: t.int, count: t.int })

/** The average with one decimal and the number of reviews that count (OPEN-53). */
export const readRating = async (db: Db, { lawyerId }: ReviewedLawyer) =>
  (await ratingRow`
    select coalesce(round(rating_sum::numeric / nullif(rating_count, 0), 1), 0)::float8 as rating,
      rating_count as review_count
    from lawyer_profiles where id = ${lawyerId}
  `.first(db)) ?? { rating: 0, review_count: 0 }

/** Recount of the reviews that count (H-01) minus the stored totals. The lawyer must be locked. */
export const ratingDifference = async (tx: Tx, lawyerId: string) =>
  (await differenceRow`
    select coalesce(sum(r.rating), 0)::int - l.rating_sum as sum, count(r.id)::int - l.rating_count as count
    from lawyer_profiles l left join reviews r
      on r.lawyer_id = l.id and r.published_at is not null and r.hidden_at is null and r.client_id is not null
    where l.id = ${lawyerId} group by l.id
  `.first(tx)) ?? { sum: 0, count: 0 }

/** A review that this person sees: a public one, or one about them (H-01, H-04). */
export const findShownReview = (db: Db, id: string, readerId: string) =>
  first(
    db
      .selectFrom('reviews')
      .innerJoin('lawyer_profiles as l', 'l.id', 'reviews.lawyer_id')
      .select(['reviews.client_id', 'reviews.rating', 'reviews.comment', 'reviews.updated_at'])
      .where('reviews.id', '=', id)
      .where(
        sql<boolean>`(${readerId} in (reviews.lawyer_id, reviews.client_id)
          or l.is_verified and l.profile_blocked_at is null and reviews.published_at is not null
            and reviews.hidden_at is null)`,
      )
      // Its text is shown to its author only, so nobody else reports it.
      .where((eb) => eb.or([eb('text_blocked_at', 'is', null), eb('reviews.client_id', '=', readerId)])),
  )

export const findReview = (db: Db, id: string) =>
  first(db.selectFrom('reviews').select(['lawyer_id', 'client_id']).where('id', '=', id))

/** Hides a review, or shows it again if `reason` is null (H-04). @returns whether this changed it */
export const setHidden = (tx: Tx, id: string, reason: string | null): Promise<boolean> =>
  changes(
    tx
      .updateTable('reviews')
      .set({ hidden_at: reason === null ? null : now, hidden_reason: reason })
      .where('id', '=', id)
      .where('hidden_at', reason === null ? 'is not' : 'is', null),
  )

export const deleteReview = (tx: Tx, id: string): Promise<boolean> =>
  changes(tx.deleteFrom('reviews').where('id', '=', id))

/** DAT-18: stops showing the text of a review, or shows it again. @returns whether this changed it */
export const setBlocked = (tx: Tx, id: string, isBlocked: boolean): Promise<boolean> =>
  changes(
    tx
      .updateTable('reviews')
      .set({ text_blocked_at: isBlocked ? now : null })
      .where('id', '=', id)
      .where('text_blocked_at', isBlocked ? 'is' : 'is not', null),
  )

/** Those of these reviews of a lawyer that are public. */
export const listPublicReviewIds = (db: Db, lawyerId: string, ids: readonly string[]): Promise<string[]> =>
  values(
    db
      .selectFrom('reviews')
      .select('id')
      .where(isOneOf('id', ids))
      .where('lawyer_id', '=', lawyerId)
      .where('published_at', 'is not', null)
      .where('hidden_at', 'is', null),
  )

/** Ids of the lawyers with an unpublished review by this client. */
export const listLawyersOfUnpublished = (db: Db, clientId: string): Promise<string[]> =>
  values(
    db
      .selectFrom('reviews')
      .select('lawyer_id')
      .where('client_id', '=', clientId)
      .where('published_at', 'is', null)
      .orderBy('lawyer_id'),
  )

export const findConfirmedEmail = (db: Db, userId: string): Promise<string | null> =>
  value(db.selectFrom('user').select('email').where('id', '=', userId).where('emailVerified', 'is', true))

/** Publishes the client's review of a lawyer. @returns its id, or null if none is unpublished */
export const publishReview = (tx: Tx, clientId: string, lawyerId: string): Promise<string | null> =>
  value(
    tx
      .updateTable('reviews')
      .set({ published_at: now })
      .where('client_id', '=', clientId)
      .where('lawyer_id', '=', lawyerId)
      .where('published_at', 'is', null)
      .returning('id'),
  )

/** Deletes the client's unpublished review of a lawyer. @returns its id, or null if there is none */
export const deleteUnpublished = (tx: Tx, clientId: string, lawyerId: string): Promise<string | null> =>
  value(
    tx
      .deleteFrom('reviews')
      .where('client_id', '=', clientId)
      .where('lawyer_id', '=', lawyerId)
      .where('published_at', 'is', null)
      .returning('id'),
  )

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
export async function anonymizeAuthor(tx: Tx, userId: string, authorDigest: string) {
  const deleted = await tx
    .deleteFrom('reviews')
    .where('client_id', '=', userId)
    .where('published_at', 'is', null)
    .returning(['id', 'lawyer_id'])
    .execute()
  const changed = await tx
    .updateTable('reviews')
    .set({ client_id: null, author_digest: authorDigest })
    .where('client_id', '=', userId)
    .returning(['id', 'lawyer_id'])
    .execute()
  return [...changed, ...deleted]
}

/** Deletes all reviews of a lawyer. @returns each with its author; null if that account is deleted */
export async function deleteReceivedReviews(tx: Tx, lawyerId: string) {
  const received = tx.selectFrom('reviews').select('id').where('lawyer_id', '=', lawyerId)
  // Locked in the order of the ids, against deadlocks.
  await received.orderBy('id').forUpdate().execute()
  return tx.deleteFrom('reviews').where('id', 'in', received).returning(['id', 'client_id']).execute()
}
