import { hideContactData } from '../../chile/contact-data.ts'
import { locationOf } from '../../chile/regions.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, type Refusal, type Result, refuse } from '../../platform/errors/refusal.ts'
import { fileAddress } from '../../platform/files/buckets.ts'
import { claimFile, discardFile, discardFilesOf } from '../../platform/files/files.server.ts'
import { takeTry } from '../../platform/http/limits.server.ts'
import type { Context, Platform, SignedIn } from '../../platform/rpc/context.server.ts'
import type { VerificationStatus } from '../../platform/session.ts'
import { changeProfile } from '../accounts/commands.server.ts'
import {
  COLLEAGUES_PAGE,
  colleagueFilter,
  lawyerOnly,
  nextStatus,
  PROFILE_LIMIT,
  SEARCH_LIMIT,
  VERIFICATION,
  type VerificationEvent,
  verifiedLawyer,
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
import {
  applyRating,
  findProfessionalProfile,
  findPublicLawyer,
  findStatus,
  holdLawyer,
  listColleagues,
  listVerified,
  moveStatus,
  setSuspended,
  writeOwnFields,
  writeProfessionalFields,
} from './store.server.ts'

const RUT_TAKEN: Refusal = {
  code: 'CONFLICT',
  message: MESSAGES.rutTaken,
  fields: { rut: MESSAGES.rutTaken },
}
const LAWYERS_ONLY: Refusal = { code: 'FORBIDDEN', message: MESSAGES.lawyersOnly }

/**
 * Moves a lawyer along the road of verification: profiles, lawyer_profiles and is_verified in the caller's transaction,
 * each by a guarded UPDATE; the session is told (TRAP-27, ONV-12, ONP-08, OPEN-01, OPEN-02).
 * @returns the new status. Refused: another status than the event's (409, the graph's text), no such lawyer (404),
 * a profile with gaps sent to review (422), or one with the RUT of somebody under review or verified (409, field rut,
 * OPEN-62). After a refusal the transaction must be given up.
 */
export async function moveVerification(
  tx: Tx,
  platform: Pick<Platform, 'wake'>,
  { lawyerId, event }: { lawyerId: string; event: VerificationEvent },
): Promise<Result<VerificationStatus>> {
  const { from, to } = VERIFICATION.moves[event]
  try {
    // The role's table first: an account of another role has no row there, and stays untouched.
    if (!(await moveStatus(tx, { lawyerId, from, to }))) {
      const next = await whereHeld(tx, lawyerId, event)
      if (!next.ok) return next
      // A move by somebody else was committed meanwhile and brought the lawyer here.
      if (!(await moveStatus(tx, { lawyerId, from, to }))) throw differ(lawyerId)
    }
  } catch (error) {
    if (violates(error, 'lawyer_profiles_rut_key')) return refuse(RUT_TAKEN)
    if (!violates(error, 'lawyer_profiles_complete')) throw error
    return refuse({ code: 'UNPROCESSABLE_CONTENT', message: MESSAGES.incomplete })
  }
  if (await changeProfile(tx, platform, lawyerId, { status: { from, to } })) return accept(to)
  throw differ(lawyerId)
}

/** TRAP-27: no procedure leaves them so, and trying again would never end. */
const differ = (lawyerId: string) => new Error(`The two statuses of lawyer ${lawyerId} differ.`)

/** Where an event leads from the lawyer's status, which stays as it is from here on: nobody moves them meanwhile. */
async function whereHeld(
  tx: Tx,
  lawyerId: string,
  event: VerificationEvent,
): Promise<Result<VerificationStatus>> {
  const status = (await holdLawyer(tx, lawyerId)) ? await findStatus(tx, lawyerId) : null
  if (status === null) return refuse({ code: 'NOT_FOUND', message: MESSAGES.unknownLawyer })
  return nextStatus(status, event)
}

/**
 * Holds a lawyer until the transaction ends. Whatever changes a lawyer together with rows of other slices takes this
 * first, as the deletion of the account does, so that nobody waits in a circle. @returns whether there is such a lawyer
 */
export const holdLawyerFirst = (tx: Tx, lawyerId: string): Promise<boolean> => holdLawyer(tx, lawyerId)

/**
 * `applyRating`: what the reviews come to, in the transaction of the review that changed; hold the lawyer before (REV-06, OPEN-53).
 * `setSuspended`: whoever is suspended is in no list and has no public address, but stays verified; undone it is all back (H-04).
 */
export { applyRating, setSuspended }

/**
 * Writes what the form of onboarding carries into lawyer_profiles, while the profile is the lawyer's to write (ONP-42).
 * Refused: another status than profile_pending (409).
 */
export async function saveProfessionalProfile(
  tx: Tx,
  lawyerId: string,
  { location, ...fields }: ProfessionalFields,
): Promise<Result<true>> {
  const next = await whereHeld(tx, lawyerId, 'submit')
  if (!next.ok) return next
  const place = { ...location, location: locationOf(location) }
  if (await writeProfessionalFields(tx, lawyerId, fields, place)) return accept(true as const)
  throw differ(lawyerId)
}

/**
 * Makes an uploaded file of bucket avatars the account's photo; the old file goes (PRO-08, ONP-40).
 * @returns the photo's address. Refused (409): the file is not theirs, not there or used already
 */
export async function setAvatar(
  tx: Tx,
  platform: Pick<Platform, 'wake'>,
  { userId, key }: { userId: string; key: string },
): Promise<Result<string>> {
  const missing: Refusal = {
    code: 'CONFLICT',
    message: MESSAGES.photoMissing,
    fields: { avatarKey: MESSAGES.photoMissing },
  }
  if (!(await claimFile(tx, { key, bucket: 'avatars', ownerId: userId }))) return refuse(missing)
  const changed = await changeProfile(tx, platform, userId, { avatarUrl: fileAddress(key) })
  if (!changed?.avatarNow) return refuse(missing)
  const old = avatarKey(changed.avatarBefore)
  if (old) await discardFile(tx, old)
  return accept(changed.avatarNow)
}

/** The stored file behind a photo's address; null when there is none, or none of ours. */
function avatarKey(url: string | null): string | null {
  const start = fileAddress('')
  return url?.startsWith(`${start}avatars/`) ? (url.slice(start.length).split('?')[0] ?? null) : null
}

/** For whoever has proven to be the lawyer or an administrator: everything of a profile. null: no such lawyer. */
export const professionalProfile = (db: Db, lawyerId: string): Promise<ProfessionalProfile | null> =>
  findProfessionalProfile(db, lawyerId)

/** The own profile for the edit page (PRO-06 to PRO-15). Refuses whoever is no lawyer (403). */
export async function ownProfile({ db, session }: SignedIn): Promise<Result<OwnProfile>> {
  const lawyer = lawyerOnly(session)
  if (!lawyer.ok) return lawyer
  const profile = await findProfessionalProfile(db, session.userId)
  return profile ? accept(toOwn(profile)) : refuse(LAWYERS_ONLY)
}

/**
 * PRO-09 to PRO-13, PRO-16, PRO-17: a verified lawyer changes price, description, phone, address and photo; nothing
 * else of the profile moves. Refused: whoever is none (403), a photo that is not theirs (409), too many changes (429).
 * @returns the profile as it is now
 */
export async function updateProfile(
  context: SignedIn,
  { location, avatarKey: key, ...fields }: UpdateProfileInput,
): Promise<Result<OwnProfile>> {
  const scope = verifiedLawyer(context.session)
  if (!scope.ok) return scope
  const { lawyerId } = scope.value
  const wait = await takeTry(context.db, `lawyer-profile:${lawyerId}`, PROFILE_LIMIT)
  if (wait !== null)
    return refuse({ code: 'TOO_MANY_REQUESTS', message: MESSAGES.tooManyChanges, retryAfter: wait })
  return transact(context.db, async (tx) => {
    const place = { ...location, location: locationOf(location) }
    if (!(await writeOwnFields(tx, scope.value, fields, place)))
      return refuse({ code: 'FORBIDDEN', message: MESSAGES.verifiedOnly })
    if (key !== undefined) {
      const photo = await setAvatar(tx, context, { userId: lawyerId, key })
      if (!photo.ok) return photo
    }
    const profile = await findProfessionalProfile(tx, lawyerId)
    return profile ? accept(toOwn(profile)) : refuse(LAWYERS_ONLY)
  })
}

const toOwn = (profile: ProfessionalProfile): OwnProfile => ({
  name: profile.name,
  nameConfirmed: profile.name_confirmed,
  avatarUrl: profile.avatar_url,
  verificationStatus: profile.verification_status,
  rut: profile.rut,
  university: profile.university,
  graduationYear: profile.graduation_year,
  specialties: profile.specialties,
  experience: profile.experience,
  price: profile.price,
  description: profile.description,
  phoneNumber: profile.phone_number,
  location:
    profile.address_region && profile.address_commune
      ? { region: profile.address_region, commune: profile.address_commune }
      : null,
  addressStreet: profile.address_street,
  addressNumber: profile.address_number,
  addressApartment: profile.address_apartment,
})

/**
 * CAL-22: what everybody may see of a verified lawyer; an unverified one is there for themselves alone (404, OPEN-54).
 * Contact data in the description are hidden from all but the lawyer (OPEN-50).
 */
export async function publicProfile(context: Context, lawyerId: string): Promise<Result<PublicLawyer>> {
  const asker = context.session?.userId ?? null
  const lawyer = await findPublicLawyer(context.db, lawyerId, asker)
  if (!lawyer) return refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
  if (asker === lawyerId || lawyer.description === null) return accept(lawyer)
  // OPEN-50: people talk here. The address of an office stays.
  return accept({ ...lawyer, description: hideContactData(lawyer.description, { addresses: true }) })
}

/**
 * Whose public profile there is, for search engines (DESIGN §10), in the order of ids.
 * @param first hexadecimal digit that the ids begin with; all of them when absent
 * @param most how many at most
 */
export const verifiedLawyerIds = (db: Db, most: number, first?: string): Promise<string[]> => {
  const bound = (digit: string) =>
    `${first ?? digit}${digit.repeat(7)}-${[4, 4, 4, 12].map((length) => digit.repeat(length)).join('-')}`
  return listVerified(db, { from: bound('0'), to: bound('f') }, most)
}

/** Security §1, row 28: one more page of lawyers for whoever asks; too many in a minute are refused (429). */
export async function paced({ db, session, address }: Context): Promise<Result<true>> {
  const wait = await takeTry(db, `search:${session?.userId ?? address}`, SEARCH_LIMIT)
  return wait === null
    ? accept(true as const)
    : refuse({ code: 'TOO_MANY_REQUESTS', message: MESSAGES.tooManySearches, retryAfter: wait })
}

/**
 * COL-03 to COL-08, CAL-27: a page of the verified lawyers but oneself, by name; 60 a minute (429). Refuses whoever is none
 * (403, ROU-39).
 */
export async function colleagues(
  context: SignedIn,
  input: ColleaguesInput,
): Promise<Result<{ items: Colleague[]; next: string | null }>> {
  const lawyer = verifiedLawyer(context.session)
  if (!lawyer.ok) return lawyer
  const pace = await paced(context)
  if (!pace.ok) return pace
  const filter = colleagueFilter(input)
  const rows = await listColleagues(context.db, lawyer.value, filter, COLLEAGUES_PAGE + 1)
  const shown = rows.slice(0, COLLEAGUES_PAGE)
  const last = shown.at(-1)
  const next = last && rows.length > COLLEAGUES_PAGE ? `${last.id}.${last.folded_name}` : null
  return accept({ items: shown.map(({ folded_name: _, ...colleague }) => colleague), next })
}

/**
 * This slice's step of an account's deletion (OPEN-58): photo and ID card go; the row goes with the account. Also for
 * accounts of another role: whatever they have uploaded goes.
 */
export async function removeLawyer(tx: Tx, userId: string): Promise<void> {
  // A change of the profile that is under way ends before, or finds nothing more to change.
  await holdLawyer(tx, userId)
  await discardFilesOf(tx, userId, ['avatars', 'identidad'])
}

/** Whether the database refused a write because of this constraint. */
const violates = (error: unknown, constraint: string) =>
  (error as { constraint?: string }).constraint === constraint
