import { expect, test } from 'vitest'
import { formatClockTime } from './clock-time.ts'

test('OPEN-64 a time of day is in Chilean time, in summer and winter', () => {
  expect(formatClockTime('2026-11-21T21:04:00Z')).toBe('18:04')
  expect(formatClockTime('2026-07-02T21:04:00Z')).toBe('17:04')
  expect(formatClockTime('2026-11-21T12:15:00Z')).toBe('9:15')
})
