import { describe, expect, it, test } from 'vitest'
import type { Role, Session, VerificationStatus } from '../../platform/session/session.ts'
import {
  colleagueFilter,
  dashboardRedirect,
  editProfileRedirect,
  nextStatus,
  type OnboardingPage,
  onboardingRedirect,
  requireLawyer,
  requireVerifiedLawyer,
  type VerificationEvent,
} from './rules.ts'

const STATUSES: VerificationStatus[] = ['email_pending', 'profile_pending', 'admin_pending', 'verified']
const unknown = 'otro' as VerificationStatus

describe('nextStatus: every event from every status (ONV-12, ONP-08, OPEN-02)', () => {
  const notSent = 'El abogado aún no ha enviado su perfil a revisión.'
  const done = 'El abogado ya está verificado.'
  const mail = 'Tu correo ya está verificado.'
  it.each<[VerificationEvent, VerificationStatus, VerificationStatus | null, string | null]>([
    ['verifyEmail', 'email_pending', 'profile_pending', null],
    ['verifyEmail', 'profile_pending', null, mail],
    ['verifyEmail', 'admin_pending', null, mail],
    ['verifyEmail', 'verified', null, mail],
    ['submit', 'email_pending', null, 'Verifica tu correo antes de enviar tu perfil.'],
    ['submit', 'profile_pending', 'admin_pending', null],
    ['submit', 'admin_pending', null, 'Tu perfil ya está en revisión.'],
    ['submit', 'verified', null, 'Tu perfil ya está verificado.'],
    ['verify', 'email_pending', null, notSent],
    ['verify', 'profile_pending', null, notSent],
    ['verify', 'admin_pending', 'verified', null],
    ['verify', 'verified', null, done],
    ['return', 'email_pending', null, notSent],
    ['return', 'profile_pending', null, notSent],
    ['return', 'admin_pending', 'profile_pending', null],
    ['return', 'verified', null, done],
  ])('%s from %s', (event, from, to, message) => {
    expect(nextStatus(from, event)).toEqual(
      to === null
        ? {
            ok: false,
            refusal: {
              code: 'CONFLICT',
              message,
              reason: from === 'verified' ? 'ALREADY_VERIFIED' : undefined,
            },
          }
        : { ok: true, value: to },
    )
  })
})

describe('ROU-26 to ROU-31: the guard of the panel', () => {
  it.each<[string, Role, VerificationStatus | null, string | null]>([
    ['ROU-26', 'lawyer', 'email_pending', '/onboarding/verify-email'],
    ['ROU-27', 'lawyer', 'profile_pending', '/create-lawyer-profile'],
    ['ROU-28', 'lawyer', 'admin_pending', '/onboarding/pending-review'],
    ['ROU-29', 'lawyer', 'verified', null],
    ['ROU-30', 'lawyer', null, '/'],
    ['ROU-30', 'lawyer', unknown, '/'],
    ['ROU-30', 'lawyer', 'constructor' as VerificationStatus, '/'],
    ['ROU-31', 'client', null, null],
    ['OPEN-08', 'admin', null, '/admin-dashboard'],
  ])('%s: %s with %s', (_id, role, verification_status, place) => {
    expect(dashboardRedirect({ role, verification_status })).toBe(place)
  })
})

describe('OPEN-07, ROU-37: the onboarding pages', () => {
  const pages: OnboardingPage[] = ['email_pending', 'profile_pending', 'admin_pending']
  for (const page of pages) {
    for (const status of [...STATUSES, null, unknown]) {
      const stays = status === page
      it(`${page}: a lawyer with ${status} ${stays ? 'stays' : 'goes to /dashboard'}`, () => {
        expect(onboardingRedirect(page, { role: 'lawyer', verification_status: status })).toBe(
          stays ? null : '/dashboard',
        )
      })
    }
    it.each<Role>(['client', 'admin'])(`${page}: %s goes to /dashboard, whatever the status`, (role) => {
      expect(onboardingRedirect(page, { role, verification_status: null })).toBe('/dashboard')
      expect(onboardingRedirect(page, { role, verification_status: page })).toBe('/dashboard')
    })
  }
})

describe('OPEN-08: /edit-lawyer-profile', () => {
  it.each<[Role, VerificationStatus | null, string | null]>([
    ['client', null, '/edit-profile'],
    ['admin', null, '/edit-profile'],
    ['lawyer', 'email_pending', '/dashboard'],
    ['lawyer', 'profile_pending', '/dashboard'],
    ['lawyer', 'admin_pending', '/dashboard'],
    ['lawyer', null, '/dashboard'],
    ['lawyer', 'verified', null],
  ])('%s with %s', (role, verification_status, place) => {
    expect(editProfileRedirect({ role, verification_status })).toBe(place)
  })
})

describe('requirements for lawyers and verified lawyers', () => {
  const session = (role: Role | null, status: VerificationStatus | null) =>
    ({ userId: 'u', role, user: { role: 'lawyer', verification_status: status } }) as Session
  test('use the role from profiles, not the displayed one (AUT-22)', () => {
    expect(requireVerifiedLawyer(session('lawyer', 'verified'))).toEqual({
      ok: true,
      value: { lawyerId: 'u' },
    })
    for (const role of [null, 'client', 'admin'] as const) {
      expect(requireVerifiedLawyer(session(role, 'verified'))).toMatchObject({
        refusal: { code: 'FORBIDDEN' },
      })
      expect(requireLawyer(session(role, 'verified'))).toMatchObject({ refusal: { code: 'FORBIDDEN' } })
    }
  })
  test.each([...STATUSES.slice(0, 3), null])('a lawyer with status %s is not a verified lawyer', (status) => {
    expect(requireVerifiedLawyer(session('lawyer', status))).toMatchObject({ refusal: { code: 'FORBIDDEN' } })
    expect(requireLawyer(session('lawyer', status))).toEqual({ ok: true, value: true })
  })
})

describe('COL-03 to COL-06: colleagueFilter', () => {
  test('removes NUL characters, which PostgreSQL text cannot store', () => {
    const found = colleagueFilter({ text: 'a\0b', specialty: 'Divorcio\0', location: '\0' })
    expect(found).toMatchObject({ text: { name: 'ab' }, specialty: 'Divorcio', locations: null })
    expect(colleagueFilter({ specialty: '\0' }).specialty).toBeNull()
  })
})
