import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DATA_LAW_FROM } from '../../chile/data-law.ts'
import { dayNumber, isoDay } from '../../chile/dates.ts'
import {
  ANSWER_DAYS,
  COMPLAINT_BUSINESS_DAYS,
  complaintDay,
  complaintText,
  daysLeft,
  dueDay,
  dueText,
  extendedDay,
  FAST_BUSINESS_DAYS,
  grantEffect,
  hasLapsed,
  identityText,
  isReminderDay,
  needsDone,
  nextBlockState,
  nextRequestState,
  REQUEST_GRAPH,
  type RequestActor,
  type RequestEvent,
  requestProblems,
} from './request-rules.ts'
import { BLOCK_STATES, REQUEST_STATES, type RequestKind, type RequestState } from './schema.ts'

/** Checked by hand with a calendar: day of receipt, whether it asks for a block, last day. */
const DUE: [received: string, block: boolean, due: string][] = [
  // Before the new law: two business days. 27 November 2026 is a Friday.
  ['2026-11-25', false, '2026-11-27'],
  ['2026-11-26', false, '2026-11-28'],
  ['2026-11-27', false, '2026-11-30'],
  ['2026-11-28', false, '2026-12-01'],
  ['2026-11-29', false, '2026-12-01'],
  ['2026-11-30', false, '2026-12-02'],
  // Since then: thirty calendar days.
  ['2026-12-01', false, '2026-12-31'],
  ['2026-12-02', false, '2027-01-01'],
  ['2026-12-08', false, '2027-01-07'],
  ['2026-12-14', false, '2027-01-13'],
  ['2026-12-24', false, '2027-01-23'],
  ['2026-12-31', false, '2027-01-30'],
  ['2027-01-01', false, '2027-01-31'],
  ['2027-01-29', false, '2027-02-28'],
  ['2027-01-30', false, '2027-03-01'],
  ['2027-01-31', false, '2027-03-02'],
  ['2027-02-28', false, '2027-03-30'],
  // The clocks change on the first Saturdays of April and September.
  ['2027-04-03', false, '2027-05-03'],
  ['2027-09-04', false, '2027-10-04'],
  // A leap year.
  ['2028-01-30', false, '2028-02-29'],
  ['2028-01-31', false, '2028-03-01'],
  ['2028-02-28', false, '2028-03-29'],
  ['2028-02-29', false, '2028-03-30'],
  ['2028-12-02', false, '2029-01-01'],
  // A block: two business days.
  ['2026-12-14', true, '2026-12-16'],
  ['2026-12-18', true, '2026-12-21'],
  ['2026-12-19', true, '2026-12-22'],
  ['2026-12-20', true, '2026-12-22'],
  ['2027-03-25', true, '2027-03-27'],
  ['2028-02-28', true, '2028-03-01'],
]

/** Day of the answer, last prudent day to complain. */
const COMPLAINTS: [answered: string, until: string][] = [
  ['2026-12-01', '2027-01-05'],
  ['2026-12-18', '2027-01-22'],
  ['2026-12-19', '2027-01-23'],
  ['2026-12-20', '2027-01-23'],
  ['2026-12-31', '2027-02-04'],
  ['2027-01-01', '2027-02-05'],
  ['2027-02-15', '2027-03-22'],
  ['2027-09-17', '2027-10-22'],
  ['2028-01-31', '2028-03-06'],
  ['2028-02-29', '2028-04-04'],
]

describe('DAT-13, DAT-16 days checked by hand', () => {
  test.each(DUE)('received on %s (block: %s), due on %s', (received, block, due) => {
    expect(dueDay(received, block)).toBe(due)
  })
  test.each(COMPLAINTS)('answered on %s, complaint until %s', (answered, until) => {
    expect(complaintDay(answered)).toBe(until)
  })
  test('there are forty of them', () => expect(DUE.length + COMPLAINTS.length).toBe(40))
})

const moments = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2040-12-31T23:59:59Z'),
  noInvalidDate: true,
})

/** Business days without Saturdays: a later reading of the law, which ours must never be later than. */
function withoutSaturdays(from: string, count: number): number {
  let day = dayNumber(from)
  for (let left = count; left > 0; ) {
    day += 1
    if (new Date(day * 86_400_000).getUTCDay() % 6 !== 0) left -= 1
  }
  return day
}

test('DAT-13 at every moment of receipt, no deadline is later than any reading of the law allows', () => {
  fc.assert(
    fc.property(moments, fc.boolean(), (received, block) => {
      const day = isoDay(received)
      const due = dayNumber(dueDay(received, block))
      if (block || day < DATA_LAW_FROM)
        expect(due).toBeLessThanOrEqual(withoutSaturdays(day, FAST_BUSINESS_DAYS))
      else expect(due - dayNumber(day)).toBe(ANSWER_DAYS)
      expect(due).toBeGreaterThan(dayNumber(day))
      expect(dayNumber(complaintDay(received))).toBeLessThanOrEqual(
        withoutSaturdays(day, COMPLAINT_BUSINESS_DAYS),
      )
    }),
  )
})

test('DAT-15 one extension, of thirty days at most, never past due, and not of a block or under the old law', () => {
  const deadline = { received: '2026-12-14', dueOn: '2027-01-13', extendedFrom: null, isBlock: false }
  expect(extendedDay(deadline, '2027-01-13')).toEqual({ ok: true, value: '2027-02-12' })
  const messageOf = (result: ReturnType<typeof extendedDay>) => (result.ok ? null : result.refusal.message)
  expect(messageOf(extendedDay(deadline, '2027-01-14'))).toBe('El plazo ya venció.')
  expect(messageOf(extendedDay({ ...deadline, extendedFrom: '2027-01-13' }, '2027-01-01'))).toBe(
    'El plazo ya se amplió una vez.',
  )
  expect(extendedDay({ ...deadline, isBlock: true }, '2026-12-15').ok).toBe(false)
  expect(extendedDay({ ...deadline, received: '2026-11-30', dueOn: '2026-12-02' }, '2026-12-01').ok).toBe(
    false,
  )
})

test('DAT-16 the text of a complaint follows the law on the day of receipt', () => {
  expect(complaintText('2026-12-14', '2026-12-18')).toBe(
    'Si no estás de acuerdo, puedes reclamar gratis ante la Agencia de Protección de Datos Personales dentro de 30 días hábiles (hasta el 22 de enero de 2027).',
  )
  expect(complaintText('2026-11-30', '2026-12-02')).toContain('juez de letras en lo civil')
})

test('DAT-60 reminders at day 20, 25 and 28, then daily; words of the days left', () => {
  const received = dayNumber('2026-12-14')
  const isoOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
  const reminded = Array.from({ length: 34 }, (_, at) => at).filter((at) =>
    isReminderDay('2027-01-13', isoOf(received + at)),
  )
  expect(reminded).toEqual([20, 25, 28, 29, 30, 31, 32, 33])
  expect(daysLeft('2027-01-13', '2026-12-18')).toBe(26)
  expect(
    ['2027-01-13', '2027-01-12', '2027-01-11', '2027-01-14', '2027-01-16'].map((day) =>
      dueText('2027-01-13', day),
    ),
  ).toEqual(['Vence hoy', 'Vence en 1 día', 'Vence en 2 días', 'Vencida hace 1 día', 'Vencida hace 3 días'])
})

const ACTORS: RequestActor[] = ['asker', 'admin', 'system']
const EVENTS: RequestEvent[] = [
  ...(['confirm', 'forget', 'ask', 'prove', 'lapse', 'extend'] as const),
  ...(['grant', 'grant-partly', 'refuse', 'withdraw'] as const),
]

/** The whole table of the specification: state, event, actor, next state. Every other cell is refused. */
const CELLS = new Map<string, RequestState | null>([
  ['por_confirmar confirm asker', 'recibida'],
  ['por_confirmar forget system', null],
  ['recibida ask admin', 'identidad'],
  ['identidad prove asker', 'recibida'],
  ['identidad lapse admin', 'rechazada'],
  ['recibida extend admin', 'ampliada'],
  ['identidad extend admin', 'identidad'],
  ['ampliada ask admin', 'identidad'],
  ...(['recibida', 'ampliada'] as const).flatMap((state): [string, RequestState][] => [
    [`${state} grant admin`, 'aceptada'],
    [`${state} grant-partly admin`, 'parcial'],
    [`${state} refuse admin`, 'rechazada'],
  ]),
  ...(['recibida', 'identidad', 'ampliada'] as const).map((state): [string, RequestState] => [
    `${state} withdraw asker`,
    'retirada',
  ]),
])

test('DAT-14, DAT-15, DAT-16 every cell of the graph of a request', () => {
  expect(Object.keys(REQUEST_GRAPH)).toEqual([...REQUEST_STATES])
  let allowed = 0
  for (const state of REQUEST_STATES)
    for (const event of EVENTS)
      for (const actor of ACTORS) {
        const cell = `${state} ${event} ${actor}`
        const next = nextRequestState(state, event, actor)
        const expected = CELLS.get(cell)
        if (expected === undefined)
          expect(next, cell).toMatchObject({ ok: false, refusal: { code: 'CONFLICT' } })
        else expect(next, cell).toEqual({ ok: true, value: expected })
        if (next.ok) allowed += 1
      }
  expect(allowed).toBe(CELLS.size)
})

test('DAT-13 identity lapses after ten days, or on the last day to answer if that is before', () => {
  const asked = (due_on: string) => ({
    ...{ state: 'identidad' as const, due_on, identity_asked_at: new Date('2027-01-10T12:00:00Z') },
  })
  const lapsed = (due_on: string, now: string) => hasLapsed(asked(due_on), new Date(`${now}T12:00:00Z`))
  expect([lapsed('2027-02-09', '2027-01-19'), lapsed('2027-02-09', '2027-01-20')]).toEqual([false, true])
  expect([lapsed('2027-01-12', '2027-01-11'), lapsed('2027-01-12', '2027-01-12')]).toEqual([false, true])
  expect(hasLapsed({ ...asked('2027-01-12'), state: 'recibida' }, new Date('2027-02-01'))).toBe(false)
  expect(identityText('2027-02-09', '2027-01-10')).toMatch(/ Tienes 10 días\.$/)
  expect(identityText('2027-01-12', '2027-01-10')).toMatch(/ Adjúntala antes del 12 de enero de 2027\.$/)
})

test('DAT-11 what is missing is said at its field', () => {
  const draft = {
    kind: 'corregir',
    about: null,
    objectId: null,
    cause: null,
    newValue: '',
    details: '',
  } as const
  expect(requestProblems(draft, 'client')).toEqual({ about: 'Cuéntanos qué dato quieres corregir.' })
  expect(requestProblems({ ...draft, about: 'nombre' }, 'client')).toEqual({
    newValue: 'Cuéntanos qué dato quieres corregir.',
  })
  expect(requestProblems({ ...draft, about: 'rut', newValue: '1-9' }, 'client')).toHaveProperty('about')
  expect(requestProblems({ ...draft, about: 'rut', newValue: '1-9' }, 'lawyer')).toEqual({})
  expect(requestProblems({ ...draft, kind: 'borrar', about: 'otro' }, 'client')).toEqual({
    cause: 'Elige un motivo.',
  })
  expect(requestProblems({ ...draft, kind: 'consulta' }, null)).toEqual({
    details: 'Cuéntanos qué necesitas.',
  })
  expect(requestProblems({ ...draft, kind: 'llevar' }, 'admin')).toEqual({})
})

test('DAT-18 a block names what it is about: the own profile by itself, a case or a review by its id', () => {
  const block = {
    kind: 'bloquear',
    objectId: null,
    cause: null,
    newValue: '',
    details: '',
  } as const
  expect(requestProblems({ ...block, about: 'perfil' }, 'lawyer')).toEqual({})
  expect(requestProblems({ ...block, about: 'perfil' }, 'client')).toHaveProperty('about')
  expect(requestProblems({ ...block, about: 'causa' }, 'lawyer')).toHaveProperty('about')
  expect(requestProblems({ ...block, about: 'causa' }, 'client')).toEqual({ objectId: 'Elige cuál.' })
  expect(requestProblems({ ...block, about: 'resena', objectId: 'x' }, 'client')).toEqual({})
  expect(requestProblems({ ...block, about: null }, 'client')).toHaveProperty('about')
})

test('DAT-18 the states of a block, cell by cell', () => {
  const allowed: Record<string, string> = {
    'provisional keep admin': 'vigente',
    'provisional lift admin': 'levantado',
    'provisional withdraw asker': 'levantado',
    'provisional end system': 'levantado',
    'vigente lift admin': 'levantado',
    'vigente withdraw asker': 'levantado',
    'vigente end system': 'levantado',
  }
  for (const state of BLOCK_STATES)
    for (const event of ['keep', 'lift', 'withdraw', 'end'] as const)
      for (const actor of ACTORS)
        expect(nextBlockState(state, event, actor), `${state} ${event} ${actor}`).toBe(
          allowed[`${state} ${event} ${actor}`] ?? null,
        )
})

test('DAT-17 what the system does when a request is granted, or that somebody says what was done', () => {
  const asked = (kind: RequestKind, about: string | null, object_id: string | null = null) => ({
    ...{ kind, about, object_id },
  })
  const withEffect = [
    asked('corregir', 'rut'),
    asked('bloquear', 'causa', 'x'),
    asked('borrar', 'resena', 'x'),
    asked('oponer', 'busqueda'),
  ]
  for (const one of withEffect)
    expect([grantEffect(one), needsDone(one, 'aceptada')]).toEqual([expect.any(String), false])
  const byHand = [
    asked('corregir', 'perfil'),
    asked('borrar', 'causa'),
    asked('borrar', 'resena'),
    asked('oponer', 'avisos'),
  ]
  for (const one of byHand) expect([grantEffect(one), needsDone(one, 'aceptada')]).toEqual([null, true])
  expect(needsDone(asked('borrar', 'resena', 'x'), 'parcial')).toBe(true)
  for (const kind of ['llevar', 'consulta', 'revision'] as const)
    expect(needsDone(asked(kind, null), 'aceptada')).toBe(false)
})
