import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayInChile, formatDate, formatLongDate, isoDay } from './dates.ts'

describe('dates (GEN-03, OPEN-64)', () => {
  it('formats a day in both forms', () => {
    expect(formatDate('2025-07-02')).toBe('2 de julio, 2025')
    expect(formatLongDate('2025-07-02')).toBe('2 de julio de 2025')
  })

  it('gives the day in Chile as an ISO date', () => {
    expect(isoDay('2025-07-02')).toBe('2025-07-02')
    expect(isoDay('2025-07-03T03:59:59Z')).toBe('2025-07-02')
    expect(isoDay(new Date('2026-01-01T03:00:00Z'))).toBe('2026-01-01')
  })

  it('converts a moment to the day in Santiago, in winter and summer time', () => {
    expect(formatLongDate('2025-07-03T03:59:59Z')).toBe('2 de julio de 2025')
    expect(formatLongDate('2025-07-03T04:00:00Z')).toBe('3 de julio de 2025')
    expect(formatLongDate(new Date('2026-01-01T02:59:59Z'))).toBe('31 de diciembre de 2025')
    expect(formatLongDate(new Date('2026-01-01T03:00:00Z'))).toBe('1 de enero de 2026')
  })

  it('never shifts a calendar day', () => {
    const days = fc.date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('2100-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(days, (moment) => {
        const text = moment.toISOString().slice(0, 10)
        const { year, month, day } = dayInChile(text)
        expect([year, month, day]).toEqual(text.split('-').map(Number))
        expect(formatDate(text).startsWith(`${day} de `)).toBe(true)
        expect(formatDate(text).endsWith(`, ${year}`)).toBe(true)
      }),
    )
  })

  it.each(['', 'mañana', '2025-13-01', '2025-02-30'])('refuses %j, which is not a date', (text) => {
    expect(() => formatDate(text)).toThrow(RangeError)
  })
})
