import type { Result } from '../../platform/errors/refusal.ts'
import type { Limit } from '../../platform/http/limits.ts'
import type { Session, VerificationStatus } from '../../platform/session.ts'
import { nextStatus } from '../lawyers/rules.ts'
import type { ProfessionalFields, ProfessionalProfile } from '../lawyers/schema.ts'
import { type FormStart, MESSAGES, type SubmitInput } from './schema.ts'

/** OPEN-12: how long a code works, seconds. */
export const CODE_SECONDS = 15 * 60
/** OPEN-12: time between two codes, seconds. */
export const RESEND_SECONDS = 60
/** OPEN-12: wrong tries after which the code is worth nothing, the right digits included. */
export const WRONG_TRIES = 5
/** New codes to one e-mail address (H-07): a mailbox is not flooded, and nobody buys tries by asking for codes. */
export const CODE_LIMIT: Limit = { most: 5, seconds: 3600 }
/** Askings for the administrators' notice; only the first of a submission mails. */
export const NOTICE_LIMIT: Limit = { most: 20, seconds: 3600 }
/** OPEN-05: how long the link in the administrator's e-mail works, seconds. */
export const NOTICE_SECONDS = 7 * 24 * 3600

/** Words that belong to the next one: «de la Fuente» is one surname. */
const PARTICLES = new Set('de del la las los y san santa von van der den da do dos di'.split(' '))
/** Behind «de», «del», «de los» they end a given name: «María de los Ángeles», «Ana del Carmen». */
const DEVOTIONS = new Set(
  'ángeles angeles carmen pilar luz rosario jesús jesus lourdes mercedes nieves paz mar fátima fatima dolores milagros socorro consuelo tránsito transito corazón corazon gracia concepción concepcion asunción asuncion soledad remedios guadalupe belén belen'.split(
    ' ',
  ),
)

/**
 * First and last name of a full name, to start the form with. Two surnames are the rule in Chile, so three parts are
 * one name and two surnames, and more are two names and the rest; particles stay with what they belong to. The person
 * corrects what it got wrong.
 */
export function splitName(name: string): { firstName: string; lastName: string } {
  const parts: string[] = []
  let begun: string[] = []
  /** How many parts a devotion shows to be given names. */
  let given = 0
  const words = name.split(/\s+/u).filter(Boolean)
  for (const [at, word] of words.entries()) {
    begun.push(word)
    const isLast = at === words.length - 1
    if (!isLast && PARTICLES.has(word.toLowerCase())) continue
    const isDevotion = /^del?$/iu.test(begun[0] ?? '') && DEVOTIONS.has(word.toLowerCase())
    // As the last word it is a surname: «Luis de la Paz».
    const before = isDevotion && !isLast && parts.length <= 2 ? parts.pop() : undefined
    if (before !== undefined) given = parts.length + 1
    parts.push([...(before === undefined ? [] : [before]), ...begun].join(' '))
    begun = []
  }
  const first = Math.max(given, parts.length <= 3 ? 1 : 2)
  return { firstName: parts.slice(0, first).join(' '), lastName: parts.slice(first).join(' ') }
}

/** OPEN-05: the address that the administrator's e-mail leads to. */
export const reviewLink = (publicUrl: string, lawyerId: string, token: string) =>
  `${publicUrl}/admin/verify-profile?${new URLSearchParams({ p_lawyer_id: lawyerId, token })}`

/** What the form starts with: empty fields where nothing was said yet. */
export const formValues = (profile: ProfessionalProfile): FormStart['values'] => ({
  ...splitName(profile.name),
  rut: profile.rut ?? '',
  phoneNumber: profile.phone_number ?? '',
  birthDate: profile.birth_date ?? '',
  addressStreet: profile.address_street ?? '',
  addressNumber: profile.address_number ?? '',
  addressApartment: profile.address_apartment ?? '',
  location: { region: profile.address_region ?? '', commune: profile.address_commune ?? '' },
  specialties: profile.specialties,
  experience: profile.experience,
  // Never null in the table: without a RUT nobody has said a price yet.
  price: profile.rut === null ? null : profile.price,
  description: profile.description ?? '',
  university: profile.university ?? '',
  graduationYear: profile.graduation_year,
})

/** What the submission writes into the professional profile. @param idCardPath left out, the card on file stays */
export function professionalFields(input: SubmitInput, idCardPath: string | undefined): ProfessionalFields {
  const { firstName, lastName, avatarKey, idCardKey, ...fields } = input
  return { ...fields, idCardPath }
}

/**
 * Whether the form is the asker's to fill in and send: lawyers (403) in profile_pending (409), as the session says,
 * which is read for each request.
 */
export function mayFillForm({ role, user }: Session): Result<VerificationStatus> {
  if (role === 'lawyer') return nextStatus(user.verification_status ?? 'email_pending', 'submit')
  return { ok: false, refusal: { code: 'FORBIDDEN', message: MESSAGES.lawyersOnly } }
}
