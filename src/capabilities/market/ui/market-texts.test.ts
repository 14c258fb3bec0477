import { describe, expect, test } from 'vitest'
import { ageText, availableCreditsLabel, openCountText, resultCountText } from './market-texts.ts'

test('MKT-06: the count is exact up to 1,000', () => {
  expect([0, 1, 23, 999, 1_000, 1_001].map(resultCountText)).toEqual([
    '0 resultado(s) encontrados.',
    '1 resultado(s) encontrados.',
    '23 resultado(s) encontrados.',
    '999 resultado(s) encontrados.',
    '1.000 resultado(s) encontrados.',
    'Más de 1.000 resultado(s) encontrados.',
  ])
  expect([availableCreditsLabel(0), availableCreditsLabel(1), availableCreditsLabel(2)]).toEqual([
    'créditos disponibles',
    'crédito disponible',
    'créditos disponibles',
  ])
})

test('text with the number of cases a plan would give access to', () => {
  expect([0, 1, 2, 1_000, 1_001].map(openCountText)).toEqual([
    'Por ahora no hay casos abiertos de tus especialidades.',
    'Hay 1 caso abierto de tus especialidades.',
    'Hay 2 casos abiertos de tus especialidades.',
    'Hay 1.000 casos abiertos de tus especialidades.',
    'Hay más de 1.000 casos abiertos de tus especialidades.',
  ])
})

describe('age of a case, by the calendar of Chile', () => {
  // 21 November 2026, 15:00 in Santiago.
  const now = new Date('2026-11-21T18:00:00Z')
  test.each([
    ['2026-11-21T18:00:30Z', 'recién'],
    ['2026-11-21T17:59:30Z', 'recién'],
    ['2026-11-21T17:20:00Z', 'hace 40 min'],
    ['2026-11-21T13:00:00Z', 'hace 5 h'],
    ['2026-11-21T03:30:00Z', 'hace 14 h'],
    ['2026-11-21T02:30:00Z', 'ayer'],
    ['2026-11-18T18:00:00Z', 'hace 3 días'],
    ['2026-11-14T18:00:00Z', '14 de noviembre, 2026'],
  ])('%s: %s', (time, text) => expect(ageText(time, now)).toBe(text))

  test('shortly after midnight, a case of the evening before is hours old, not «ayer»', () => {
    expect(ageText('2026-11-21T01:00:00Z', new Date('2026-11-21T04:00:00Z'))).toBe('hace 3 h')
  })
})
