import { expect, test } from 'vitest'
import type { Session } from '../../platform/session.ts'
import { reviewClient, reviewedLawyer } from './rules.ts'

const as = (role: Session['role']) => ({ role, userId: 'x' }) as Session

test('REV-03, ROL-02 clients alone write; DAL-11 lawyers alone receive', () => {
  expect(reviewClient(as('client'))).toEqual({ ok: true, value: { clientId: 'x' } })
  expect(reviewedLawyer(as('lawyer'))).toEqual({ ok: true, value: { lawyerId: 'x' } })
  for (const role of ['lawyer', 'admin'] as const)
    expect(reviewClient(as(role))).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN' } })
  for (const role of ['client', 'admin'] as const)
    expect(reviewedLawyer(as(role))).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN' } })
})
