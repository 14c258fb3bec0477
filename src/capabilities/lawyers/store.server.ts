import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import type { VerificationStatus } from '../../platform/session/session.ts'
import type { ColleagueFilter, VerifiedLawyer } from './rules.ts'
import type {
  Colleague,
  ProfessionalFields,
  ProfessionalProfile,
  PublicLawyer,
  UpdateProfileInput,
} from './schema.ts'

/** Where a lawyer works, as the three columns that store it. */
interface WorkPlace {
  region: string
  commune: string
  /** «{comuna}, {región}». */
  location: string
}

/** The complete profile of a lawyer (ENT-05), with name and photo; null if there is no such lawyer. */
export async function findProfessionalProfile(db: Db, lawyerId: string): Promise<ProfessionalProfile | null> {
  const { rows } = await sql<ProfessionalProfile>`
    select l.id, p.name, p.name is not distinct from p.verified_name as name_confirmed, p.email, p.avatar_url, p.verification_status, l.is_verified, l.plan, l.price, l.experience,
      l.description, l.specialties, l.phone_number, l.rut, l.birth_date, l.address_street, l.address_number,
      l.address_apartment, l.address_commune, l.address_region, l.location, l.university, l.graduation_year,
      l.id_card_path
    from lawyer_profiles l join profiles p on p.id = l.id and p.role = 'lawyer'
    where l.id = ${lawyerId}
  `.execute(db)
  return rows[0] ?? null
}

/**
 * What others may see of a verified lawyer. Lawyers also see their own unverified profile (OPEN-54). Lists
 * its columns explicitly, so that private ones are never read (TRAP-36).
 * @param asker user id of the viewer; null for a visitor
 */
export async function findPublicLawyer(
  db: Db,
  lawyerId: string,
  asker: string | null,
): Promise<PublicLawyer | null> {
  const { rows } = await sql<PublicLawyer>`
    select p.id, p.name, p.name is not distinct from p.verified_name as name_confirmed, p.avatar_url, l.specialties, l.price, l.description, l.experience, l.is_verified, l.plan,
      l.university, l.address_commune,
      coalesce(round(l.rating_sum::numeric / nullif(l.rating_count, 0), 1), 0)::float8 as rating,
      l.rating_count as review_count
    from lawyer_profiles l join profiles p on p.id = l.id and p.role = 'lawyer'
    where l.id = ${lawyerId} and (l.is_verified or l.id = ${asker})
  `.execute(db)
  return rows[0] ?? null
}

/**
 * Adds to a lawyer's rating totals in the review's transaction; lock the lawyer before (OPEN-53, OPEN-56).
 * @param change.sum stars added, or removed if negative
 * @param change.count reviews added, or removed if negative
 */
export async function applyRating(
  tx: Tx,
  change: { lawyerId: string; sum: number; count: number },
): Promise<void> {
  await sql`
    update lawyer_profiles set rating_sum = rating_sum + ${change.sum}, rating_count = rating_count + ${change.count}
    where id = ${change.lawyerId}
  `.execute(tx)
}

/** Ids of verified lawyers in ascending order. @param ids inclusive range */
export async function listVerifiedIds(
  db: Db,
  ids: { from: string; to: string },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from lawyer_profiles l join profiles p on p.id = l.id and p.role = 'lawyer'
    where l.is_verified and l.id between ${ids.from} and ${ids.to}
    order by l.id limit ${limit}
  `.execute(db)
  return rows.map((row) => row.id)
}

/** Verification status of a lawyer; null if there is no such lawyer. */
export async function findStatus(db: Db, lawyerId: string): Promise<VerificationStatus | null> {
  const { rows } = await sql<{ verification_status: VerificationStatus }>`
    select p.verification_status from lawyer_profiles l join profiles p on p.id = l.id and p.role = 'lawyer'
    where l.id = ${lawyerId}
  `.execute(db)
  return rows[0]?.verification_status ?? null
}

/**
 * Locks a lawyer's row until the transaction ends. Every change of a lawyer starts with this or with an
 * UPDATE of the row.
 * @returns whether the lawyer exists
 */
export async function lockLawyer(tx: Tx, lawyerId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from lawyer_profiles where id = ${lawyerId} for update`.execute(tx)
  return rows.length > 0
}

/**
 * Changes this table's copy of the status, and `is_verified` with it (TRAP-27), if the status is `from`.
 * @returns whether it was changed
 * @throws on constraint lawyer_profiles_complete if an incomplete profile would go to review
 */
export async function moveStatus(
  tx: Tx,
  move: { lawyerId: string; from: VerificationStatus; to: VerificationStatus },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update lawyer_profiles set verification_status = ${move.to}, is_verified = ${move.to === 'verified'} and not is_suspended,
      updated_at = app_now()
    where id = ${move.lawyerId} and verification_status = ${move.from}
  `.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Hides a lawyer from all lists and pages, or shows them again (H-04). Other roles have no row here. */
export async function setSuspended(tx: Tx, lawyerId: string, isSuspended: boolean): Promise<void> {
  await sql`
    update lawyer_profiles set is_suspended = ${isSuspended},
      is_verified = verification_status = 'verified' and not ${isSuspended}, updated_at = app_now()
    where id = ${lawyerId}
  `.execute(tx)
}

/**
 * Writes the fields of the onboarding form (ONP-42) if the status is profile_pending.
 * @returns whether they were written
 */
export async function writeProfessionalFields(
  tx: Tx,
  lawyerId: string,
  fields: Omit<ProfessionalFields, 'location'>,
  place: WorkPlace,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update lawyer_profiles set
      rut = ${fields.rut}, phone_number = ${fields.phoneNumber}, birth_date = ${fields.birthDate},
      address_region = ${place.region}, address_commune = ${place.commune}, location = ${place.location},
      address_street = ${fields.addressStreet}, address_number = ${fields.addressNumber ?? null},
      address_apartment = ${fields.addressApartment ?? null}, specialties = ${fields.specialties}::text[],
      experience = ${fields.experience}, price = ${fields.price}, description = ${fields.description},
      university = ${fields.university}, graduation_year = ${fields.graduationYear},
      id_card_path = coalesce(${fields.idCardPath ?? null}, id_card_path), updated_at = app_now()
    where id = ${lawyerId} and verification_status = 'profile_pending'
  `.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/**
 * Writes the columns that a verified lawyer may edit (PRO-17).
 * @returns whether the lawyer is still verified
 */
export async function writeEditableFields(
  tx: Tx,
  { lawyerId }: VerifiedLawyer,
  fields: Omit<UpdateProfileInput, 'location' | 'avatarKey'>,
  place: WorkPlace,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update lawyer_profiles set
      price = ${fields.price}, description = ${fields.description}, phone_number = ${fields.phoneNumber},
      address_region = ${place.region}, address_commune = ${place.commune}, location = ${place.location},
      address_street = ${fields.addressStreet}, address_number = ${fields.addressNumber},
      address_apartment = ${fields.addressApartment ?? null}, updated_at = app_now()
    where id = ${lawyerId} and is_verified
  `.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/**
 * Verified lawyers except the viewer, ordered by name (COL-08). Lists its columns explicitly, so that private
 * ones are never read (TRAP-36).
 * @returns each with the folded name used for ordering
 */
export async function listColleagues(
  db: Db,
  { lawyerId }: VerifiedLawyer,
  filter: ColleagueFilter,
  limit: number,
): Promise<(Colleague & { folded_name: string })[]> {
  const { text, specialty, locations, experience, after } = filter
  const verified = sql`role = 'lawyer' and verification_status = 'verified'`
  const pattern = `%${text?.name.replace(/[\\%_]/g, '\\$&') ?? ''}%`
  // With a text, one index per condition finds the matches (hence the union); without, the index on names
  // gives the order.
  const people = text
    ? sql`(
        select p.id, p.name, p.avatar_url from profiles p join (
          select id from profiles where ${verified} and folded(name) like ${pattern}
          union
          select id from lawyer_profiles where is_verified and specialties && ${text.specialties}::text[]
        ) as found on found.id = p.id where ${verified}
      )`
    : sql`(select id, name, avatar_url from profiles where ${verified})`
  const { rows } = await sql<Colleague & { folded_name: string }>`
    select p.id, p.name, p.avatar_url, l.location, l.experience, l.specialties, folded(p.name) as folded_name
    from ${people} as p join lawyer_profiles l on l.id = p.id and l.is_verified
    where p.id <> ${lawyerId}
      and (folded(p.name), p.id) > (${after?.name ?? ''}, ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid)
      ${specialty ? sql`and l.specialties @> array[${specialty}]` : sql``}
      ${locations ? sql`and l.location = any(${locations}::text[])` : sql``}
      ${experience === null ? sql`` : sql`and l.experience >= ${experience}`}
    order by folded(p.name), p.id limit ${limit}
  `.execute(db)
  return rows
}
