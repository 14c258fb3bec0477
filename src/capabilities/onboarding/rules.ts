import type { Result } from '../../platform/errors/refusal.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { Session, VerificationStatus } from '../../platform/session/session.ts'
import { nextStatus, requireLawyer } from '../lawyers/rules.ts'
import type { ProfessionalFields, ProfessionalProfile } from '../lawyers/schema.ts'
import type { InitialForm, SubmitInput } from './schema.ts'

// Here, not in the schema, because the page of the code needs no schema.
/** ONV-04: length of the e-mailed code. */
export const CODE_DIGITS = 6
/** ONV-10. */
export const CODE_NOT_SENT = 'No se pudo enviar el código. Inténtalo de nuevo más tarde.'
/** OPEN-12: lifetime of a code, in seconds. */
export const CODE_LIFETIME_SECONDS = 15 * 60
/** OPEN-12: minimum time between two codes, in seconds. */
export const RESEND_INTERVAL_SECONDS = 60
/** OPEN-12: after this many wrong attempts a code is void, even with the right digits. */
export const MAX_WRONG_TRIES = 5
/**
 * New codes per e-mail address (H-07): protects the mailbox, and prevents more attempts through more codes.
 */
export const CODE_REQUEST_LIMIT: RateLimit = { max: 5, windowSeconds: 3600 }
/** Requests to notify the administrators, per lawyer; only the first one per submission sends e-mails. */
export const NOTICE_REQUEST_LIMIT: RateLimit = { max: 20, windowSeconds: 3600 }
/** OPEN-05: lifetime of the link in the administrator's e-mail, in seconds. */
export const REVIEW_LINK_SECONDS = 7 * 24 * 3600

/** Particles belong to the word after them: «de la Fuente» is one surname. */
const PARTICLES = new Set('de del la las los y san santa von van der den da do dos di'.split(' '))
/** After «de», «del» or «de los» these belong to a given name: «María de los Ángeles», «Ana del Carmen». */
const DEVOTIONAL_NAMES = new Set(
  'ángeles angeles carmen pilar luz rosario jesús jesus lourdes mercedes nieves paz mar fátima fatima dolores milagros socorro consuelo tránsito transito corazón corazon gracia concepción concepcion asunción asuncion soledad remedios guadalupe belén belen'.split(
    ' ',
  ),
)

/**
 * Guesses first and last name from a full name, to prefill the form; the person can correct it. Two surnames
 * are usual in Chile, so three parts are one given name and two surnames, and four or more are two given
 * names and the rest.
 */
export function splitName(name: string): { firstName: string; lastName: string } {
  const parts: string[] = []
  let current: string[] = []
  /** Number of leading parts that a devotional name proves to be given names. */
  let givenCount = 0
  const words = name.split(/\s+/u).filter(Boolean)
  for (const [index, word] of words.entries()) {
    current.push(word)
    const isLast = index === words.length - 1
    if (!isLast && PARTICLES.has(word.toLowerCase())) continue
    const isDevotional = /^del?$/iu.test(current[0] ?? '') && DEVOTIONAL_NAMES.has(word.toLowerCase())
    // The last word is a surname even then: «Luis de la Paz».
    const precedingPart = isDevotional && !isLast && parts.length <= 2 ? parts.pop() : undefined
    if (precedingPart !== undefined) givenCount = parts.length + 1
    parts.push([...(precedingPart === undefined ? [] : [precedingPart]), ...current].join(' '))
    current = []
  }
  const firstNameCount = Math.max(givenCount, parts.length <= 3 ? 1 : 2)
  return {
    firstName: parts.slice(0, firstNameCount).join(' '),
    lastName: parts.slice(firstNameCount).join(' '),
  }
}

/** OPEN-05: link in the administrator's e-mail. */
export const reviewLink = (publicUrl: string, lawyerId: string, token: string) =>
  `${publicUrl}/admin/verify-profile?${new URLSearchParams({ p_lawyer_id: lawyerId, token })}`

/** Initial form values of a profile; fields never filled in are empty. */
export const initialFormValues = (profile: ProfessionalProfile): InitialForm['values'] => ({
  ...splitName(profile.name),
  rut: profile.rut ?? '',
  phoneNumber: profile.phoneNumber ?? '',
  birthDate: profile.birthDate ?? '',
  addressStreet: profile.addressStreet ?? '',
  addressNumber: profile.addressNumber ?? '',
  addressApartment: profile.addressApartment ?? '',
  location: profile.location ?? { region: '', commune: '' },
  specialties: profile.specialties,
  experience: profile.experience,
  // The column is never null, so a missing RUT tells that no price was entered yet.
  price: profile.rut === null ? null : profile.price,
  description: profile.description ?? '',
  university: profile.university ?? '',
  graduationYear: profile.graduationYear,
})

/** Profile fields of a submission. @param idCardPath key of a new ID card; undefined keeps the one on file */
export function toProfessionalFields(input: SubmitInput, idCardPath: string | undefined): ProfessionalFields {
  const { firstName, lastName, avatarKey, idCardKey, ...fields } = input
  return { ...fields, idCardPath }
}

/**
 * Who may fill in and submit the form: lawyers (else 403) in profile_pending (else 409). The status is
 * current, since each request reads its session.
 */
export function canSubmitProfile(session: Session): Result<VerificationStatus> {
  const lawyer = requireLawyer(session)
  return lawyer.ok ? nextStatus(session.user.verification_status ?? 'email_pending', 'submit') : lawyer
}
