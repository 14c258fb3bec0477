import { groupThousands } from './digits.ts'

/** How many stars are full: the average, rounded (OPEN-53). */
export function fullStars(average: number): number {
  return Math.min(5, Math.max(0, Math.round(average)))
}

/** The average with one decimal and Chile's comma: «4,7» (OPEN-53). */
export function averageText(average: number): string {
  return (Math.round(average * 10) / 10).toFixed(1).replace('.', ',')
}

/** «(1 reseña)», «(18 reseñas)». */
export function reviewsText(count: number): string {
  return count === 1 ? '(1 reseña)' : `(${groupThousands(String(count))} reseñas)`
}
