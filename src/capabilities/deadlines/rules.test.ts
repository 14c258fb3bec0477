import { expect, test } from 'vitest'
import cases from '../../../data/plazos-cases.json' with { type: 'json' }
import { DEADLINE_RULES, HOLIDAYS } from './catalogue.server.ts'
import { type DeadlineFacts, deadlineOf, openDaysUntil, versionOn } from './rules.ts'

interface WorkedExample {
  id: string
  regla: string
  inicio: string
  entradas: { anios?: number; suspensiones?: { id: string; desde: string; hasta: string }[] }
  vence: string
  actua_hasta?: string
  reclamable_desde?: string
  disponible_desde?: string
  tope_aplicado?: boolean
}
const examples = cases as WorkedExample[]
const ruleOf = (id: string) => {
  const rule = DEADLINE_RULES.find((one) => one.id === id)
  if (!rule) throw new Error(id)
  return rule
}
const applied = (id: string, facts: DeadlineFacts) => deadlineOf(ruleOf(id), facts, HOLIDAYS)

test.each(examples)('PLZ-01 example $id: $regla from $inicio ends on $vence', (one) => {
  const { anios, suspensiones = [] } = one.entradas
  const found = applied(one.regla, {
    start: one.inicio,
    suspensions: suspensiones.map(({ id, desde, hasta }) => ({ id, from: desde, to: hasta })),
    ...(anios !== undefined && { numbers: { anios } }),
  })
  expect(found).toMatchObject({
    lastDay: one.vence,
    actBy: one.actua_hasta ?? null,
    startsOn: one.reclamable_desde ?? one.disponible_desde ?? null,
  })
  expect(typeof found === 'object' && (found.steps.ceiling?.applied ?? false)).toBe(
    one.tope_aplicado ?? false,
  )
})

test('every confirmed rule has an example, and there are 54 rules, 41 of them confirmed', () => {
  const confirmed = DEADLINE_RULES.filter(({ term }) => term !== null).map(({ id }) => id)
  expect([DEADLINE_RULES.length, confirmed.length]).toEqual([54, 41])
  expect([...new Set(examples.map(({ regla }) => regla))].sort()).toEqual(confirmed.sort())
  expect(new Set(DEADLINE_RULES.map(({ id, version }) => `${id} ${version}`)).size).toBe(54)
})

test('PLZ-09 an unconfirmed rule never yields a date', () => {
  const unconfirmed = DEADLINE_RULES.filter(({ certainty }) => certainty === 'unconfirmed')
  expect(unconfirmed).toHaveLength(13)
  for (const rule of unconfirmed) {
    expect([rule.id, rule.term]).toEqual([rule.id, null])
    expect(deadlineOf(rule, { start: '2026-11-24' }, HOLIDAYS)).toBe('unconfirmed')
    // Also with an amount, as the data propose one.
    const proposed = { ...rule, term: { amount: 60, unit: 'court_days' } as const }
    expect(deadlineOf(proposed, { start: '2026-11-24' }, HOLIDAYS)).toBe('unconfirmed')
  }
})

test('PLZ-11 before the first day of a rule there is no date', () => {
  expect(applied('dat-responder', { start: '2026-11-30' })).toBe('not_in_force')
  expect(applied('dat-responder', { start: '2026-12-01' })).toMatchObject({ lastDay: '2026-12-31' })
})

test('PLZ-10 a count that leaves the known holidays gives no date', () => {
  expect(applied('lab-despido', { start: '2021-12-20' })).toBe('unknown_holidays')
})

test('a suspension of another rule changes nothing, and years are added up to six months in all', () => {
  const suspensions = [{ id: 'mediacion_salud', from: '2026-11-10', to: '2026-11-26' }]
  expect(applied('lab-despido', { start: '2026-11-03', suspensions })).toMatchObject({
    lastDay: '2027-01-15',
  })
  expect(applied('arr-desahucio', { start: '2026-10-31', numbers: { anios: 40 } })).toMatchObject({
    lastDay: '2027-04-30',
  })
})

test('PLZ-37 days left are Monday to Friday without holidays, after today', () => {
  const left = (today: string, day: string) => openDaysUntil(day, today, HOLIDAYS)
  expect(left('2026-11-24', '2026-11-27')).toBe(3)
  expect(left('2026-11-27', '2026-11-27')).toBe(0)
  expect(left('2026-11-27', '2026-11-30')).toBe(1)
  // 8 December is a holiday.
  expect(left('2026-12-07', '2026-12-09')).toBe(1)
})

test('PLZ-11 of two versions of a rule the one counts that was in force on the start day', () => {
  const old = { ...ruleOf('lab-despido'), validUntil: '2026-06-30' }
  const rules = [old, { ...old, version: 2, validFrom: '2026-07-01', validUntil: null }]
  const found = (start: string) => versionOn(rules, 'lab-despido', start)?.version
  expect([found('2026-06-30'), found('2026-07-01'), versionOn(rules, 'otra', '2026-07-01')]).toEqual([
    1,
    2,
    null,
  ])
  // No version in force: the newest, which then gives no date.
  expect(
    versionOn(
      [{ ...old, version: 3, validFrom: '2026-07-01', validUntil: null }],
      'lab-despido',
      '2026-01-01',
    )?.version,
  ).toBe(3)
})
