import { COMMUNES, locationOf, regionOf } from '../../chile/regions.ts'
import type { Result } from '../../platform/errors/refusal.ts'
import type { Limit } from '../../platform/http/limits.ts'
import type { Session, SessionUser, VerificationStatus } from '../../platform/session.ts'
import { type ColleaguesInput, MESSAGES, PROFILE_SPECIALTIES } from './schema.ts'

/** What moves a lawyer on the road of verification. */
export type VerificationEvent = 'verifyEmail' | 'submit' | 'verify' | 'return'

interface Move {
  from: VerificationStatus
  to: VerificationStatus
  /** Why it does not happen from elsewhere. */
  otherwise: Record<VerificationStatus, string>
}

const NOT_SUBMITTED = 'El abogado aún no ha enviado su perfil a revisión.'
const EMAIL_DONE = 'Tu correo ya está verificado.'
const DECIDED = {
  email_pending: NOT_SUBMITTED,
  profile_pending: NOT_SUBMITTED,
  verified: 'El abogado ya está verificado.',
  // Never said: the move happens from here.
  admin_pending: '',
}

/** The road as data: each status with its page, each event with the one status it leads on from (ONV-12, ONP-08, OPEN-02). */
export const VERIFICATION = {
  places: {
    email_pending: '/onboarding/verify-email',
    profile_pending: '/create-lawyer-profile',
    admin_pending: '/onboarding/pending-review',
    /** The panel itself. */
    verified: null,
  },
  moves: {
    verifyEmail: {
      from: 'email_pending',
      to: 'profile_pending',
      otherwise: {
        email_pending: '',
        profile_pending: EMAIL_DONE,
        admin_pending: EMAIL_DONE,
        verified: EMAIL_DONE,
      },
    },
    submit: {
      from: 'profile_pending',
      to: 'admin_pending',
      otherwise: {
        email_pending: 'Verifica tu correo antes de enviar tu perfil.',
        profile_pending: '',
        admin_pending: 'Tu perfil ya está en revisión.',
        verified: 'Tu perfil ya está verificado.',
      },
    },
    verify: { from: 'admin_pending', to: 'verified', otherwise: DECIDED },
    return: { from: 'admin_pending', to: 'profile_pending', otherwise: DECIDED },
  },
} as const satisfies {
  places: Record<VerificationStatus, string | null>
  moves: Record<VerificationEvent, Move>
}

/** Where an event leads from a status; refused (409) with the text that fits where the lawyer stands. */
export function nextStatus(status: VerificationStatus, event: VerificationEvent): Result<VerificationStatus> {
  const { from, to, otherwise } = VERIFICATION.moves[event]
  if (status === from) return { ok: true, value: to }
  return { ok: false, refusal: { code: 'CONFLICT', message: otherwise[status] } }
}

type Placed = Pick<SessionUser, 'role' | 'verification_status'>

/**
 * The guard of /dashboard for whoever is signed in (ROU-26 to ROU-31, OPEN-08).
 * @returns where to send them, or null when they stay
 */
export function dashboardGate({ role, verification_status: status }: Placed): string | null {
  if (role === 'client') return null
  if (role === 'admin') return '/admin-dashboard'
  const known = status !== null && Object.hasOwn(VERIFICATION.places, status)
  return known ? VERIFICATION.places[status] : '/'
}

/** The pages of the road that have a guard of their own, by the status they are for. */
export type OnboardingPage = Exclude<VerificationStatus, 'verified'>

/**
 * The guard of an onboarding page for whoever is signed in (OPEN-07, ROU-37); visitors go to /login before (ROU-36).
 * @param page the status that the page is for
 * @returns /dashboard, which sends on to the right step, or null when they stay
 */
export const onboardingGate = (page: OnboardingPage, { role, verification_status }: Placed): string | null =>
  role === 'lawyer' && verification_status === page ? null : '/dashboard'

/**
 * The guard of /edit-lawyer-profile for whoever is signed in (OPEN-08). A profile that is not verified is changed in
 * the form of onboarding, or is being reviewed as it was sent: those go on through /dashboard.
 */
export function editGate({ role, verification_status }: Placed): string | null {
  if (role !== 'lawyer') return '/edit-profile'
  return verification_status === 'verified' ? null : '/dashboard'
}

/**
 * The guard of the pages that only verified lawyers see: the market and the colleagues (OPEN-08, ROU-39).
 * @returns where to send whoever is signed in and is none, or null when they stay
 */
export const verifiedGate = ({ role, verification_status }: Placed): string | null =>
  role === 'lawyer' && verification_status === 'verified' ? null : '/dashboard'

/** What lawyers do wherever they stand; others are refused (403). */
export function lawyerOnly({ role }: Session): Result<true> {
  if (role === 'lawyer') return { ok: true, value: true }
  return { ok: false, refusal: { code: 'FORBIDDEN', message: MESSAGES.lawyersOnly } }
}

/** A lawyer's photo: their e-mail address has proven to be theirs (A7). Others are refused (403, 409). */
export function mayBringPhoto(session: Session): Result<true> {
  const lawyer = lawyerOnly(session)
  if (!lawyer.ok || session.user.verification_status !== 'email_pending') return lawyer
  return { ok: false, refusal: { code: 'CONFLICT', message: MESSAGES.emailFirst } }
}

declare const proven: unique symbol
/** Somebody who was proven to be a verified lawyer; `verifiedLawyer` alone makes one. */
export interface VerifiedLawyer {
  readonly lawyerId: string
  readonly [proven]: true
}

/** The scope of what only verified lawyers do; others are refused (403). The session is read for each request. */
export function verifiedLawyer(session: Session): Result<VerifiedLawyer> {
  const lawyer = lawyerOnly(session)
  if (!lawyer.ok) return lawyer
  if (session.user.verification_status === 'verified')
    return { ok: true, value: { lawyerId: session.userId } as VerifiedLawyer }
  return { ok: false, refusal: { code: 'FORBIDDEN', message: MESSAGES.verifiedOnly } }
}

/** Changes of the own profile. */
export const PROFILE_LIMIT: Limit = { most: 60, seconds: 3600 }

/** Pages of lawyers for one person, or for an address without a session: the directory is looked through, not copied. */
export const SEARCH_LIMIT: Limit = { most: 60, seconds: 60 }

/** Colleagues on one page. */
export const COLLEAGUES_PAGE = 20

/** As the database's `folded` sees a text: without accents and capitals. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .toLowerCase()
/** The database takes no zero character. */
const whole = (text: string | undefined) => (text ?? '').replaceAll('\0', '')
const part = (text: string | undefined) => folded(whole(text).trim())
const having = (list: readonly string[], text: string) => list.filter((one) => folded(one).includes(text))

/** What colleagues are looked for by; null: not by this. */
export interface ColleagueFilter {
  /** In the name, or one of these specialties. */
  text: { name: string; specialties: string[] } | null
  specialty: string | null
  /** Places of which the text is a part. */
  locations: string[] | null
  experience: number | null
  after: { id: string; name: string } | null
}

/** COL-03 to COL-06: places and specialties are few and known, so that a part of one becomes the ones it is part of. */
export function colleagueFilter(input: ColleaguesInput): ColleagueFilter {
  const text = part(input?.text)
  const place = part(input?.location)
  const places = () =>
    COMMUNES.map((commune) => locationOf({ commune, region: regionOf(commune)?.name ?? '' }))
  return {
    text: text ? { name: text, specialties: having(PROFILE_SPECIALTIES, text) } : null,
    specialty: whole(input?.specialty) || null,
    locations: place ? having(places(), place) : null,
    experience: input?.experience ? Number(input.experience) : null,
    after: input?.after ? { id: input.after.slice(0, 36), name: input.after.slice(37) } : null,
  }
}
