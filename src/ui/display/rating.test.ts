import { describe, expect, test } from 'vitest'
import { averageText, halfStars, reviewsText, wholeStars } from './rating.ts'

describe('rating (OPEN-53)', () => {
  test.each([
    [0, 0, '0,0'],
    [4.4, 4, '4,4'],
    [4.5, 5, '4,5'],
    [4.35, 4, '4,4'],
    [4.96, 5, '5,0'],
    [5, 5, '5,0'],
    [0.4, 0, '0,4'],
  ])('an average of %s is %s whole stars and reads %s', (average, full, text) => {
    expect(wholeStars(average)).toBe(full)
    expect(averageText(average)).toBe(text)
  })

  test('an average is rounded to half stars', () => {
    expect([0, 0.2, 3.74, 4.25, 4.5, 4.74, 4.75, 5].map(halfStars)).toEqual([0, 0, 3.5, 4.5, 4.5, 4.5, 5, 5])
  })

  test('writes the number of reviews', () => {
    expect(reviewsText(0)).toBe('(0 reseñas)')
    expect(reviewsText(1)).toBe('(1 reseña)')
    expect(reviewsText(1234)).toBe('(1.234 reseñas)')
  })
})
