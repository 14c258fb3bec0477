import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoDay } from './dates.ts'
import { minuteOfDay, momentInChile } from './local-time.ts'

test.each([
  ['2026-11-27', 510, '2026-11-27T11:30:00.000Z'],
  ['2026-07-01', 510, '2026-07-01T12:30:00.000Z'],
  // At midnight between 4 and 5 April 2026 clocks were set back an hour: 23:30 was twice.
  ['2026-04-04', 1410, '2026-04-05T02:30:00.000Z'],
  ['2026-04-05', 0, '2026-04-05T04:00:00.000Z'],
  // At midnight before 6 September 2026 they were set forward: 0:30 never was.
  ['2026-09-06', 30, '2026-09-06T04:30:00.000Z'],
  ['2026-09-06', 60, '2026-09-06T04:00:00.000Z'],
])('%s, minute %i is %s', (day, minute, moment) => {
  expect(momentInChile(day, minute).toISOString()).toBe(moment)
})

test('from 1:00 on, every minute of every day of fifty years is shown by the clocks of Chile at its moment', () => {
  const minutes = fc.record({
    day: fc.date({ min: new Date('2000-01-01'), max: new Date('2050-12-31'), noInvalidDate: true }),
    minute: fc.integer({ min: 60, max: 1_439 }),
  })
  fc.assert(
    fc.property(minutes, ({ day: date, minute }) => {
      const day = isoDay(date)
      const moment = momentInChile(day, minute)
      expect([isoDay(moment), minuteOfDay(moment)]).toEqual([day, minute])
    }),
    { numRuns: 500 },
  )
})
