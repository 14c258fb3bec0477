import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoDay } from '../../chile/dates.ts'
import { minuteOfDay } from '../../chile/local-time.ts'
import { DEFAULT_QUIET, isMailed, type MailRules, mailTime, maskedEmail } from './rules.ts'
import { NOTICE_CATEGORIES } from './schema.ts'

const rules = (changes: Partial<MailRules> = {}): MailRules => ({
  unmailedCategories: [],
  frequency: 'now',
  quiet: DEFAULT_QUIET,
  isSilent: false,
  lastDigestOn: null,
  mailFailures: 0,
  ...changes,
})
/** A time of day in Chile in July, which is 4 hours behind UTC. */
const july = (day: number, hour: number, minute = 0) => new Date(Date.UTC(2026, 6, day, hour + 4, minute))
const timeOf = (changes: Partial<MailRules>, createdAt: Date, now = createdAt) =>
  mailTime(rules(changes), { category: 'proposals', createdAt }, now)

test('SEG-60 by day at once; in quiet hours when they end, also past midnight', () => {
  expect(timeOf({}, july(7, 12))).toEqual({ at: july(7, 12), isDigest: false })
  expect(timeOf({}, july(7, 21, 59)).at).toEqual(july(7, 21, 59))
  expect(timeOf({}, july(7, 22)).at).toEqual(july(8, 8))
  expect(timeOf({}, july(8, 3)).at).toEqual(july(8, 8))
  expect(timeOf({}, july(8, 8)).at).toEqual(july(8, 8))
  expect(timeOf({ quiet: null }, july(8, 3)).at).toEqual(july(8, 3))
  expect(timeOf({ quiet: { from: 13 * 60, until: 15 * 60 } }, july(8, 14)).at).toEqual(july(8, 15))
})

test('SEG-60 a digest leaves at 08:30, weekly on Monday, once a day and after quiet hours', () => {
  const daily = { frequency: 'daily', quiet: null } as const
  expect(timeOf(daily, july(7, 8, 29))).toEqual({ at: july(7, 8, 30), isDigest: true })
  expect(timeOf(daily, july(7, 8, 30)).at).toEqual(july(8, 8, 30))
  expect(timeOf(daily, july(7, 8, 29), july(7, 8, 31)).at).toEqual(july(7, 8, 31))
  expect(timeOf({ ...daily, lastDigestOn: '2026-07-07' }, july(7, 8, 29), july(7, 8, 31)).at).toEqual(
    july(8, 8, 30),
  )
  expect(timeOf({ ...daily, quiet: { from: 0, until: 600 } }, july(7, 7)).at).toEqual(july(7, 10))
  // 6 and 13 July 2026 are Mondays.
  expect(timeOf({ ...daily, frequency: 'weekly' }, july(6, 9)).at).toEqual(july(13, 8, 30))
  expect(timeOf({ ...daily, frequency: 'weekly' }, july(5, 9)).at).toEqual(july(6, 8, 30))
})

test('SEG-59 the end of a case waits for no digest, and only silence and a refused address stop its e-mail', () => {
  const weekly = rules({ frequency: 'weekly', unmailedCategories: [...NOTICE_CATEGORIES] })
  const ending = { category: 'ending', createdAt: july(7, 12) } as const
  expect(mailTime(weekly, ending, july(7, 12))).toEqual({ at: july(7, 12), isDigest: false })
  expect(NOTICE_CATEGORIES.filter((category) => isMailed(weekly, category))).toEqual(['ending', 'account'])
  expect(NOTICE_CATEGORIES.filter((category) => isMailed(rules(), category))).toEqual([...NOTICE_CATEGORIES])
  for (const stopped of [{ isSilent: true }, { mailFailures: 3 }])
    expect(isMailed(rules(stopped), 'ending')).toBe(false)
  expect(isMailed(rules({ isSilent: true }), 'account')).toBe(true)
  expect(isMailed(rules({ mailFailures: 3 }), 'account')).toBe(false)
  expect(isMailed(rules({ mailFailures: 2 }), 'ending')).toBe(true)
  expect(isMailed(rules(), null)).toBe(false)
})

test('SEG-60 property: never before now, never in quiet hours, digests only on their days, and it ends', () => {
  const minute = fc.integer({ min: 0, max: 1_439 })
  const time = fc.date({ min: new Date('2024-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  const input = fc.record({
    frequency: fc.constantFrom('now', 'daily', 'weekly'),
    quiet: fc.option(fc.record({ from: minute, until: minute }).filter(({ from, until }) => from !== until)),
    createdAt: time,
    waited: fc.integer({ min: 0, max: 10 * 86_400_000 }),
  })
  fc.assert(
    fc.property(input, ({ frequency, quiet, createdAt, waited }) => {
      const mine = rules({ frequency, quiet })
      let now = new Date(createdAt.getTime() + waited)
      // The minutely task asks again at the time it got, until it is now.
      for (let asked = 0; ; asked++) {
        expect(asked).toBeLessThan(4)
        const { at, isDigest } = mailTime(mine, { category: 'tasks', createdAt }, now)
        expect(at.getTime()).toBeGreaterThanOrEqual(now.getTime())
        expect(isDigest).toBe(frequency !== 'now')
        if (at.getTime() === now.getTime()) break
        expect(at.getTime() - now.getTime()).toBeLessThan(9 * 86_400_000)
        now = at
      }
      const shown = minuteOfDay(now)
      if (quiet)
        expect(
          quiet.from < quiet.until
            ? shown < quiet.from || shown >= quiet.until
            : shown >= quiet.until && shown < quiet.from,
        ).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('SEG-60 the clocks change: at 08:30 before and after', () => {
  const daily = { frequency: 'daily', quiet: null } as const
  for (const day of ['2026-04-04', '2026-04-05', '2026-09-05', '2026-09-06']) {
    const { at } = timeOf(daily, new Date(`${day}T05:00:00Z`))
    expect([isoDay(at), minuteOfDay(at)]).toEqual([day, 510])
  }
})

test('SEG-65 an address is shown with its first letter and its domain only', () => {
  expect(maskedEmail('camila@correo.cl')).toBe('c•••••@correo.cl')
  expect(maskedEmail('a@b@correo.cl')).toBe('a•••••@correo.cl')
})
