import { describe, expect, it } from 'vitest'
import type { Role, VerificationStatus } from '../../platform/session.ts'
import { dashboardGate } from './rules.ts'

describe('dashboardGate', () => {
  it.each<[string, Role, VerificationStatus | null, string | null]>([
    ['ROU-26', 'lawyer', 'email_pending', '/onboarding/verify-email'],
    ['ROU-27', 'lawyer', 'profile_pending', '/create-lawyer-profile'],
    ['ROU-28', 'lawyer', 'admin_pending', '/onboarding/pending-review'],
    ['ROU-29', 'lawyer', 'verified', null],
    ['ROU-30', 'lawyer', null, '/'],
    ['ROU-30', 'lawyer', 'otro' as VerificationStatus, '/'],
    ['ROU-31', 'client', null, null],
    ['OPEN-08', 'admin', null, '/admin-dashboard'],
  ])('%s: %s with %s', (_id, role, verification_status, place) => {
    expect(dashboardGate({ role, verification_status })).toBe(place)
  })
})
