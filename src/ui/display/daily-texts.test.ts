import { expect, test } from 'vitest'
import { todayText } from './daily-texts.ts'

const days = (...counts: number[]) =>
  counts.map((count, at) => ({ day: `2026-11-${String(at + 10).padStart(2, '0')}`, count }))

test.each([
  [[0, 0, 0], 'Hoy: 0.'],
  [[1, 2, 10], 'Hoy: 10, el día con más.'],
  [[1, 1_200, 10], 'Hoy: 10. El día con más: 11 de noviembre, 1.200.'],
  [[10, 2, 10], 'Hoy: 10.'],
  [[10, 10, 2], 'Hoy: 2.'],
  [[1], 'Hoy: 1, el día con más.'],
])('OPEN-03 %j: the day with the highest count is named only if it is unique', (counts, words) => {
  expect(todayText(days(...counts))).toBe(words)
})

test('OPEN-03 no days give an empty text', () => expect(todayText([])).toBe(''))
