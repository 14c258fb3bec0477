import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { type CalendarEntry, calendarText } from './calendar.server.ts'

const entry = (changes: Partial<CalendarEntry>): CalendarEntry => ({
  uid: 'tarea-1@amparo',
  when: '2026-11-27',
  title: 'Tarea',
  url: 'https://amparo.test/tareas',
  sequence: 0,
  changedAt: new Date('2026-11-01T10:00:00Z'),
  ...changes,
})
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))

describe('SEG-30: the calendar as iCalendar text', () => {
  test('SEG-30 days are dates, moments are UTC, and nothing is a to-do', () => {
    const text = calendarText('Amparo', [
      entry({}),
      entry({ uid: 'b', when: new Date('2026-11-27T12:00:00Z'), sequence: 7 }),
    ])
    expect(text).toContain('DTSTART;VALUE=DATE:20261127\r\n')
    expect(text).toContain('DTSTART:20261127T120000Z\r\n')
    expect(text).toContain('SEQUENCE:7\r\n')
    expect(text).not.toContain('VTODO')
    expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true)
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  })

  test('SEG-30, SEG-79 any title is read back as it was, in lines of at most 75 octets that end with CRLF and split no character', () => {
    const titles = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc
        .array(
          fc.constantFrom(
            '👩‍⚖️',
            'ñ',
            ',',
            ';',
            '\\',
            '\\n',
            '\n',
            '"',
            ':',
            'BEGIN:VEVENT',
            ' ',
            '\r\n',
            '\ud83d',
            '\0',
          ),
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(fc.array(titles, { maxLength: 5 }), (all) => {
        const text = calendarText(
          'Amparo',
          all.map((title, at) => entry({ uid: `tarea-${at}@amparo`, title })),
        )
        expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
        for (const line of text.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line.isWellFormed()).toBe(true)
        }
        const events = eventsOf(text)
        expect(events.map(({ uid }) => uid)).toEqual(all.map((_, at) => `tarea-${at}@amparo`))
        expect(events.map(({ summary }) => summary ?? '')).toEqual(
          all.map((title) => title.toWellFormed().replace(/[^\P{Cc}\n]/gu, ' ')),
        )
      }),
    )
  })

  test('SEG-30 equal entries give equal bytes', () => {
    const entries = [entry({}), entry({ uid: 'b', title: 'Otra' })]
    expect(calendarText('Amparo', entries)).toBe(calendarText('Amparo', structuredClone(entries)))
  })
})
