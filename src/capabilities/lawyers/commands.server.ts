import { hideContactData } from '../../chile/contact-data.ts'
import { locationOf } from '../../chile/regions.ts'
import { cutPage } from '../../input/cursor.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, fieldRefusal, type Refusal, type Result, refuse } from '../../platform/errors/refusal.ts'
import { fileAddress } from '../../platform/files/buckets.ts'
import { claimFile, discardFile, discardFilesOf } from '../../platform/files/stored-files.server.ts'
import { checkRateLimit } from '../../platform/http/rate-limit.server.ts'
import { type EventPublisher, publish } from '../../platform/realtime/publish.server.ts'
import type { Context, Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import type { VerificationStatus } from '../../platform/session/session.ts'
import { changeProfile } from '../accounts/commands.server.ts'
import {
  COLLEAGUES_PAGE_SIZE,
  colleagueFilter,
  nextStatus,
  PROFILE_CHANGE_LIMIT,
  requireLawyer,
  requireVerifiedLawyer,
  SEARCH_LIMIT,
  VERIFICATION_GRAPH,
  type VerificationEvent,
} from './rules.ts'
import {
  type Colleague,
  type ColleaguesInput,
  MESSAGES,
  type OwnProfile,
  type ProfessionalFields,
  type ProfessionalProfile,
  type PublicLawyer,
  type UpdateProfileInput,
} from './schema.ts'
import * as store from './store.server.ts'
import { applyRating, setSuspended, writeDescriptionHidden, writeProfileBlocked } from './store.server.ts'

const RUT_TAKEN = fieldRefusal('rut', MESSAGES.rutTaken, 'CONFLICT')
const LAWYERS_ONLY: Refusal = { code: 'FORBIDDEN', message: MESSAGES.lawyersOnly }

/**
 * Applies a verification event in the caller's transaction: changes the status in profiles and
 * lawyer_profiles (with is_verified) by guarded UPDATEs and publishes the change (TRAP-27, ONV-12, ONP-08,
 * OPEN-01, OPEN-02).
 * @returns the new status. Refuses an event not allowed in the present status (409, text of the graph), an
 * unknown lawyer (404), an incomplete profile sent to review (422) and a RUT of another lawyer under review
 * or verified (409, field rut, OPEN-62). After a refusal the caller must roll back.
 */
export async function moveVerification(
  tx: Tx,
  platform: EventPublisher,
  { lawyerId, event }: { lawyerId: string; event: VerificationEvent },
): Promise<Result<VerificationStatus>> {
  const { from, to } = VERIFICATION_GRAPH.transitions[event]
  try {
    // The role's table first: accounts of other roles have no row there, so they stay unchanged.
    if (!(await store.moveStatus(tx, { lawyerId, from, to }))) {
      const next = await lockAndGetNextStatus(tx, lawyerId, event)
      if (!next.ok) return next
      // A concurrent transaction committed a change that makes the event possible now.
      if (!(await store.moveStatus(tx, { lawyerId, from, to }))) throw statusesDiffer(lawyerId)
    }
  } catch (error) {
    if (violates(error, 'lawyer_profiles_rut_key')) return refuse(RUT_TAKEN)
    if (!violates(error, 'lawyer_profiles_complete')) throw error
    return refuse({ code: 'UNPROCESSABLE_CONTENT', message: MESSAGES.incomplete })
  }
  if (await changeProfile(tx, platform, lawyerId, { status: { from, to } })) return accept(to)
  throw statusesDiffer(lawyerId)
}

/**
 * TRAP-27: no command leaves the two copies different, and a retry would loop forever, so this is a fault.
 */
const statusesDiffer = (lawyerId: string) => new Error(`The two statuses of lawyer ${lawyerId} differ.`)

/** Locks the lawyer, so that the status cannot change any more, and gives the status after the event. */
async function lockAndGetNextStatus(
  tx: Tx,
  lawyerId: string,
  event: VerificationEvent,
): Promise<Result<VerificationStatus>> {
  const status = (await store.lockLawyer(tx, lawyerId)) ? await store.findStatus(tx, lawyerId) : null
  if (status === null) return refuse({ code: 'NOT_FOUND', message: MESSAGES.unknownLawyer })
  return nextStatus(status, event)
}

/**
 * Locks a lawyer until the transaction ends. A transaction that also changes rows of other slices must take
 * this lock first, like account deletion does: the common order prevents deadlocks.
 * @returns whether the lawyer exists
 */
export const lockLawyerFirst = store.lockLawyer
/** In the same place of the lock order: the lawyer is neither suspended nor deleted meanwhile. */
export const shareLawyer = store.shareLawyer

/**
 * `applyRating` changes the rating totals in the review's transaction; lock the lawyer before (REV-06,
 * OPEN-53). `setSuspended` hides a lawyer from all lists and pages, or shows them again; the verification
 * status stays (H-04). `writeProfileBlocked` does so for a block that the lawyer asked for (DAT-18).
 * `writeDescriptionHidden` hides the description only (DAT-69).
 */
export { applyRating, setSuspended, writeDescriptionHidden, writeProfileBlocked }

/** Writes the fields of the onboarding form (ONP-42). Refuses any status but profile_pending (409). */
export async function saveProfessionalProfile(
  tx: Tx,
  lawyerId: string,
  { location, ...fields }: ProfessionalFields,
): Promise<Result<true>> {
  const next = await lockAndGetNextStatus(tx, lawyerId, 'submit')
  if (!next.ok) return next
  const place = { ...location, location: locationOf(location) }
  if (await store.writeProfessionalFields(tx, lawyerId, fields, place)) return accept(true as const)
  throw statusesDiffer(lawyerId)
}

/**
 * Makes an uploaded file of bucket avatars the account's photo and discards the old one (PRO-08, ONP-40).
 * @returns the photo's URL. Refuses (409) a file that is missing, in use or of another owner
 */
export async function setAvatar(
  tx: Tx,
  platform: EventPublisher,
  { userId, key }: { userId: string; key: string },
): Promise<Result<string>> {
  const missing = fieldRefusal('avatarKey', MESSAGES.photoMissing, 'CONFLICT')
  if (!(await claimFile(tx, { key, bucket: 'avatars', ownerId: userId }))) return refuse(missing)
  const changed = await changeProfile(tx, platform, userId, { avatarUrl: fileAddress(key) })
  if (!changed?.avatarNow) return refuse(missing)
  const old = avatarKey(changed.avatarBefore)
  if (old) await discardFile(tx, old)
  return accept(changed.avatarNow)
}

/** Key of the stored file behind a photo's URL; null for no URL or an external one. */
function avatarKey(url: string | null): string | null {
  const start = fileAddress('')
  return url?.startsWith(`${start}avatars/`) ? (url.slice(start.length).split('?')[0] ?? null) : null
}

/** The complete profile, or null. The caller must ensure that only the owner or an administrator sees it. */
export const getProfessionalProfile = store.findProfessionalProfile

/** Keyed digest of the declared RUT, or null: recognises the lawyer in another account (H-02). */
export async function rutDigestOf(
  db: Db,
  { sealer }: Pick<Platform, 'sealer'>,
  lawyerId: string,
): Promise<string | null> {
  const rut = await store.findRut(db, lawyerId)
  return rut === null ? null : sealer.digest(rut)
}

/**
 * DAT-17: corrects the RUT or birth date of a lawyer, for a granted request. Refusals: no such lawyer (404), a RUT of
 * another lawyer (409).
 */
export async function correctIdentity(
  tx: Tx,
  platform: EventPublisher,
  lawyerId: string,
  column: { rut: string } | { birth_date: string },
): Promise<Result<true>> {
  try {
    if (!(await store.writeCorrection(tx, lawyerId, column)))
      return refuse({ code: 'NOT_FOUND', message: MESSAGES.unknownLawyer })
  } catch (error) {
    if (violates(error, 'lawyer_profiles_rut_key')) return refuse(RUT_TAKEN)
    throw error
  }
  await publish(tx, platform.wake, [{ user_id: lawyerId, kind: 'profile', ref: lawyerId }])
  return accept(true as const)
}

/** The own profile for the edit page (PRO-06 to PRO-15). Refuses other roles (403). */
export async function ownProfile({ db, session }: SignedInContext): Promise<Result<OwnProfile>> {
  const lawyer = requireLawyer(session)
  if (!lawyer.ok) return lawyer
  const profile = await store.findProfessionalProfile(db, session.userId)
  return profile ? accept(toOwnProfile(profile)) : refuse(LAWYERS_ONLY)
}

/**
 * Changes price, description, phone, address and photo of a verified lawyer, and nothing else (PRO-09 to
 * PRO-13, PRO-16, PRO-17). Refuses everybody else (403), an unusable photo (409) and too many changes (429).
 * @returns the updated profile
 */
export async function updateProfile(
  context: SignedInContext,
  { location, avatarKey: key, ...fields }: UpdateProfileInput,
): Promise<Result<OwnProfile>> {
  const scope = requireVerifiedLawyer(context.session)
  if (!scope.ok) return scope
  const { lawyerId } = scope.value
  const limitKey = `lawyer-profile:${lawyerId}`
  const within = await checkRateLimit(context.db, limitKey, PROFILE_CHANGE_LIMIT, MESSAGES.tooManyChanges)
  if (!within.ok) return within
  return transact(context.db, async (tx) => {
    const place = { ...location, location: locationOf(location) }
    if (!(await store.writeEditableFields(tx, scope.value, fields, place)))
      return refuse({ code: 'FORBIDDEN', message: MESSAGES.verifiedOnly })
    if (key !== undefined) {
      const photo = await setAvatar(tx, context, { userId: lawyerId, key })
      if (!photo.ok) return photo
    }
    const profile = await store.findProfessionalProfile(tx, lawyerId)
    return profile ? accept(toOwnProfile(profile)) : refuse(LAWYERS_ONLY)
  })
}

const toOwnProfile = ({
  birthDate: _birthDate,
  idCardPath: _idCardPath,
  ...own
}: ProfessionalProfile): OwnProfile => own

/**
 * CAL-22: the public profile of a verified lawyer. Only the owner sees an unverified one; for others it is
 * 404 (OPEN-54). Contact data in the description are hidden from everybody but the owner (OPEN-50).
 */
export async function publicProfile(context: Context, lawyerId: string): Promise<Result<PublicLawyer>> {
  const asker = context.session?.userId ?? null
  const lawyer = await store.findPublicLawyer(context.db, lawyerId, asker)
  if (!lawyer) return refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
  if (asker === lawyerId || lawyer.description === null) return accept(lawyer)
  // OPEN-50: first contact happens in the chat. An office's street address may be shown.
  return accept({ ...lawyer, description: hideContactData(lawyer.description, { addresses: true }) })
}

/**
 * Ids of the lawyers with a public profile, in ascending order, for the sitemap (docs/design.md §10).
 * @param max maximum number of ids
 * @param first hexadecimal digit the ids start with; omit for all
 */
export const verifiedLawyerIds = (db: Db, max: number, first?: string): Promise<string[]> => {
  const bound = (digit: string) =>
    `${first ?? digit}${digit.repeat(7)}-${[4, 4, 4, 12].map((length) => digit.repeat(length)).join('-')}`
  return store.listVerifiedIds(db, { from: bound('0'), to: bound('f') }, max)
}

/** Rate limit for pages of lawyers, per user or IP address (abuse 28); refuses too many in a minute (429). */
export const consumeSearchLimit = ({ db, session, address }: Context): Promise<Result<true>> =>
  checkRateLimit(db, `search:${session?.userId ?? address}`, SEARCH_LIMIT, MESSAGES.tooManySearches)

/**
 * COL-03 to COL-08, CAL-27: a page of the other verified lawyers, ordered by name. Refuses anybody but
 * verified lawyers (403, ROU-39) and more than 60 pages a minute (429).
 */
export async function colleagues(
  context: SignedInContext,
  input: ColleaguesInput,
): Promise<Result<{ items: Colleague[]; next: string | null }>> {
  const lawyer = requireVerifiedLawyer(context.session)
  if (!lawyer.ok) return lawyer
  const allowed = await consumeSearchLimit(context)
  if (!allowed.ok) return allowed
  const filter = colleagueFilter(input)
  const rows = await store.listColleagues(context.db, lawyer.value, filter, COLLEAGUES_PAGE_SIZE + 1)
  const { shown, next } = cutPage(rows, COLLEAGUES_PAGE_SIZE, (last) => `${last.id}.${last.folded_name}`)
  return accept({ items: shown.map(({ folded_name: _, ...colleague }) => colleague), next })
}

/**
 * This slice's step of account deletion (OPEN-58): discards photo and ID card; the row is deleted with the
 * account. Also for other roles, which may have uploaded files.
 */
export async function removeLawyer(tx: Tx, userId: string): Promise<void> {
  // A concurrent profile change finishes before this, or finds no row any more.
  await store.lockLawyer(tx, userId)
  await discardFilesOf(tx, userId, ['avatars', 'identidad'])
}

const violates = (error: unknown, constraint: string) =>
  (error as { constraint?: string }).constraint === constraint

/**
 * DAT-38: deletes the file of an ID card that is no longer needed; its hash and the time stay with the profile.
 * @returns false when the lawyer has another card by now, or is under review again
 */
export async function deleteIdCard(
  tx: Tx,
  card: { lawyerId: string; key: string; sha256: string | null },
): Promise<boolean> {
  if (!(await store.forgetIdCard(tx, card))) return false
  await discardFile(tx, card.key)
  return true
}
