import { expect, test } from 'vitest'
import { dayNumber } from '../../../chile/dates.ts'
import { dayLabel, fullTime, listTime } from './chat-times.ts'

// In November Chile is three hours behind UTC.
const today = dayNumber(new Date('2026-11-21T13:00:00Z'))

test.each([
  ['2026-11-21T12:15:00Z', '9:15'],
  ['2026-11-21T03:00:00Z', '0:00'],
  ['2026-11-21T02:59:59Z', 'ayer'],
  ['2026-11-20T03:00:00Z', 'ayer'],
  ['2026-11-20T02:59:59Z', '19 nov'],
  ['2026-10-03T15:00:00Z', '3 oct'],
  ['2026-01-01T02:59:59Z', '31 dic 2025'],
])('OPEN-41 the list shows %s as «%s»', (time, text) => expect(listTime(time, today)).toBe(text))

test.each([
  ['2026-11-21T12:15:00Z', 'Hoy'],
  ['2026-11-21T02:59:59Z', 'Ayer'],
  ['2026-11-12T15:00:00Z', '12 de noviembre, 2026'],
  ['2025-07-02T15:00:00Z', '2 de julio, 2025'],
])('OPEN-64 the day of %s is «%s»', (time, text) => expect(dayLabel(time, today)).toBe(text))

test('OPEN-64 days and times are in Chilean time, around midnight and in winter', () => {
  expect(dayNumber('2026-07-02T03:59:59.999Z')).toBe(dayNumber('2026-07-02T04:00:00.000Z') - 1)
  expect(fullTime('2026-07-02T21:04:00Z')).toBe('2 de julio, 2026, 17:04')
})
