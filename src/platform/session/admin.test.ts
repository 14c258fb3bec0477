import { expect, test } from 'vitest'
import { ADMINS_ONLY, requireAdmin } from './admin.ts'
import type { Role, Session } from './session.ts'

const session = (role: Role | null, displayed: Role): Session => ({
  id: 's',
  userId: 'u',
  role,
  profileError: null,
  isProven: false,
  isSuspended: false,
  suspensionStartsAt: null,
  isLosingFactor: false,
  user: { role: displayed } as Session['user'],
})

test('OPEN-01 only the session role grants access, never the displayed role', () => {
  expect(requireAdmin(session('admin', 'admin'), ADMINS_ONLY)).toEqual({ ok: true, value: { adminId: 'u' } })
  for (const [role, displayed] of [
    ['client', 'admin'],
    ['lawyer', 'admin'],
    [null, 'admin'],
  ] as const)
    expect(requireAdmin(session(role, displayed), ADMINS_ONLY)).toEqual({
      ok: false,
      refusal: { code: 'FORBIDDEN', message: 'Solo una persona administradora puede hacer esto.' },
    })
})
