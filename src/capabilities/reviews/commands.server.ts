import { hideContactData } from '../../chile/contact-data.ts'
import { type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { takeTry } from '../../platform/http/limits.server.ts'
import { audit } from '../../platform/log/audit.server.ts'
import { publish } from '../../platform/realtime/publish.server.ts'
import type { Context, Platform, SignedIn } from '../../platform/rpc/context.server.ts'
import { shownName } from '../accounts/rules.ts'
import { GONE } from '../cases/schema.ts'
import { applyRating, holdLawyerFirst } from '../lawyers/commands.server.ts'
import { REVIEW_EVENTS } from './events.ts'
import { REVIEW_LIMIT, type ReviewClient, reviewClient, reviewedLawyer } from './rules.ts'
import {
  type CreateInput,
  FIRST_PAGE,
  hideInput,
  MESSAGES,
  type OfLawyerInput,
  type OwnReview,
  PAGE,
  RECENT,
  type Recent,
  type Review,
  type ReviewsPage,
  type Saved,
  type Standing,
  type UpdateInput,
} from './schema.ts'
import {
  deleteAwaited,
  deleteReceived,
  dropAuthor,
  findConfirmedEmail,
  findOwn,
  findReview,
  holdReviewed,
  insertReview,
  isAddressUsed,
  isEligible,
  isTaken,
  listAwaited,
  listOwn,
  listReviews,
  type NewReview,
  type OwnRow,
  publishReview,
  type ReviewRow,
  ratingDifference,
  readRating,
  setHidden,
  updateReview,
} from './store.server.ts'

const ofRow = ({
  created_at,
  published_at,
  hidden_at,
  id,
  lawyer_id,
  client_id,
  case_id,
  rating,
  comment,
}: OwnRow): OwnReview => ({
  id,
  lawyer_id,
  client_id,
  case_id,
  rating,
  comment,
  created_at: created_at.toISOString(),
  is_published: published_at !== null,
  is_hidden: hidden_at !== null,
})

/** What of a review everybody may see (OPEN-56), contact data hidden (H-01); of one's own also whose it is. */
function shown(row: ReviewRow, asker: string | null): Review {
  const own = row.client_id === asker ? asker : null
  return {
    id: row.id,
    rating: row.rating,
    comment: row.comment && hideContactData(row.comment),
    created_at: row.created_at.toISOString(),
    is_published: row.is_published,
    is_hidden: row.is_hidden,
    client_id: own,
    author: {
      id: own,
      name: row.client_name === null ? GONE : shownName(row.client_name),
      avatar_url: own && row.client_avatar,
    },
  }
}

/** What all reviews of a lawyer, who is held, come to: counted anew after each change of them (H-01, OPEN-53). */
async function recount(tx: Tx, lawyerId: string): Promise<void> {
  const { sum, count } = await ratingDifference(tx, lawyerId)
  if (sum !== 0 || count !== 0) await applyRating(tx, { lawyerId, sum, count })
}

const tell = (tx: Tx, platform: Pick<Platform, 'wake'>, ref: string, people: readonly (string | null)[]) =>
  publish(
    tx,
    platform.wake,
    people.flatMap((user_id) => (user_id ? [{ user_id, kind: REVIEW_EVENTS.changed, ref }] : [])),
  )

/** After the rows: what all reviews come to, and who hears of it. The lawyer is held. */
async function settle(tx: Tx, context: SignedIn, row: OwnRow, created: boolean): Promise<Result<Saved>> {
  await recount(tx, row.lawyer_id)
  await tell(tx, context, row.id, [row.lawyer_id, row.client_id])
  const { id, name, avatar_url } = context.session.user
  return accept({ created, review: { ...ofRow(row), author: { id, name, avatar_url } } })
}

async function edit(
  tx: Tx,
  context: SignedIn,
  client: ReviewClient,
  change: Omit<NewReview, 'lawyerId'>,
): Promise<Result<Saved>> {
  const row = await updateReview(tx, client, change)
  if (row) return settle(tx, context, row, false)
  // It is there, so it was the case that did not fit.
  const own = await findOwn(tx, client, change.id)
  return refuse({ code: 'NOT_FOUND', message: own ? MESSAGES.caseUnknown : MESSAGES.notFound })
}

/** One writer at a time for each lawyer, and no more than so many changes for each client. */
async function writing(context: SignedIn): Promise<Result<ReviewClient>> {
  const client = reviewClient(context.session)
  if (!client.ok) return client
  const wait = await takeTry(context.db, `review:${client.value.clientId}`, REVIEW_LIMIT)
  return wait === null
    ? client
    : refuse({ code: 'TOO_MANY_REQUESTS', message: MESSAGES.tooMany, retryAfter: wait })
}

const addressDigest = ({ sealer }: Pick<Platform, 'sealer'>, email: string) => sealer.digest(email)

/**
 * REV-03 to REV-07, REV-10 to REV-17, TRAP-09: a client reviews a lawyer. There is one review a client and lawyer: whoever
 * has written one already edits it with this (REV-06). The same again under its id is the same review; another text under
 * an id that is taken is refused (409). Until the author's e-mail is confirmed it is not public (H-01). Refused without a
 * trace: no client, no accepted proposal of this lawyer (403), a case that is not one of theirs (404), a confirmed address that
 * reviewed the lawyer from an account that is gone (409), too many changes (429).
 * @returns the review with its author, and whether it was new
 */
export async function createReview(context: SignedIn, input: CreateInput): Promise<Result<Saved>> {
  const client = await writing(context)
  if (!client.ok) return client
  const { lawyerId, id, rating } = input
  const caseId = input.caseId ?? null
  const comment = input.comment ?? null
  return transact(context.db, async (tx) => {
    const no = () =>
      caseId === null
        ? refuse({ code: 'FORBIDDEN', message: MESSAGES.notEligible })
        : refuse({ code: 'NOT_FOUND', message: MESSAGES.caseUnknown })
    // Looked at before anything is held: a stranger must not make others wait.
    if (!(await isEligible(tx, client.value, lawyerId, caseId))) return no()
    if (!(await holdLawyerFirst(tx, lawyerId))) return no()
    const row = await insertReview(tx, client.value, { id, lawyerId, caseId, rating, comment })
    // An unconfirmed author is not told that the address wrote a review before (H-01): `publishReviews` looks again.
    if (
      row?.published_at &&
      (await isAddressUsed(tx, lawyerId, addressDigest(context, context.session.user.email)))
    )
      return refuse({ code: 'CONFLICT', message: MESSAGES.reviewedBefore })
    if (row) return settle(tx, context, row, true)
    const [own] = await listOwn(tx, client.value, [lawyerId])
    if (own && own.id !== id) return edit(tx, context, client.value, { id: own.id, caseId, rating, comment })
    const isSame = own?.rating === rating && own.comment === comment
    if (own && isSame) {
      const { id: userId, name, avatar_url } = context.session.user
      return accept({ created: true, review: { ...ofRow(own), author: { id: userId, name, avatar_url } } })
    }
    return own || (await isTaken(tx, id)) ? refuse({ code: 'CONFLICT', message: MESSAGES.idTaken }) : no()
  })
}

/**
 * REV-06, REV-08, REV-10: changes an own review. Refused without a trace: no client (403), a review that is not theirs or a
 * case that does not fit (404), too many changes (429).
 */
export async function updateReviewById(context: SignedIn, input: UpdateInput): Promise<Result<Saved>> {
  const client = await writing(context)
  if (!client.ok) return client
  const { id, rating } = input
  return transact(context.db, async (tx) => {
    const own = await findOwn(tx, client.value, id)
    if (!own || !(await holdLawyerFirst(tx, own.lawyer_id)))
      return refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
    return edit(tx, context, client.value, {
      id,
      caseId: input.caseId ?? null,
      rating,
      comment: input.comment ?? null,
    })
  })
}

/** REV-03, CAL-23: whether the form is for the asker, with what they wrote. Refuses whoever is no client (403). */
export async function standing(
  context: SignedIn,
  { lawyerId }: { lawyerId: string },
): Promise<Result<Standing>> {
  const client = reviewClient(context.session)
  if (!client.ok) return client
  const [eligible, [own]] = await Promise.all([
    isEligible(context.db, client.value, lawyerId),
    listOwn(context.db, client.value, [lawyerId]),
  ])
  return accept({ eligible, review: own ? ofRow(own) : null })
}

/** DAC-06, TRAP-09: the asker's review of each of these lawyers, where there is one. Refuses whoever is no client (403). */
export async function myReviews(
  context: SignedIn,
  { lawyerIds }: { lawyerIds: readonly string[] },
): Promise<Result<{ reviews: OwnReview[] }>> {
  const client = reviewClient(context.session)
  if (!client.ok) return client
  const rows = lawyerIds.length === 0 ? [] : await listOwn(context.db, client.value, lawyerIds)
  return accept({ reviews: rows.map(ofRow) })
}

/**
 * REV-01, OPEN-56: a page of what clients say of a verified lawyer, newest first: three, then ten a page. Of a lawyer whom
 * the asker may not see there is nothing, as of an unknown one (OPEN-54).
 */
export async function reviewsOfLawyer(context: Context, input: OfLawyerInput): Promise<ReviewsPage> {
  const [stamp, id] = input.after?.split('_') ?? []
  const after = id ? { stamp: Number(stamp), id } : null
  const asker = context.session?.userId ?? null
  const size = after ? PAGE : FIRST_PAGE
  const rows = await listReviews(context.db, input.lawyerId, asker, { after, limit: size + 1 })
  const last = rows.length > size ? rows[size - 1] : undefined
  return {
    items: rows.slice(0, size).map((row) => shown(row, asker)),
    next: last ? `${last.stamp}_${last.id}` : null,
  }
}

/** DAL-11, CAL-24: the newest five that the asker received, and the average of all. Refuses whoever is no lawyer (403). */
export async function recentReviews(context: SignedIn): Promise<Result<Recent>> {
  const lawyer = reviewedLawyer(context.session)
  if (!lawyer.ok) return lawyer
  const { lawyerId } = lawyer.value
  const [rating, rows] = await Promise.all([
    readRating(context.db, lawyer.value),
    listReviews(context.db, lawyerId, lawyerId, { after: null, limit: RECENT }),
  ])
  return accept({ ...rating, items: rows.map((row) => shown(row, lawyerId)) })
}

/**
 * H-01: makes public what waited for this client's e-mail to be confirmed; a second review of a lawyer under one address goes
 * instead. Run by a job; again it does nothing.
 */
export async function publishReviews(platform: Platform, clientId: string): Promise<void> {
  const { db } = platform
  const email = await findConfirmedEmail(db, clientId)
  if (email === null) return
  for (const lawyerId of await listAwaited(db, clientId))
    await transact(db, async (tx) => {
      if (!(await holdLawyerFirst(tx, lawyerId))) return accept(null)
      const isSecond = await isAddressUsed(tx, lawyerId, addressDigest(platform, email))
      const id = await (isSecond ? deleteAwaited : publishReview)(tx, clientId, lawyerId)
      if (id) {
        await recount(tx, lawyerId)
        await tell(tx, platform, id, [lawyerId, clientId])
      }
      return accept(id)
    })
}

/**
 * H-04: the operator hides a review with a reason, or shows it again (`reason` null). It counts no more, or again; author and
 * lawyer hear of it. Refused: an id that is no review's, an empty or too long reason (422), hidden or shown already (409).
 */
export async function setReviewHidden(
  platform: Platform,
  input: { id: string; reason: string | null },
): Promise<Result<true>> {
  const parsed = hideInput.safeParse(input)
  if (!parsed.success)
    return refuse({ code: 'UNPROCESSABLE_CONTENT', message: parsed.error.issues[0]?.message ?? '' })
  const { id, reason } = parsed.data
  return transact(platform.db, async (tx) => {
    const review = await findReview(tx, id)
    if (!review || !(await holdLawyerFirst(tx, review.lawyer_id)))
      return refuse({ code: 'NOT_FOUND', message: MESSAGES.unknown })
    if (!(await setHidden(tx, id, reason)))
      return refuse({
        code: 'CONFLICT',
        message: reason === null ? MESSAGES.notHidden : MESSAGES.hiddenAlready,
      })
    await recount(tx, review.lawyer_id)
    const action = reason === null ? 'review.shown' : 'review.hidden'
    await audit(tx, { actor: null, action, object: id, details: reason === null ? {} : { reason } })
    await tell(tx, platform, id, [review.lawyer_id, review.client_id])
    return accept(true as const)
  })
}

/**
 * First part of this slice's step of an account's deletion: the lawyers whose average changes are held before any case, as
 * by whoever writes a review.
 */
export const holdForLeaving = (tx: Tx, userId: string): Promise<void> => holdReviewed(tx, userId)

/**
 * This slice's step of an account's deletion (OPEN-58, H-01): what a client published stays without a name and no longer
 * counts; what was not public, and what a lawyer received, goes. The lawyers are held already.
 */
export async function leaveReviews(
  tx: Tx,
  platform: Pick<Platform, 'wake' | 'sealer'>,
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  const nameless = await dropAuthor(tx, userId, addressDigest(platform, email))
  for (const { id, lawyer_id } of nameless) {
    await recount(tx, lawyer_id)
    await tell(tx, platform, id, [lawyer_id])
  }
  for (const { id, client_id } of await deleteReceived(tx, userId)) await tell(tx, platform, id, [client_id])
}
