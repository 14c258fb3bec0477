import { describe, expect, test } from 'vitest'
import { papersFor } from './papers.ts'
import { CASE_SPECIALTIES } from './specialties.ts'

describe('papers of a specialty', () => {
  test.each(CASE_SPECIALTIES)(
    'SEG-16 %s has at most 7 papers, the ID card first, with a review date',
    (specialty) => {
      const list = papersFor(specialty)
      expect(list?.papers[0]).toBe('Cédula de identidad')
      expect(list?.papers.length).toBeLessThanOrEqual(7)
      expect(new Set(list?.papers).size).toBe(list?.papers.length)
      expect(list?.reviewedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    },
  )

  test('SEG-16 other specialties have none', () => {
    for (const specialty of [null, '', 'Adopción', 'constructor']) expect(papersFor(specialty)).toBeNull()
  })
})
