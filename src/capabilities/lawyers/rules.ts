import { COMMUNES, locationOf, regionOf } from '../../chile/regions.ts'
import { foldText } from '../../input/text.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { Session, SessionUser, VerificationStatus } from '../../platform/session/session.ts'
import { type ColleaguesInput, MESSAGES, PROFILE_SPECIALTIES } from './schema.ts'

export type VerificationEvent = 'verifyEmail' | 'submit' | 'verify' | 'return'

interface Transition {
  from: VerificationStatus
  to: VerificationStatus
  /** Refusal text for each other status. */
  refusals: Partial<Record<VerificationStatus, string>>
}

const NOT_SUBMITTED = 'El abogado aún no ha enviado su perfil a revisión.'
const EMAIL_DONE = 'Tu correo ya está verificado.'
const DECIDED = {
  email_pending: NOT_SUBMITTED,
  profile_pending: NOT_SUBMITTED,
  verified: 'El abogado ya está verificado.',
}

/**
 * State graph of the verification: the page of each status, and the change that each event makes (ONV-12,
 * ONP-08, OPEN-02).
 */
export const VERIFICATION_GRAPH: {
  pages: Record<VerificationStatus, string | null>
  transitions: Record<VerificationEvent, Transition>
} = {
  pages: {
    email_pending: '/onboarding/verify-email',
    profile_pending: '/create-lawyer-profile',
    admin_pending: '/onboarding/pending-review',
    /** No page of its own: verified lawyers use the panel. */
    verified: null,
  },
  transitions: {
    verifyEmail: {
      from: 'email_pending',
      to: 'profile_pending',
      refusals: { profile_pending: EMAIL_DONE, admin_pending: EMAIL_DONE, verified: EMAIL_DONE },
    },
    submit: {
      from: 'profile_pending',
      to: 'admin_pending',
      refusals: {
        email_pending: 'Verifica tu correo antes de enviar tu perfil.',
        admin_pending: 'Tu perfil ya está en revisión.',
        verified: 'Tu perfil ya está verificado.',
      },
    },
    verify: { from: 'admin_pending', to: 'verified', refusals: DECIDED },
    return: { from: 'admin_pending', to: 'profile_pending', refusals: DECIDED },
  },
}

/** Status after an event; refused (409) with the text for the present status if the event is not allowed. */
export function nextStatus(status: VerificationStatus, event: VerificationEvent): Result<VerificationStatus> {
  const { from, to, refusals } = VERIFICATION_GRAPH.transitions[event]
  if (status === from) return accept(to)
  const reason = status === 'verified' ? 'ALREADY_VERIFIED' : undefined
  return refuse({ code: 'CONFLICT', message: refusals[status] ?? '', reason })
}

type RoleAndStatus = Pick<SessionUser, 'role' | 'verification_status'>

/**
 * Guard of /dashboard for signed-in people (ROU-26 to ROU-31, OPEN-08).
 * @returns path to redirect to, or null to stay
 */
export function dashboardRedirect({ role, verification_status: status }: RoleAndStatus): string | null {
  if (role === 'client') return null
  if (role === 'admin') return '/admin-dashboard'
  const known = status !== null && Object.hasOwn(VERIFICATION_GRAPH.pages, status)
  return known ? VERIFICATION_GRAPH.pages[status] : '/'
}

export type OnboardingPage = Exclude<VerificationStatus, 'verified'>

/**
 * Guard of an onboarding page for signed-in people (OPEN-07, ROU-37). Visitors are redirected to /login
 * before (ROU-36).
 * @param page the status that the page is for
 * @returns /dashboard, which redirects to the right step, or null to stay
 */
export const onboardingRedirect = (
  page: OnboardingPage,
  { role, verification_status }: RoleAndStatus,
): string | null => (role === 'lawyer' && verification_status === page ? null : '/dashboard')

/**
 * Guard of /edit-lawyer-profile for signed-in people (OPEN-08). Unverified lawyers go to /dashboard, which
 * redirects to the onboarding form or, during review, to the waiting page.
 * @returns path to redirect to, or null to stay
 */
export function editProfileRedirect({ role, verification_status }: RoleAndStatus): string | null {
  if (role !== 'lawyer') return '/edit-profile'
  return verification_status === 'verified' ? null : '/dashboard'
}

/**
 * Guard of the pages for verified lawyers only: the market and the colleagues (OPEN-08, ROU-39).
 * @returns path to redirect to, or null to stay
 */
export const verifiedOnlyRedirect = ({ role, verification_status }: RoleAndStatus): string | null =>
  role === 'lawyer' && verification_status === 'verified' ? null : '/dashboard'

/** Requires a lawyer, in any status; refuses others (403). */
export function requireLawyer({ role }: Session): Result<true> {
  if (role === 'lawyer') return accept(true)
  return refuse({ code: 'FORBIDDEN', message: MESSAGES.lawyersOnly })
}

/** Who may upload a photo: lawyers (else 403) with a confirmed e-mail address (else 409) (A7). */
export function canUploadPhoto(session: Session): Result<true> {
  const lawyer = requireLawyer(session)
  if (!lawyer.ok || session.user.verification_status !== 'email_pending') return lawyer
  return refuse({ code: 'CONFLICT', message: MESSAGES.emailFirst })
}

declare const proven: unique symbol
/** Proof that a request comes from a verified lawyer. Only `requireVerifiedLawyer` creates it. */
export interface VerifiedLawyer {
  readonly lawyerId: string
  readonly [proven]: true
}

/**
 * Requires a verified lawyer; refuses others (403). The status is current: every request reads its session.
 */
export function requireVerifiedLawyer(session: Session): Result<VerifiedLawyer> {
  const lawyer = requireLawyer(session)
  if (!lawyer.ok) return lawyer
  if (session.user.verification_status === 'verified')
    return accept({ lawyerId: session.userId } as VerifiedLawyer)
  return refuse({ code: 'FORBIDDEN', message: MESSAGES.verifiedOnly })
}

export const PROFILE_CHANGE_LIMIT: RateLimit = { max: 60, windowSeconds: 3600 }

/** Result pages of lawyers per user, or per IP address without a session; prevents copying the directory. */
export const SEARCH_LIMIT: RateLimit = { max: 60, windowSeconds: 60 }

export const COLLEAGUES_PAGE_SIZE = 20

/** Removes NUL characters, which PostgreSQL text cannot store. */
const withoutNul = (text: string | undefined) => (text ?? '').replaceAll('\0', '')
const toSearchText = (text: string | undefined) => foldText(withoutNul(text).trim())
const containing = (list: readonly string[], text: string) =>
  list.filter((one) => foldText(one).includes(text))

/** Search criteria for colleagues; null means any. */
export interface ColleagueFilter {
  /** Matches a part of the name or any of these specialties. */
  text: { name: string; specialties: string[] } | null
  specialty: string | null
  /** Known places that contain the search text. */
  locations: string[] | null
  experience: number | null
  after: { id: string; name: string } | null
}

/** COL-03 to COL-06: expands partial texts to the known places and specialties that contain them. */
export function colleagueFilter(input: ColleaguesInput): ColleagueFilter {
  const text = toSearchText(input?.text)
  const place = toSearchText(input?.location)
  const places = () =>
    COMMUNES.map((commune) => locationOf({ commune, region: regionOf(commune)?.name ?? '' }))
  return {
    text: text ? { name: text, specialties: containing(PROFILE_SPECIALTIES, text) } : null,
    specialty: withoutNul(input?.specialty) || null,
    locations: place ? containing(places(), place) : null,
    experience: input?.experience ? Number(input.experience) : null,
    after: input?.after ? { id: input.after.slice(0, 36), name: input.after.slice(37) } : null,
  }
}
