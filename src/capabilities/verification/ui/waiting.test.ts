import { expect, test } from 'vitest'
import { formatMoment, waitingDays, waitingText } from './waiting.ts'

const at = (text: string) => new Date(text)

test('OPEN-03 waiting time is counted in calendar days of Chile', () => {
  // 23:30 in Santiago (UTC-3) is the next day in UTC.
  expect(waitingDays(at('2026-11-19T02:30:00Z'), at('2026-11-19T04:00:00Z'))).toBe(1)
  expect(waitingDays(at('2026-11-19T12:00:00Z'), at('2026-11-19T23:00:00Z'))).toBe(0)
  expect(waitingDays(at('2026-11-16T12:00:00Z'), at('2026-11-19T12:00:00Z'))).toBe(3)
  // Clocks differ; a waiting time is never negative.
  expect(waitingDays(at('2026-11-20T12:00:00Z'), at('2026-11-19T12:00:00Z'))).toBe(0)
  expect([0, 1, 2].map(waitingText)).toEqual(['hoy', '1 día', '2 días'])
})

test('OPEN-03 times of the decision log are in Chilean time', () => {
  const now = at('2026-11-21T12:00:00Z')
  expect(formatMoment(at('2026-11-20T20:32:00Z'), now)).toBe('20 nov, 17:32')
  // Winter: UTC-4.
  expect(formatMoment(at('2025-07-02T03:05:00Z'), now)).toBe('1 jul 2025, 23:05')
})
