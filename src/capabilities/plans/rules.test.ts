import { describe, expect, test } from 'vitest'
import type { PlanId, Session } from '../../platform/session/session.ts'
import {
  checkPlanChange,
  creditGrant,
  hasMarketAccess,
  isLowOnCredits,
  requireMarketLawyer,
  requireSubscriber,
  weeklyUsage,
} from './rules.ts'
import { MESSAGES, PLAN_IDS } from './schema.ts'

const RANKS: Record<PlanId, number> = { gratis: 0, basico: 1, intermedio: 2, avanzado: 3 }
const changedAt = new Date('2026-11-01T12:00:00Z')
const check = (has: PlanId, wanted: PlanId, now: string, lastUpdated: Date | null = changedAt) =>
  checkPlanChange(
    { id: wanted, rank: RANKS[wanted] },
    { plan: has, rank: RANKS[has], lastUpdated },
    new Date(now),
  )
const conflict = (message: string, reason?: string) => ({
  ok: false,
  refusal: { code: 'CONFLICT', message, reason },
})

describe('OPEN-31, TRAP-03: which plans have access to the market', () => {
  test.each([
    ['basico', true],
    ['intermedio', true],
    ['avanzado', true],
    ['gratis', false],
    ['basic', false],
    ['', false],
    ['constructor', false],
    [null, false],
  ] as const)('%s: %s', (plan, sees) => {
    expect(hasMarketAccess(plan)).toBe(sees)
  })
})

describe('OPEN-33: which plan may be taken', () => {
  test('a higher plan at any time', () => {
    for (const has of PLAN_IDS)
      for (const wanted of PLAN_IDS.filter((id) => RANKS[id] > RANKS[has]))
        expect(check(has, wanted, '2026-11-01T12:00:01Z')).toEqual({ ok: true, value: true })
  })

  test('PLA-11, TRAP-08: never the current plan, and gratis has its own message', () => {
    for (const id of PLAN_IDS)
      expect(check(id, id, '2027-11-01T12:00:00Z')).toEqual(
        id === 'gratis'
          ? conflict('Ya estás en el plan gratuito.', 'ON_FREE_PLAN')
          : conflict('Ya tienes este plan.'),
      )
  })

  test('never gratis, even after years', () => {
    for (const id of ['basico', 'intermedio', 'avanzado'] as const)
      expect(check(id, 'gratis', '2036-11-01T12:00:00Z')).toEqual(conflict(MESSAGES.noReturnToFree))
  })

  test('a lower plan after exactly 30 days', () => {
    expect(check('avanzado', 'basico', '2026-12-01T11:59:59Z')).toEqual(
      conflict('Podrás cambiar a un plan menor desde el 1 de diciembre, 2026.'),
    )
    expect(check('avanzado', 'basico', '2026-12-01T12:00:00Z').ok).toBe(true)
    expect(check('avanzado', 'basico', '2026-11-01T12:00:00Z', null).ok).toBe(true)
  })
})

describe('H-06: credits granted by a plan', () => {
  const grant = (has: PlanId, lastUpdated: Date | null, now: string) =>
    creditGrant({ credits: 50 }, { plan: has, rank: RANKS[has], credits: 20, lastUpdated }, new Date(now))

  test('the difference within 30 days of the last change, all credits afterwards', () => {
    expect(grant('basico', changedAt, '2026-12-01T11:59:59Z')).toEqual({ credits: 30, isUpgrade: true })
    expect(grant('basico', changedAt, '2026-12-01T12:00:00Z')).toEqual({ credits: 50, isUpgrade: false })
  })

  test('the first plan grants all its credits', () => {
    expect(grant('gratis', null, '2026-11-01T12:00:00Z')).toEqual({ credits: 50, isUpgrade: false })
  })

  test('the difference is never negative', () => {
    expect(
      creditGrant(
        { credits: 10 },
        { plan: 'avanzado', rank: 3, credits: 100, lastUpdated: changedAt },
        new Date('2026-11-02T12:00:00Z'),
      ).credits,
    ).toBe(0)
  })
})

describe('access', () => {
  const session = (role: Session['role'], status: string | null, plan: string | null) =>
    ({ userId: 'x', role, user: { role, verification_status: status, plan } }) as Session

  test('OPEN-33: verified lawyers may subscribe; others are refused with the reason', () => {
    expect(requireSubscriber(session('lawyer', 'verified', 'gratis'))).toMatchObject({
      value: { lawyerId: 'x' },
    })
    for (const role of ['client', 'admin', null] as const)
      expect(requireSubscriber(session(role, null, null))).toMatchObject({
        refusal: { code: 'FORBIDDEN', message: 'Solo los abogados pueden suscribirse a un plan.' },
      })
    for (const status of ['email_pending', 'profile_pending', 'admin_pending'])
      expect(requireSubscriber(session('lawyer', status, 'gratis'))).toMatchObject({
        refusal: { code: 'FORBIDDEN', message: MESSAGES.verifiedOnly },
      })
  })

  test('OPEN-31: verified lawyers with a market plan have access to the market', () => {
    for (const plan of ['basico', 'intermedio', 'avanzado'])
      expect(requireMarketLawyer(session('lawyer', 'verified', plan)).ok).toBe(true)
    for (const plan of ['gratis', 'basic', null])
      expect(requireMarketLawyer(session('lawyer', 'verified', plan))).toMatchObject({
        refusal: { code: 'FORBIDDEN', message: MESSAGES.noMarket },
      })
    expect(requireMarketLawyer(session('lawyer', 'admin_pending', 'avanzado'))).toMatchObject({
      refusal: { message: MESSAGES.marketVerifiedOnly },
    })
    for (const role of ['client', 'admin', null] as const)
      expect(requireMarketLawyer(session(role, 'verified', 'avanzado'))).toMatchObject({
        refusal: { message: MESSAGES.marketLawyersOnly },
      })
  })
})

test('LIM-09, PLA-16: five credits or fewer are low, only on a paid plan', () => {
  const low = (plan: PlanId) =>
    [0, 1, 5, 6, 20].map((credits_available) => isLowOnCredits({ plan, credits_available }))
  expect(low('basico')).toEqual([true, true, true, false, false])
  expect(low('gratis')).toEqual([false, false, false, false, false])
})

describe('the usage chart', () => {
  test('90 days in 13 weeks without gaps or overlaps; the last week ends today', () => {
    const weeks = weeklyUsage([], '2026-11-21')
    expect(weeks).toHaveLength(13)
    expect(weeks[0]?.from).toBe('2026-08-24')
    expect(weeks.at(-1)).toEqual({ from: '2026-11-15', to: '2026-11-21', used: 0 })
    const days = weeks.map(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1)
    expect(days).toEqual([6, ...Array.from({ length: 12 }, () => 7)])
    for (const [at, week] of weeks.entries())
      if (at > 0) expect(Date.parse(week.from) - Date.parse(weeks[at - 1]?.to ?? '')).toBe(86_400_000)
  })

  test('each day counts in its own week', () => {
    const use = [
      { day: '2026-08-23', used: 50 },
      { day: '2026-08-24', used: 2 },
      { day: '2026-10-31', used: 4 },
      { day: '2026-11-01', used: 1 },
      { day: '2026-11-21', used: 3 },
    ]
    const weeks = weeklyUsage(use, '2026-11-21').map(({ used }) => used)
    expect(weeks).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 4, 1, 0, 3])
  })
})
