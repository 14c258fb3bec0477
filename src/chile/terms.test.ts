import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayNumber, isoDayOf } from './dates.ts'
import { createHolidays } from './holidays.ts'
import { countTerm, type Suspension, TERM_UNITS, type TermRule } from './terms.ts'

const holidays = createHolidays()
const rule = (amount: number, unit: TermRule['unit'], more: Partial<TermRule> = {}): TermRule => ({
  ...{ kind: 'own', amount, unit, ceiling: null },
  ...more,
})
const lastDay = (of: TermRule, start: string, suspensions: Suspension[] = []) =>
  countTerm(of, { start, suspensions }, holidays)?.lastDay
const between = (first: string, last: string) =>
  fc.integer({ min: dayNumber(first), max: dayNumber(last) }).map(isoDayOf)

describe('PLZ-02, PLZ-03 counting', () => {
  test.each([
    [3, 'court_days', '2026-11-20', '2026-11-24', 'Saturday counts, Sunday does not, nor the start'],
    [3, 'office_days', '2026-11-20', '2026-11-25', 'neither Saturday nor Sunday'],
    [1, 'calendar_days', '2026-12-24', '2026-12-25', 'holidays count'],
    [1, 'court_days', '2026-12-24', '2026-12-26', 'Christmas does not'],
    [1, 'court_days', '2027-12-31', '2028-01-03', 'New Year on a Saturday, then a Sunday'],
    [1, 'court_days', '2033-12-31', '2034-01-03', 'New Year on a Sunday makes Monday 2 a holiday'],
    [1, 'court_days', '2026-04-02', '2026-04-06', 'Good Friday, Holy Saturday, Easter Sunday'],
    [1, 'office_days', '2027-09-16', '2027-09-20', 'Friday 17 before Saturday 18 September'],
    [1, 'months', '2026-01-31', '2026-02-28', 'the last day of a shorter month'],
    [1, 'months', '2028-01-31', '2028-02-29', 'of a leap year'],
    [1, 'years', '2024-02-29', '2025-02-28', 'from a leap day'],
    [4, 'years', '2024-02-29', '2028-02-29', 'to a leap day'],
    [12, 'months', '2026-12-31', '2027-12-31', 'over the end of a year'],
    [20, 'court_days', '2027-01-29', '2027-02-22', 'PLZ-04 February has no recess'],
  ] as const)('%i %s from %s end on %s (%s)', (...[amount, unit, start, expected]) => {
    expect(lastDay(rule(amount, unit), start)).toBe(expected)
  })

  test('PLZ-02 the start does not count, whether it is a working day, a Sunday or a holiday', () => {
    for (const start of ['2026-11-27', '2026-11-28', '2026-11-29'])
      expect(lastDay(rule(1, 'calendar_days'), start)).toBe(isoDayOf(dayNumber(start) + 1))
    expect(
      ['2026-12-06', '2026-12-07', '2026-12-08'].map((start) => lastDay(rule(1, 'office_days'), start)),
    ).toEqual(['2026-12-07', '2026-12-09', '2026-12-09'])
  })
})

describe('PLZ-05, PLZ-16 the day to act', () => {
  const act = (start: string, amount: number, commune?: string) => {
    const term = countTerm(rule(amount, 'calendar_days'), { start, ...(commune && { commune }) }, holidays)
    return [term?.lastDay, term?.actBy, term?.steps.closed]
  }
  test('the last day stays on a Sunday or holiday; the day to act is the open day before', () => {
    expect(act('2026-11-19', 10)).toEqual(['2026-11-29', '2026-11-27', []])
    expect(act('2026-12-15', 10)).toEqual([
      '2026-12-25',
      '2026-12-24',
      [{ day: '2026-12-25', name: 'Navidad', place: null }],
    ])
    // Sunday 4 April 2027 … Good Friday is 26 March: Saturday and Friday before are closed, too.
    expect(act('2027-03-18', 10).slice(0, 2)).toEqual(['2027-03-28', '2027-03-25'])
  })
  test('a holiday of the commune alone brings it forward and is never left out of the count', () => {
    expect(act('2027-05-28', 10)).toEqual(['2027-06-07', '2027-06-07', []])
    expect(act('2027-05-28', 10, 'Arica')).toEqual([
      '2027-06-07',
      '2027-06-04',
      [{ day: '2027-06-07', name: null, place: 'Arica y Parinacota' }],
    ])
    const counted = rule(5, 'court_days')
    const inArica = countTerm(counted, { start: '2027-06-04', commune: 'Arica' }, holidays)
    expect(inArica?.lastDay).toBe(lastDay(counted, '2027-06-04'))
  })
})

describe('PLZ-06, PLZ-07 suspensions and ceilings', () => {
  const ten = rule(10, 'calendar_days')
  test.each([
    [
      [{ from: '2026-11-05', to: '2026-11-08' }],
      '2026-11-13',
      'days strictly between do not count; both ends do',
    ],
    [[{ from: '2026-11-05', to: '2026-11-06' }], '2026-11-11', 'no day between'],
    [[{ from: '2026-11-05', to: null }], '2026-11-11', 'without a last day nothing is subtracted'],
    [[{ from: '2026-11-12', to: '2026-11-30' }], '2026-11-11', 'begun after the end: changes nothing'],
    [[{ from: '2026-11-11', to: '2026-11-30' }], '2026-11-11', 'begun on the last day: it counts'],
    [
      [{ from: '2026-11-10', to: '2026-11-30' }],
      '2026-11-30',
      'begun on the day before: its last day is the last one',
    ],
    [[{ from: '2026-10-20', to: '2026-11-04' }], '2026-11-13', 'begun before the start'],
    [
      [
        { from: '2026-11-03', to: '2026-11-10' },
        { from: '2026-11-05', to: '2026-11-12' },
      ],
      '2026-11-19',
      'overlapping: joined',
    ],
    [
      [
        { from: '2026-11-03', to: '2026-11-12' },
        { from: '2026-11-05', to: '2026-11-08' },
      ],
      '2026-11-19',
      'one within the other',
    ],
    [
      [
        { from: '2026-11-03', to: '2026-11-06' },
        { from: '2026-11-06', to: '2026-11-09' },
      ],
      '2026-11-15',
      'touching: the common day counts, the earlier result',
    ],
    [
      [
        { from: '2026-11-10', to: '2026-11-14' },
        { from: '2026-11-13', to: '2026-11-20' },
      ],
      '2026-11-20',
      'the second begins in the prolonged term',
    ],
  ] as [Suspension[], string, string][])(
    'ten days from 1 November with %j end on %s (%s)',
    (...[suspensions, expected]) => {
      expect(lastDay(ten, '2026-11-01', suspensions)).toBe(expected)
    },
  )

  test('months are prolonged by the days, and a ceiling wins', () => {
    const sixMonths = rule(6, 'months', { ceiling: { amount: 1, unit: 'years' } })
    expect(lastDay(sixMonths, '2026-06-10', [{ from: '2026-07-01', to: '2026-08-05' }])).toBe('2027-01-13')
    const long = countTerm(
      sixMonths,
      { start: '2026-06-10', suspensions: [{ from: '2026-07-01', to: '2027-06-30' }] },
      holidays,
    )
    expect([long?.lastDay, long?.steps.ceiling]).toEqual(['2027-06-10', { day: '2027-06-10', applied: true }])
  })
})

test('PLZ-08 the other side’s term and a wait give the day after, on which one’s right begins, and no day to act', () => {
  for (const kind of ['other', 'wait'] as const) {
    const term = countTerm(rule(1, 'years', { kind }), { start: '2025-12-01' }, holidays)
    expect(term).toMatchObject({ lastDay: '2026-12-01', startsOn: '2026-12-02', actBy: null })
  }
  expect(countTerm(rule(1, 'years'), { start: '2025-12-01' }, holidays)).toMatchObject({
    startsOn: null,
    actBy: '2026-12-01',
  })
})

test('PLZ-10 a count that leaves the known years has no answer; one that needs no holiday there has', () => {
  expect(lastDay(rule(5, 'court_days'), '2021-12-30')).toBe(undefined)
  expect(lastDay(rule(5, 'court_days'), '2046-12-28')).toBe(undefined)
  expect(lastDay(rule(5, 'years'), '2021-12-01')).toBe('2026-12-01')
  expect(lastDay(rule(5, 'years'), '2044-12-01')).toBe(undefined)
})

test('PLZ-39 the steps name each holiday that was not counted, until the last day', () => {
  const { steps } = countTerm(rule(60, 'court_days'), { start: '2026-11-03' }, holidays) ?? {}
  expect(steps?.skipped).toEqual([
    { day: '2026-12-08', name: 'Inmaculada Concepción' },
    { day: '2026-12-25', name: 'Navidad' },
    { day: '2027-01-01', name: 'Año Nuevo' },
  ])
  const capped = countTerm(
    rule(60, 'court_days', { ceiling: { amount: 10, unit: 'court_days' } }),
    { start: '2026-12-01' },
    holidays,
  )
  expect(capped?.steps.skipped.map(({ day }) => day)).toEqual(['2026-12-08'])
})

describe('PLZ-01 against a count day by day on another path', () => {
  const closed = (day: string, unit: string) => {
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
    if (unit === 'court_days') return weekday === 0 || holidays.national(dayNumber(day)) !== null
    return (
      unit === 'office_days' && (weekday === 0 || weekday === 6 || holidays.national(dayNumber(day)) !== null)
    )
  }
  /** Goes through all days, and adds up those that count. */
  function slowly({ amount, unit }: TermRule, start: string, suspensions: readonly Suspension[]): string {
    const paused = new Set<string>()
    for (const { from, to } of suspensions)
      if (to !== null)
        for (let day = dayNumber(from) + 1; day < dayNumber(to); day += 1) paused.add(isoDayOf(day))
    const days = [...Array(1_500).keys()].map((offset) => isoDayOf(dayNumber(start) + 1 + offset))
    let wanted = amount
    if (unit === 'months' || unit === 'years') {
      const [year = 0, month = 0, date = 0] = start.split('-').map(Number)
      const months = month - 1 + amount * (unit === 'years' ? 12 : 1)
      const month2 = `${year + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-`
      const end = days.findLast((day) => day.startsWith(month2) && Number(day.slice(8)) <= date)
      wanted = days.indexOf(end ?? '') + 1
    }
    const counted = days.filter((day) => !paused.has(day) && !closed(day, unit))
    return counted[wanted - 1] ?? ''
  }
  const someSuspensions = fc.array(
    fc.tuple(fc.integer({ min: -40, max: 200 }), fc.integer({ min: 0, max: 90 })),
    { maxLength: 3 },
  )
  test('the same last day for every unit, start and suspensions', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TERM_UNITS),
        fc.integer({ min: 1, max: 90 }),
        between('2022-01-01', '2040-12-31'),
        someSuspensions,
        (unit, amount, start, raw) => {
          const few = unit === 'years' ? (amount % 3) + 1 : unit === 'months' ? (amount % 24) + 1 : amount
          const suspensions = raw.map(([offset, length]) => ({
            from: isoDayOf(dayNumber(start) + offset),
            to: isoDayOf(dayNumber(start) + offset + length),
          }))
          expect(lastDay(rule(few, unit), start, suspensions)).toBe(
            slowly(rule(few, unit), start, suspensions),
          )
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('§7 properties', () => {
  const anyRule = fc.record({
    unit: fc.constantFrom(...TERM_UNITS),
    amount: fc.integer({ min: 1, max: 60 }),
  })
  const bounded = ({ unit, amount }: { unit: TermRule['unit']; amount: number }) =>
    rule(unit === 'years' ? (amount % 5) + 1 : amount, unit)

  test('the last day is after the start; the day to act is an open day on or before it', () => {
    fc.assert(
      fc.property(anyRule, between('2022-01-01', '2035-12-31'), (some, start) => {
        const term = countTerm(bounded(some), { start }, holidays)
        expect(term && term.lastDay > start).toBe(true)
        expect(term?.actBy && term.actBy <= term.lastDay).toBe(true)
        const weekday = new Date(`${term?.actBy}T12:00:00Z`).getUTCDay()
        expect([1, 2, 3, 4, 5]).toContain(weekday)
        expect(holidays.national(dayNumber(term?.actBy ?? ''))).toBe(null)
      }),
    )
  })

  test('a start one day later never ends earlier', () => {
    fc.assert(
      fc.property(anyRule, between('2022-01-01', '2035-12-31'), (some, start) => {
        const next = isoDayOf(dayNumber(start) + 1)
        expect((lastDay(bounded(some), start) ?? '') <= (lastDay(bounded(some), next) ?? '')).toBe(true)
      }),
    )
  })

  test('a suspension never shortens, a ceiling never prolongs, another holiday never shortens', () => {
    fc.assert(
      fc.property(
        anyRule,
        between('2022-01-01', '2034-12-31'),
        fc.integer({ min: -10, max: 100 }),
        fc.integer({ min: 0, max: 60 }),
        (some, start, offset, length) => {
          const plain = lastDay(bounded(some), start) ?? ''
          const from = isoDayOf(dayNumber(start) + offset)
          const suspended =
            lastDay(bounded(some), start, [{ from, to: isoDayOf(dayNumber(from) + length) }]) ?? ''
          expect(suspended >= plain).toBe(true)
          const ceiling = { amount: length + 1, unit: 'calendar_days' as const }
          expect((lastDay({ ...bounded(some), ceiling }, start) ?? '') <= plain).toBe(true)
          const more = createHolidays([{ day: from, name: 'Feriado', place: null }])
          expect((countTerm(bounded(some), { start }, more)?.lastDay ?? '') >= plain).toBe(true)
        },
      ),
    )
  })

  test('court days end no later than as many office days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90 }), between('2022-01-01', '2035-12-31'), (amount, start) => {
        expect(
          (lastDay(rule(amount, 'court_days'), start) ?? '') <=
            (lastDay(rule(amount, 'office_days'), start) ?? ''),
        ).toBe(true)
      }),
    )
  })
})
