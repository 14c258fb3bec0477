import { type NotNull, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.server.ts'
import {
  changes,
  exists,
  first,
  now,
  rowOf,
  t,
  value,
  values,
} from '../../platform/database/queries.server.ts'
import type { VerificationStatus } from '../../platform/session/session.ts'
import type { ColleagueFilter, VerifiedLawyer } from './rules.ts'
import type { ProfessionalFields, ProfessionalProfile, PublicLawyer, UpdateProfileInput } from './schema.ts'

type EditableFields = Omit<UpdateProfileInput, 'location' | 'avatarKey'>

/** Where a lawyer works, as the three columns that store it. */
interface WorkPlace {
  region: string
  commune: string
  /** «{comuna}, {región}». */
  location: string
}

const selectLawyers = (db: Db) =>
  db
    .selectFrom('lawyer_profiles as l')
    .innerJoin('profiles as p', (join) =>
      join.onRef('p.id', '=', 'l.id').on('p.role', '=', sql.lit('lawyer')),
    )

/** SQL: whether the name shows the badge of a verified lawyer (H-03). */
const isNameConfirmed = sql<boolean>`p.name is not distinct from p.verified_name`

/** The complete profile of a lawyer (ENT-05), with name and photo; null if there is no such lawyer. */
export async function findProfessionalProfile(db: Db, lawyerId: string): Promise<ProfessionalProfile | null> {
  const row = await selectLawyers(db)
    .select(['p.name', 'p.avatar_url as avatarUrl', 'p.verification_status as verificationStatus', 'l.rut'])
    .select(['l.university', 'l.graduation_year as graduationYear', 'l.specialties', 'l.experience'])
    .select(['l.price', 'l.description', 'l.phone_number as phoneNumber', 'l.birth_date as birthDate'])
    .select(['l.address_region as region', 'l.address_commune as commune', 'l.id_card_path as idCardPath'])
    .select(['l.address_street as addressStreet', 'l.address_number as addressNumber'])
    .select(['l.address_apartment as addressApartment', isNameConfirmed.as('nameConfirmed')])
    .$narrowType<{ verificationStatus: NotNull }>()
    .where('l.id', '=', lawyerId)
    .executeTakeFirst()
  if (!row) return null
  const { region, commune, ...profile } = row
  return { ...profile, location: region && commune ? { region, commune } : null }
}

/**
 * What others may see of a verified lawyer. Lawyers also see their own unverified profile (OPEN-54). Lists
 * its columns explicitly, so that private ones are never read (TRAP-36).
 * @param asker user id of the viewer; null for a visitor
 */
export const findPublicLawyer = (
  db: Db,
  lawyerId: string,
  asker: string | null,
): Promise<PublicLawyer | null> =>
  first(
    selectLawyers(db)
      .select(['l.id', 'p.name', 'p.avatar_url', 'l.specialties', 'l.price', 'l.experience'])
      .select((eb) =>
        eb
          .case()
          .when(eb.or([eb('l.description_hidden_at', 'is', null), eb('l.id', 'is not distinct from', asker)]))
          .then(eb.ref('l.description'))
          .end()
          .as('description'),
      )
      .select(['l.is_verified', 'l.plan', 'l.university', 'l.address_commune'])
      .select([isNameConfirmed.as('name_confirmed'), 'l.rating_count as review_count'])
      .select(
        sql<number>`coalesce(round(l.rating_sum::numeric / nullif(l.rating_count, 0), 1), 0)::float8`.as(
          'rating',
        ),
      )
      .where('l.id', '=', lawyerId)
      .where((eb) =>
        eb.or([
          eb.and([eb('l.is_verified', 'is', true), eb('l.profile_blocked_at', 'is', null)]),
          eb('l.id', 'is not distinct from', asker),
        ]),
      ),
  )

/**
 * Adds to a lawyer's rating totals in the review's transaction; lock the lawyer before (OPEN-53, OPEN-56).
 * @param change.sum stars added, or removed if negative
 * @param change.count reviews added, or removed if negative
 */
export const applyRating = (tx: Tx, change: { lawyerId: string; sum: number; count: number }) =>
  tx
    .updateTable('lawyer_profiles')
    .set((eb) => ({
      rating_sum: eb('rating_sum', '+', change.sum),
      rating_count: eb('rating_count', '+', change.count),
    }))
    .where('id', '=', change.lawyerId)
    .execute()

/** Ids of verified lawyers in ascending order. @param ids inclusive range */
export const listVerifiedIds = (
  db: Db,
  ids: { from: string; to: string },
  limit: number,
): Promise<string[]> =>
  values(
    selectLawyers(db)
      .select('l.id')
      .where('l.is_verified', 'is', true)
      .where('l.profile_blocked_at', 'is', null)
      .where((eb) => eb.between('l.id', ids.from, ids.to))
      .orderBy('l.id')
      .limit(limit),
  )

export const findStatus = (db: Db, lawyerId: string): Promise<VerificationStatus | null> =>
  value(selectLawyers(db).select('p.verification_status').where('l.id', '=', lawyerId))

/** The declared RUT of a lawyer, or null. */
export const findRut = (db: Db, lawyerId: string): Promise<string | null> =>
  value(db.selectFrom('lawyer_profiles').select('rut').where('id', '=', lawyerId))

/**
 * Locks a lawyer's row until the transaction ends. Every change of a lawyer starts with this or with an
 * UPDATE of the row.
 * @returns whether the lawyer exists
 */
export const lockLawyer = (tx: Tx, lawyerId: string): Promise<boolean> =>
  exists(tx.selectFrom('lawyer_profiles').select('id').where('id', '=', lawyerId).forUpdate())

/** Keeps a lawyer from being suspended or deleted until the transaction ends. */
export const shareLawyer = (tx: Tx, lawyerId: string): Promise<boolean> =>
  exists(tx.selectFrom('lawyer_profiles').select('id').where('id', '=', lawyerId).forShare())

/**
 * Changes this table's copy of the status, and `is_verified` with it (TRAP-27), if the status is `from`.
 * @returns whether it was changed
 * @throws on constraint lawyer_profiles_complete if an incomplete profile would go to review
 */
export const moveStatus = (
  tx: Tx,
  { lawyerId, from, to }: { lawyerId: string; from: VerificationStatus; to: VerificationStatus },
): Promise<boolean> =>
  changes(
    tx
      .updateTable('lawyer_profiles')
      .set((eb) => ({
        verification_status: to,
        is_verified: to === 'verified' ? eb.not('is_suspended').$castTo<boolean>() : false,
        updated_at: now,
      }))
      .where('id', '=', lawyerId)
      .where('verification_status', '=', from),
  )

/** Hides a lawyer from all lists and pages, or shows them again (H-04). Other roles have no row here. */
export const setSuspended = (tx: Tx, lawyerId: string, isSuspended: boolean) =>
  tx
    .updateTable('lawyer_profiles')
    .set((eb) => ({
      is_suspended: isSuspended,
      is_verified: isSuspended ? false : eb('verification_status', '=', 'verified').$castTo<boolean>(),
      updated_at: now,
    }))
    .where('id', '=', lawyerId)
    .execute()

/** DAT-69: stops showing a lawyer's description to others, or shows it again. The lawyer may change it meanwhile. */
export const writeDescriptionHidden = (tx: Tx, lawyerId: string, isHidden: boolean) =>
  tx
    .updateTable('lawyer_profiles')
    .set({ description_hidden_at: isHidden ? now : null, updated_at: now })
    .where('id', '=', lawyerId)
    .where('description_hidden_at', isHidden ? 'is' : 'is not', null)
    .execute()

/** DAT-18: takes a lawyer's profile out of search and its public address, or shows it again. */
export const writeProfileBlocked = (tx: Tx, lawyerId: string, isBlocked: boolean) =>
  tx
    .updateTable('lawyer_profiles')
    .set({ profile_blocked_at: isBlocked ? now : null, updated_at: now })
    .where('id', '=', lawyerId)
    .where('profile_blocked_at', isBlocked ? 'is' : 'is not', null)
    .execute()

/** The columns of the fields that a verified lawyer may edit, too. */
const editableColumns = (
  fields: EditableFields | Omit<ProfessionalFields, 'location'>,
  place: WorkPlace,
) => ({
  price: fields.price,
  description: fields.description,
  phone_number: fields.phoneNumber,
  address_region: place.region,
  address_commune: place.commune,
  location: place.location,
  address_street: fields.addressStreet,
  address_number: fields.addressNumber ?? null,
  address_apartment: fields.addressApartment ?? null,
  updated_at: now,
})

/**
 * Writes the fields of the onboarding form (ONP-42) if the status is profile_pending.
 * @returns whether they were written
 */
export const writeProfessionalFields = (
  tx: Tx,
  lawyerId: string,
  fields: Omit<ProfessionalFields, 'location'>,
  place: WorkPlace,
): Promise<boolean> =>
  changes(
    tx
      .updateTable('lawyer_profiles')
      .set(editableColumns(fields, place))
      .set({
        rut: fields.rut,
        birth_date: fields.birthDate,
        specialties: [...fields.specialties],
        experience: fields.experience,
        university: fields.university,
        graduation_year: fields.graduationYear,
      })
      .$if(fields.idCardPath !== undefined, (update) =>
        update.set({
          id_card_path: fields.idCardPath ?? null,
          id_card_sha256: null,
          id_card_deleted_at: null,
        }),
      )
      .where('id', '=', lawyerId)
      .where('verification_status', '=', 'profile_pending'),
  )

/**
 * Writes the columns that a verified lawyer may edit (PRO-17).
 * @returns whether the lawyer is still verified
 */
export const writeEditableFields = (
  tx: Tx,
  { lawyerId }: VerifiedLawyer,
  fields: EditableFields,
  place: WorkPlace,
): Promise<boolean> =>
  changes(
    tx
      .updateTable('lawyer_profiles')
      .set(editableColumns(fields, place))
      .where('id', '=', lawyerId)
      .where('is_verified', 'is', true),
  )

/** DAT-17: the RUT or birth date that was proved to be right. */
export const writeCorrection = (
  tx: Tx,
  lawyerId: string,
  column: { rut: string } | { birth_date: string },
): Promise<boolean> =>
  changes(
    tx
      .updateTable('lawyer_profiles')
      .set({ ...column, updated_at: now })
      .where('id', '=', lawyerId),
  )

const colleagueRow = rowOf({
  id: t.uuid,
  name: t.text,
  avatar_url: t.text.orNull,
  location: t.text.orNull,
  experience: t.int.orNull,
  specialties: t.texts,
  folded_name: t.text,
})

/**
 * Verified lawyers except the viewer, ordered by name (COL-08). Lists its columns explicitly, so that private
 * ones are never read (TRAP-36).
 * @returns each with the folded name used for ordering
 */
export function listColleagues(db: Db, { lawyerId }: VerifiedLawyer, filter: ColleagueFilter, limit: number) {
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
  return colleagueRow`
    select p.id, p.name, p.avatar_url, l.location, l.experience, l.specialties, folded(p.name) as folded_name
    from ${people} as p join lawyer_profiles l on l.id = p.id and l.is_verified and l.profile_blocked_at is null
    where p.id <> ${lawyerId}
      and (folded(p.name), p.id) > (${after?.name ?? ''}, ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid)
      ${specialty ? sql`and l.specialties @> array[${specialty}]` : sql``}
      ${locations ? sql`and l.location = any(${locations}::text[])` : sql``}
      ${experience === null ? sql`` : sql`and l.experience >= ${experience}`}
    order by folded(p.name), p.id limit ${limit}
  `.all(db)
}

/** Forgets the ID card of a lawyer; its hash and the time stay. @returns whether this was still the card */
export const forgetIdCard = (tx: Tx, card: { lawyerId: string; key: string; sha256: string | null }) =>
  changes(
    tx
      .updateTable('lawyer_profiles')
      .set({ id_card_path: null, id_card_url: null, id_card_sha256: card.sha256, id_card_deleted_at: now })
      .where('id', '=', card.lawyerId)
      .where('id_card_path', '=', card.key)
      .where('verification_status', 'in', ['verified', 'profile_pending']),
  )
