import { groupThousands } from '../../chile/numbers.ts'

const within = (stars: number) => Math.min(5, Math.max(0, stars))

/** The average to the nearest whole star, for texts (CRD-02, OPEN-53). */
export const wholeStars = (average: number): number => within(Math.round(average))

/** The average to the nearest half star, for the drawing: 4,5 is not drawn as 5 (docs/decisions/0034). */
export const halfStars = (average: number): number => within(Math.round(average * 2) / 2)

/** The average with one decimal and a decimal comma: «4,7» (OPEN-53). */
export function averageText(average: number): string {
  return (Math.round(average * 10) / 10).toFixed(1).replace('.', ',')
}

/** «(1 reseña)», «(18 reseñas)». */
export function reviewsText(count: number): string {
  return count === 1 ? '(1 reseña)' : `(${groupThousands(count)} reseñas)`
}
