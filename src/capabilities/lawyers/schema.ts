import * as z from 'zod/mini'
import { dayInChile } from '../../chile/dates.ts'
import { STORED_PHONE } from '../../chile/phone.ts'
import { communesOf, REGIONS, regionOf } from '../../chile/regions.ts'
import { normaliseRut } from '../../chile/rut.ts'
import {
  CASE_SPECIALTIES,
  PROFILE_SPECIALTIES,
  PROFILE_SPECIALTY_CATEGORIES,
} from '../../chile/specialties.ts'
import { UNIVERSITIES } from '../../chile/universities.ts'
import { idField } from '../../input/fields.ts'
import { cleanLine, cleanParagraphs } from '../../input/text.ts'

export { CASE_SPECIALTIES, PROFILE_SPECIALTIES, PROFILE_SPECIALTY_CATEGORIES }

/** Hint under the list: «Otro» is an ordinary choice (OPEN-20). */
export const OTHER_SPECIALTY_HINT = 'Marca "Otro" si atiendes otras materias.'

/** First name, a space and last name together fit into profiles.name (120 characters). */
export const FIRST_NAME_MAX = 59
export const LAST_NAME_MAX = 60
export const STREET_MAX = 120
export const NUMBER_MAX = 20
export const APARTMENT_MAX = 20
export const DESCRIPTION_MAX = 3_000
/** CLP. */
export const PRICE_MAX = 100_000_000
export const PRICE_STEP = 1_000
/** Whole years. */
export const EXPERIENCE_MAX = 70
export const GRADUATION_YEAR_MIN = 1950
/** Years. */
export const AGE_MIN = 18

const tooLong = (what: string, max: number) => `${what} puede tener hasta ${max} caracteres.`

export const MESSAGES = {
  pageInvalid: 'Esta página de la lista no existe.',
  firstName: 'El nombre es obligatorio.',
  lastName: 'El apellido es obligatorio.',
  rut: 'RUT inválido.',
  rutTaken: 'Este RUT ya está registrado.',
  phone: 'Teléfono inválido.',
  birthDate: 'La fecha de nacimiento es obligatoria.',
  region: 'La región es obligatoria.',
  commune: 'La comuna es obligatoria.',
  street: 'La calle es obligatoria.',
  /** TRAP-10: required on the edit page only. */
  number: 'El número es obligatorio.',
  idCard: 'La foto del carnet es obligatoria.',
  university: 'La universidad es obligatoria.',
  graduationYear: 'El año de titulación es obligatorio.',
  specialties: 'Debes seleccionar al menos una especialidad.',
  experience: 'Los años de experiencia son obligatorios.',
  price: 'El precio es obligatorio.',
  description: 'La descripción es obligatoria.',
  firstNameLong: tooLong('El nombre', FIRST_NAME_MAX),
  lastNameLong: tooLong('El apellido', LAST_NAME_MAX),
  streetLong: tooLong('La calle', STREET_MAX),
  numberLong: tooLong('El número', NUMBER_MAX),
  apartmentLong: tooLong('El departamento', APARTMENT_MAX),
  descriptionLong: tooLong('La descripción', DESCRIPTION_MAX),
  /** PRO-15. */
  notLoaded: 'No se pudo cargar tu perfil.',
  /** PRO-16. */
  notSaved: 'No se pudo actualizar el perfil.',
  lawyersOnly: 'Solo los abogados pueden hacer esto.',
  verifiedOnly: 'Solo los abogados verificados pueden hacer esto.',
  emailFirst: 'Verifica tu correo antes de subir una foto.',
  photoMissing: 'La foto ya no está disponible. Elígela de nuevo.',
  tooManyChanges: 'Hiciste muchos cambios seguidos. Espera unos minutos e inténtalo de nuevo.',
  tooManySearches: 'Hiciste muchas búsquedas seguidas. Espera un momento e inténtalo de nuevo.',
  /** OPEN-02. */
  unknownLawyer: 'Abogado no encontrado.',
  incomplete: 'Completa tu perfil profesional antes de enviarlo a revisión.',
  /** TRAP-05: the specification's English text is not shown to people. */
  notFound: 'El perfil que buscas no existe o no es un abogado.',
} as const

/** Longer input is rejected before it is cleaned. In characters. */
const RAW_INPUT_MAX = 20_000

const requiredText = (max: number, missing: string, long: string, clean = cleanLine) =>
  z.pipe(
    z.pipe(z.string(missing).check(z.maxLength(RAW_INPUT_MAX, long)), z.transform(clean)),
    z.string().check(z.minLength(1, missing), z.maxLength(max, long)),
  )

/** Optional single line of visible text; empty becomes null. */
const optionalLine = (max: number, long: string) =>
  z.optional(
    z.nullable(
      z.pipe(
        z.pipe(z.string().check(z.maxLength(RAW_INPUT_MAX, long)), z.transform(cleanLine)),
        z.pipe(
          z.string().check(z.maxLength(max, long)),
          z.transform((text) => (text === '' ? null : text)),
        ),
      ),
    ),
  )

export const firstNameField = requiredText(FIRST_NAME_MAX, MESSAGES.firstName, MESSAGES.firstNameLong)
export const lastNameField = requiredText(LAST_NAME_MAX, MESSAGES.lastName, MESSAGES.lastNameLong)

/** Accepts any spelling of a RUT and normalises it to 12345678-5 (ONP-11, OPEN-62). */
export const rutField = z.pipe(
  z.string(MESSAGES.rut).check(
    z.maxLength(40, MESSAGES.rut),
    z.refine((text) => normaliseRut(text) !== null, MESSAGES.rut),
  ),
  z.transform((text) => normaliseRut(text) ?? ''),
)

/**
 * +569 and eight digits (ONP-12); src/chile/phone.ts converts to and from the eight digits of the form field.
 */
export const phoneField = z.string(MESSAGES.phone).check(z.regex(STORED_PHONE, MESSAGES.phone))

/** Latest birth date of an adult as of today in Chile, as YYYY-MM-DD. */
export function latestBirthDate(now = new Date()): string {
  const { year, month, day } = dayInChile(now)
  return [year - AGE_MIN, month, day].map((part) => String(part).padStart(2, '0')).join('-')
}
export const EARLIEST_BIRTH_DATE = '1900-01-01'

/** A calendar date, YYYY-MM-DD, at least 18 years ago. One error text for every problem (ONP-14, OPEN-62). */
export const birthDateField = z.iso
  .date(MESSAGES.birthDate)
  .check(z.refine((day) => day >= EARLIEST_BIRTH_DATE && day <= latestBirthDate(), MESSAGES.birthDate))

export const regionField = z
  .string(MESSAGES.region)
  .check(z.refine((name) => REGIONS.some((region) => region.name === name), MESSAGES.region))

export const communeField = z
  .string(MESSAGES.commune)
  .check(z.refine((name) => regionOf(name) !== null, MESSAGES.commune))

/** ENT-06 location: a commune of that region (ONP-22 to ONP-24). */
export const locationField = z
  .strictObject({ region: regionField, commune: communeField }, MESSAGES.region)
  .check(
    z.refine(({ region, commune }) => communesOf(region).includes(commune), {
      path: ['commune'],
      error: MESSAGES.commune,
    }),
  )

export const streetField = requiredText(STREET_MAX, MESSAGES.street, MESSAGES.streetLong)
/** PRO-13: required on the edit page. */
export const numberField = requiredText(NUMBER_MAX, MESSAGES.number, MESSAGES.numberLong)
/** ONP-27: optional in the onboarding form. */
export const optionalNumberField = optionalLine(NUMBER_MAX, MESSAGES.numberLong)
export const apartmentField = optionalLine(APARTMENT_MAX, MESSAGES.apartmentLong)

export const universityField = z
  .string(MESSAGES.university)
  .check(z.refine((name) => UNIVERSITIES.includes(name), MESSAGES.university))

export const latestGraduationYear = (now = new Date()) => dayInChile(now).year

/** From 1950 to the current year (ONP-32). */
export const graduationYearField = z.int(MESSAGES.graduationYear).check(
  z.gte(GRADUATION_YEAR_MIN, MESSAGES.graduationYear),
  z.refine((year) => year <= latestGraduationYear(), MESSAGES.graduationYear),
)

/** At least one of the list (ONP-33); duplicates are removed, and the list's order is used. */
export const specialtiesField = z.pipe(
  z.array(z.string(MESSAGES.specialties), MESSAGES.specialties).check(
    z.minLength(1, MESSAGES.specialties),
    z.maxLength(PROFILE_SPECIALTIES.length, MESSAGES.specialties),
    z.refine((names) => names.every((name) => PROFILE_SPECIALTIES.includes(name)), MESSAGES.specialties),
  ),
  z.transform((names) => PROFILE_SPECIALTIES.filter((name) => names.includes(name))),
)

/** Whole years (ONP-37, OPEN-62). */
export const experienceField = z
  .int(MESSAGES.experience)
  .check(z.gte(0, MESSAGES.experience), z.lte(EXPERIENCE_MAX, MESSAGES.experience))

/** CLP, integer (ONP-38, PRO-10). */
export const priceField = z
  .int(MESSAGES.price)
  .check(z.gte(0, MESSAGES.price), z.lte(PRICE_MAX, MESSAGES.price))

export const descriptionField = requiredText(
  DESCRIPTION_MAX,
  MESSAGES.description,
  MESSAGES.descriptionLong,
  cleanParagraphs,
)

/** Key of a stored file, as the upload returned it. `claimFile` checks the owner. */
export const fileKeyField = z.string(MESSAGES.photoMissing).check(z.maxLength(200, MESSAGES.photoMissing))

/** PRO-17: the fields that the edit page may change; unknown keys are rejected. */
export const updateProfileInput = z.strictObject({
  price: priceField,
  description: descriptionField,
  phoneNumber: phoneField,
  location: locationField,
  addressStreet: streetField,
  addressNumber: numberField,
  addressApartment: apartmentField,
  /** Key of a new photo in bucket avatars (PRO-08); omit to keep the photo. */
  avatarKey: z.optional(fileKeyField),
})
export type UpdateProfileInput = z.infer<typeof updateProfileInput>

/** Profile for the edit page, sent to its owner only. Fields never filled in are null. */
export const ownProfile = z.object({
  name: z.string(),
  /** Whether this name was verified or confirmed, and so shows the badge (H-03). */
  nameConfirmed: z.boolean(),
  avatarUrl: z.nullable(z.string()),
  verificationStatus: z.enum(['email_pending', 'profile_pending', 'admin_pending', 'verified']),
  /** 12345678-5. */
  rut: z.nullable(z.string()),
  university: z.nullable(z.string()),
  graduationYear: z.nullable(z.int()),
  specialties: z.array(z.string()),
  experience: z.nullable(z.int()),
  price: z.int(),
  description: z.nullable(z.string()),
  /** +569 and eight digits. */
  phoneNumber: z.nullable(z.string()),
  location: z.nullable(z.object({ region: z.string(), commune: z.string() })),
  addressStreet: z.nullable(z.string()),
  addressNumber: z.nullable(z.string()),
  addressApartment: z.nullable(z.string()),
})
export type OwnProfile = z.infer<typeof ownProfile>

/**
 * ENT-18, CAL-22: everything that others may see of a lawyer. An allow-list, so that RUT, phone, birth date,
 * street, e-mail, ID card and credits cannot leak (TRAP-36, TRAP-37).
 */
export const publicLawyer = z.object({
  id: z.uuid(),
  name: z.string(),
  /** For a verified lawyer: whether this name shows the badge (H-03). */
  name_confirmed: z.boolean(),
  avatar_url: z.nullable(z.string()),
  specialties: z.array(z.string()),
  price: z.int(),
  description: z.nullable(z.string()),
  experience: z.nullable(z.int()),
  is_verified: z.boolean(),
  plan: z.enum(['gratis', 'basico', 'intermedio', 'avanzado']),
  university: z.nullable(z.string()),
  address_commune: z.nullable(z.string()),
  /** Average with one decimal; 0 without reviews (OPEN-53). */
  rating: z.number(),
  review_count: z.int(),
})
export type PublicLawyer = z.infer<typeof publicLawyer>

/** COL-03 to COL-06: `text` is a part of a name or specialty, `location` a part of «{comuna}, {región}». */
export const colleaguesInput = z.optional(
  z.strictObject({
    text: z.optional(z.string().check(z.maxLength(120))),
    specialty: z.optional(z.string().check(z.maxLength(80))),
    location: z.optional(z.string().check(z.maxLength(130))),
    /** Minimum years (LIM-13). */
    experience: z.optional(z.enum(['1', '5', '10'])),
    /** Cursor: `next` of the previous page, made of the id and folded name of its last colleague. */
    after: z.optional(
      z
        .string(MESSAGES.pageInvalid)
        .check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[^\0]{0,300}$/u, MESSAGES.pageInvalid)),
    ),
  }),
)
export type ColleaguesInput = z.infer<typeof colleaguesInput>

const colleague = z.object({
  ...z.pick(publicLawyer, { id: true, name: true, avatar_url: true, specialties: true, experience: true })
    .shape,
  location: z.nullable(z.string()),
})
export type Colleague = z.infer<typeof colleague>
export const colleaguesOutput = z.object({ items: z.array(colleague), next: z.nullable(z.string()) })
export type ColleaguesPage = z.infer<typeof colleaguesOutput>

export const lawyerIdInput = z.strictObject({ id: idField(MESSAGES.notFound) })
/** What the onboarding form writes at once (`saveProfessionalProfile`). */
export const professionalFields = z.strictObject({
  rut: rutField,
  phoneNumber: phoneField,
  birthDate: birthDateField,
  addressStreet: streetField,
  addressNumber: optionalNumberField,
  addressApartment: apartmentField,
  location: locationField,
  specialties: specialtiesField,
  experience: experienceField,
  price: priceField,
  description: descriptionField,
  university: universityField,
  graduationYear: graduationYearField,
})
export type ProfessionalFields = z.infer<typeof professionalFields> & {
  /** Key of the ID card in bucket identidad; omit to keep the one on file. */
  idCardPath?: string | undefined
}

/** ENT-05 with name and photo: the complete professional profile, for its owner and administrators. */
export interface ProfessionalProfile extends OwnProfile {
  /** YYYY-MM-DD. */
  birthDate: string | null
  /** Key in bucket identidad; links are signed on each request, never stored (TRAP-20). */
  idCardPath: string | null
}
