import * as z from 'zod/mini'
import { hideContactData } from '../../chile/contact-data.ts'
import { cutPage, parseTimeCursor } from '../../input/cursor.ts'
import { idField } from '../../input/fields.ts'
import { reasonField } from '../../input/reason.ts'
import { type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { checkRateLimit } from '../../platform/http/rate-limit.server.ts'
import { audit } from '../../platform/log/audit.server.ts'
import { type EventPublisher, eventsTo, publish } from '../../platform/realtime/publish.server.ts'
import type { Context, Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import { abbreviatedName } from '../accounts/rules.ts'
import { DELETED_USER_NAME } from '../cases/schema.ts'
import { applyRating, lockLawyerFirst } from '../lawyers/commands.server.ts'
import { notify } from '../notices/commands.server.ts'
import { REVIEW_RATE_LIMIT, type ReviewClient, reviewClient, reviewedLawyer } from './rules.ts'
import {
  type CreateInput,
  FIRST_PAGE_SIZE,
  MESSAGES,
  type OfLawyerInput,
  type OwnReview,
  PAGE_SIZE,
  RECENT_COUNT,
  type RecentReviewList,
  type Review,
  type ReviewEligibility,
  type ReviewsPage,
  type SavedReview,
  type UpdateInput,
} from './schema.ts'
import type { NewReview, OwnReviewRow, ReviewRow } from './store.server.ts'
import * as store from './store.server.ts'

const toOwnReview = ({ created_at, published_at, hidden_at, ...row }: OwnReviewRow): OwnReview => ({
  ...row,
  created_at: created_at.toISOString(),
  is_published: published_at !== null,
  is_hidden: hidden_at !== null,
})

/** The public view of a review (OPEN-56), without contact data (H-01). Only its author gets ids and photo. */
function toReview(row: ReviewRow, readerId: string | null): Review {
  const authorId = row.client_id === readerId ? readerId : null
  const isUnread = row.is_blocked && authorId === null
  return {
    id: row.id,
    rating: row.rating,
    comment: isUnread ? null : row.comment && hideContactData(row.comment),
    created_at: row.created_at.toISOString(),
    is_published: row.is_published,
    is_hidden: row.is_hidden,
    is_blocked: row.is_blocked,
    client_id: authorId,
    author: {
      id: authorId,
      name: isUnread ? MESSAGES.underReview : authorName(row.client_name),
      avatar_url: authorId && row.client_avatar,
    },
  }
}

const authorName = (name: string | null) => (name === null ? DELETED_USER_NAME : abbreviatedName(name))

/** Updates the totals of a lawyer after a change of reviews (H-01, OPEN-53). The lawyer must be locked. */
async function updateRating(tx: Tx, lawyerId: string): Promise<void> {
  const { sum, count } = await store.ratingDifference(tx, lawyerId)
  if (sum !== 0 || count !== 0) await applyRating(tx, { lawyerId, sum, count })
}

const publishChange = (tx: Tx, platform: EventPublisher, ref: string, userIds: readonly (string | null)[]) =>
  publish(tx, platform.wake, eventsTo(userIds, 'review', ref))

function acceptSaved({ session }: SignedInContext, row: OwnReviewRow, created: boolean): Result<SavedReview> {
  const { id, name, avatar_url } = session.user
  return accept({ created, review: { ...toOwnReview(row), author: { id, name, avatar_url } } })
}

/** Notifies a lawyer of a public review. */
const notifyLawyer = (tx: Tx, platform: EventPublisher, id: string, lawyerId: string, clientId: string) =>
  notify(tx, platform, [
    {
      kind: 'review-received',
      key: `review:${id}`,
      ref: id,
      caseId: null,
      userId: lawyerId,
      actorId: clientId,
    },
  ])

/** Runs after a review was written: updates the rating and sends the events. The lawyer must be locked. */
async function finishSave(tx: Tx, context: SignedInContext, row: OwnReviewRow, created: boolean) {
  await updateRating(tx, row.lawyer_id)
  await publishChange(tx, context, row.id, [row.lawyer_id, row.client_id])
  return acceptSaved(context, row, created)
}

const caseUnknown = () => refuse({ code: 'NOT_FOUND', message: MESSAGES.caseUnknown, reason: 'CASE_UNKNOWN' })

async function editReview(
  tx: Tx,
  context: SignedInContext,
  client: ReviewClient,
  change: Omit<NewReview, 'lawyerId'>,
): Promise<Result<SavedReview>> {
  const row = await store.updateReview(tx, client, change)
  if (row) return finishSave(tx, context, row, false)
  // If the review exists, the case was the reason.
  const own = await store.findOwnReview(tx, client, change.id)
  return own ? caseUnknown() : refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
}

/** Errors: not a client (403), rate limit (429). */
async function checkAuthor(context: SignedInContext): Promise<Result<ReviewClient>> {
  const client = reviewClient(context.session)
  if (!client.ok) return client
  const limitKey = `review:${client.value.clientId}`
  const within = await checkRateLimit(context.db, limitKey, REVIEW_RATE_LIMIT, MESSAGES.tooMany)
  return within.ok ? client : within
}

/**
 * REV-03 to REV-07, REV-10 to REV-17, TRAP-09: a client reviews a lawyer. There is one review per client and
 * lawyer; a second one edits the first (REV-06). Idempotent by id. Not public until the author's e-mail
 * address is confirmed (H-01).
 * Errors (nothing is written): not a client, or no accepted proposal of this lawyer (403); not a case of both
 * (404); id in use with other content, or a deleted account with the same confirmed e-mail address reviewed
 * the lawyer (409); rate limit (429).
 * @returns the review with its author, and whether it is new
 */
export async function createReview(
  context: SignedInContext,
  input: CreateInput,
): Promise<Result<SavedReview>> {
  const client = await checkAuthor(context)
  if (!client.ok) return client
  const { lawyerId, id, rating } = input
  const caseId = input.caseId ?? null
  const comment = input.comment ?? null
  return transact(context.db, async (tx) => {
    const notEligible = () =>
      caseId === null ? refuse({ code: 'FORBIDDEN', message: MESSAGES.notEligible }) : caseUnknown()
    // Check before locking any row: an ineligible user must not block others.
    if (!(await store.isEligible(tx, client.value, lawyerId, caseId))) return notEligible()
    if (!(await lockLawyerFirst(tx, lawyerId))) return notEligible()
    const row = await store.insertReview(tx, client.value, { id, lawyerId, caseId, rating, comment })
    // Do not tell an unconfirmed author that the address was used (H-01): `publishReviews` checks it later.
    if (
      row?.published_at &&
      (await store.isEmailDigestUsed(tx, lawyerId, context.sealer.digest(context.session.user.email)))
    )
      return refuse({ code: 'CONFLICT', message: MESSAGES.reviewedBefore })
    if (row?.published_at) await notifyLawyer(tx, context, row.id, lawyerId, client.value.clientId)
    if (row) return finishSave(tx, context, row, true)
    const [own] = await store.listOwnReviews(tx, client.value, [lawyerId])
    if (own && own.id !== id)
      return editReview(tx, context, client.value, { id: own.id, caseId, rating, comment })
    if (own?.rating === rating && own.comment === comment) return acceptSaved(context, own, true)
    return own || (await store.isReviewIdTaken(tx, id))
      ? refuse({ code: 'CONFLICT', message: MESSAGES.idTaken })
      : notEligible()
  })
}

/**
 * REV-06, REV-08, REV-10: changes the caller's own review.
 * Errors (nothing is written): not a client (403), not their review or case (404), rate limit (429).
 */
export async function updateReviewById(
  context: SignedInContext,
  input: UpdateInput,
): Promise<Result<SavedReview>> {
  const client = await checkAuthor(context)
  if (!client.ok) return client
  const { id, rating } = input
  return transact(context.db, async (tx) => {
    const own = await store.findOwnReview(tx, client.value, id)
    if (!own || !(await lockLawyerFirst(tx, own.lawyer_id)))
      return refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
    return editReview(tx, context, client.value, {
      id,
      caseId: input.caseId ?? null,
      rating,
      comment: input.comment ?? null,
    })
  })
}

/** REV-03, CAL-23: whether the caller may review the lawyer, and their review. Errors: not a client (403). */
export async function reviewEligibility(
  context: SignedInContext,
  { lawyerId }: { lawyerId: string },
): Promise<Result<ReviewEligibility>> {
  const client = reviewClient(context.session)
  if (!client.ok) return client
  const [eligible, [own]] = await Promise.all([
    store.isEligible(context.db, client.value, lawyerId),
    store.listOwnReviews(context.db, client.value, [lawyerId]),
  ])
  return accept({ eligible, review: own ? toOwnReview(own) : null })
}

/** DAC-06, TRAP-09: the caller's reviews of these lawyers. Errors: not a client (403). */
export async function myReviews(
  context: SignedInContext,
  { lawyerIds }: { lawyerIds: readonly string[] },
): Promise<Result<{ reviews: OwnReview[] }>> {
  const client = reviewClient(context.session)
  if (!client.ok) return client
  const rows = lawyerIds.length === 0 ? [] : await store.listOwnReviews(context.db, client.value, lawyerIds)
  return accept({ reviews: rows.map(toOwnReview) })
}

/**
 * REV-01, OPEN-56: a page of the reviews of a verified lawyer, newest first, in pages of `FIRST_PAGE_SIZE`, then
 * `PAGE_SIZE`. Empty for an unknown lawyer and for one whom the reader may not see (OPEN-54).
 */
export async function reviewsOfLawyer(context: Context, input: OfLawyerInput): Promise<ReviewsPage> {
  const after = parseTimeCursor(input.after)
  const readerId = context.session?.userId ?? null
  const size = after ? PAGE_SIZE : FIRST_PAGE_SIZE
  const rows = await store.listReviews(context.db, input.lawyerId, readerId, { after, limit: size + 1 })
  const { shown, next } = cutPage(rows, size, (last) => `${last.stamp}_${last.id}`)
  return { items: shown.map((row) => toReview(row, readerId)), next }
}

/** DAL-11, CAL-24: the caller's newest reviews and the average of all. Errors: not a lawyer (403). */
export async function recentReviews(context: SignedInContext): Promise<Result<RecentReviewList>> {
  const lawyer = reviewedLawyer(context.session)
  if (!lawyer.ok) return lawyer
  const { lawyerId } = lawyer.value
  const [rating, rows] = await Promise.all([
    store.readRating(context.db, lawyer.value),
    store.listReviews(context.db, lawyerId, lawyerId, { after: null, limit: RECENT_COUNT }),
  ])
  return accept({ ...rating, items: rows.map((row) => toReview(row, lawyerId)) })
}

/**
 * H-01: publishes the reviews of a client once their e-mail address is confirmed. Deletes a review instead if
 * a deleted account with the same address has reviewed that lawyer. Runs in a job; running it again changes
 * nothing.
 */
export async function publishReviews(platform: Platform, clientId: string): Promise<void> {
  const { db } = platform
  const email = await store.findConfirmedEmail(db, clientId)
  if (email === null) return
  for (const lawyerId of await store.listLawyersOfUnpublished(db, clientId))
    await transact(db, async (tx) => {
      if (!(await lockLawyerFirst(tx, lawyerId))) return accept(null)
      const isDuplicate = await store.isEmailDigestUsed(tx, lawyerId, platform.sealer.digest(email))
      const id = await (isDuplicate ? store.deleteUnpublished : store.publishReview)(tx, clientId, lawyerId)
      if (id) {
        if (!isDuplicate) await notifyLawyer(tx, platform, id, lawyerId, clientId)
        await updateRating(tx, lawyerId)
        await publishChange(tx, platform, id, [lawyerId, clientId])
      }
      return accept(id)
    })
}

/** Null shows the review again. Not in schema.ts, which browsers load. */
const hideInput = z.strictObject({ id: idField(MESSAGES.unknown), reason: z.nullable(reasonField) })

/**
 * H-04: the operator hides a review with a reason, or shows it again (`reason` null). A hidden review does
 * not count. Author and lawyer get an event.
 * Errors: unknown review (404), invalid id, empty or too long reason (422), hidden or shown already (409).
 */
export async function setReviewHidden(
  platform: Platform,
  input: { id: string; reason: string | null },
): Promise<Result<true>> {
  const parsed = hideInput.safeParse(input)
  if (!parsed.success)
    return refuse({ code: 'UNPROCESSABLE_CONTENT', message: parsed.error.issues[0]?.message ?? '' })
  return transact(platform.db, (tx) => writeReviewHidden(tx, platform, { ...parsed.data, actor: null }))
}

/** The same in the transaction of a decision about a report (DAT-69). */
export async function writeReviewHidden(
  tx: Tx,
  platform: EventPublisher,
  { id, reason, actor }: { id: string; reason: string | null; actor: string | null },
): Promise<Result<true>> {
  const review = await store.findReview(tx, id)
  if (!review || !(await lockLawyerFirst(tx, review.lawyer_id)))
    return refuse({ code: 'NOT_FOUND', message: MESSAGES.unknown })
  if (!(await store.setHidden(tx, id, reason)))
    return refuse({
      code: 'CONFLICT',
      message: reason === null ? MESSAGES.notHidden : MESSAGES.hiddenAlready,
    })
  await updateRating(tx, review.lawyer_id)
  const action = reason === null ? 'review.shown' : 'review.hidden'
  const details = reason === null ? {} : { reason }
  await audit(tx, { actor, action, object: id, person: review.client_id, details })
  await publishChange(tx, platform, id, [review.lawyer_id, review.client_id])
  return accept(true as const)
}

/** Locks the lawyer of a review: it is edited, published and deleted with that lock. @returns false: it is gone */
export async function lockReview(tx: Tx, id: string): Promise<boolean> {
  const review = await store.findReview(tx, id)
  return review !== null && (await lockLawyerFirst(tx, review.lawyer_id))
}

/**
 * DAT-18: a block of the text of a review begins or ends; call `lockReview` first. Nothing happens to a review that is gone.
 * Only its author reads it then; the stars still count.
 */
export async function writeReviewBlocked(
  tx: Tx,
  platform: EventPublisher,
  id: string,
  isBlocked: boolean,
): Promise<void> {
  const review = await store.findReview(tx, id)
  if (review && (await store.setBlocked(tx, id, isBlocked)))
    await publishChange(tx, platform, id, [review.lawyer_id, review.client_id])
}

/**
 * DAT-17: deletes a review for a granted request of its author. Nothing happens to one that is gone.
 * @returns false: somebody else wrote it
 */
export async function eraseReview(
  tx: Tx,
  platform: EventPublisher,
  { id, actor, authorId }: { id: string; actor: string; authorId: string | null },
): Promise<boolean> {
  const review = await store.findReview(tx, id)
  if (!review || !(await lockLawyerFirst(tx, review.lawyer_id))) return true
  if (review.client_id !== authorId) return false
  if (!(await store.deleteReview(tx, id))) return true
  await updateRating(tx, review.lawyer_id)
  await audit(tx, { actor, action: 'review.erased', object: id, person: review.client_id })
  await publishChange(tx, platform, id, [review.lawyer_id, review.client_id])
  return true
}

/** For reports: a review that this person sees, or null. */
export const reviewForReport = store.findShownReview

/**
 * First part of this slice's step of an account deletion: locks the lawyers whose rating may change. Run it
 * before any case is locked: the same order as when a review is written, to avoid deadlocks.
 */
export const lockForLeaving = (tx: Tx, userId: string): Promise<void> => store.lockReviewedLawyers(tx, userId)

/**
 * Second part of this slice's step of an account deletion (OPEN-58, H-01): public reviews of a client stay
 * without a name and no longer count. Unpublished ones, and those that a lawyer received, are deleted. Call
 * `lockForLeaving` first.
 */
export async function leaveReviews(
  tx: Tx,
  platform: Pick<Platform, 'wake' | 'sealer'>,
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  const changed = await store.anonymizeAuthor(tx, userId, platform.sealer.digest(email))
  for (const { id, lawyer_id } of changed) {
    await updateRating(tx, lawyer_id)
    await publishChange(tx, platform, id, [lawyer_id])
  }
  for (const { id, client_id } of await store.deleteReceivedReviews(tx, userId))
    await publishChange(tx, platform, id, [client_id])
}
