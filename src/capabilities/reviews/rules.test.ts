import { expect, test } from 'vitest'
import type { Session } from '../../platform/session/session.ts'
import { reviewClient, reviewedLawyer } from './rules.ts'

const sessionOf = (role: Session['role']) => ({ role, userId: 'x' }) as Session

test('REV-03, ROL-02 only clients write reviews; DAL-11 only lawyers receive them', () => {
  expect(reviewClient(sessionOf('client'))).toEqual({ ok: true, value: { clientId: 'x' } })
  expect(reviewedLawyer(sessionOf('lawyer'))).toEqual({ ok: true, value: { lawyerId: 'x' } })
  for (const role of ['lawyer', 'admin'] as const)
    expect(reviewClient(sessionOf(role))).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN' } })
  for (const role of ['client', 'admin'] as const)
    expect(reviewedLawyer(sessionOf(role))).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN' } })
})
