import { describe, expect, test } from 'vitest'
import { averageText, fullStars, reviewsText } from './rating.ts'

describe('rating (OPEN-53)', () => {
  test.each([
    [0, 0, '0,0'],
    [4.4, 4, '4,4'],
    [4.5, 5, '4,5'],
    [4.35, 4, '4,4'],
    [4.96, 5, '5,0'],
    [5, 5, '5,0'],
    [0.4, 0, '0,4'],
  ])('an average of %s has %s full stars and reads %s', (average, full, text) => {
    expect(fullStars(average)).toBe(full)
    expect(averageText(average)).toBe(text)
  })

  test('counts its reviews in words', () => {
    expect(reviewsText(0)).toBe('(0 reseñas)')
    expect(reviewsText(1)).toBe('(1 reseña)')
    expect(reviewsText(1234)).toBe('(1.234 reseñas)')
  })
})
