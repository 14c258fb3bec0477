import { classNames } from '../theme/class-names.ts'
import { averageText, halfStars, reviewsText, wholeStars } from './rating.ts'

const five = [1, 2, 3, 4, 5] as const

export function Star({ full, className }: { full: boolean; className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 24 24"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      aria-hidden="true"
      className={classNames('flex-none', full ? 'fill-current' : 'fill-none', className)}
    >
      <path d="M12 2.6l2.9 6 6.6.9-4.8 4.6 1.2 6.5L12 17.5l-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9z" />
    </svg>
  )
}

export interface StarsProps {
  average: number
  /** Number of reviews, shown as «4,7 (18 reseñas)»; without it only the stars, for one review. */
  count?: number | undefined
  className?: string | undefined
}

/** A lawyer's rating: stars to the nearest half, and the average with one decimal (OPEN-53). */
export function Stars({ average, count, className }: StarsProps) {
  const drawn = halfStars(average)
  return (
    <span className={classNames('inline-flex items-center gap-1.75 text-small whitespace-nowrap', className)}>
      <span role="img" aria-label={`${wholeStars(average)} de 5 estrellas`} className="inline-flex gap-px">
        {five.map((star) => (
          <span key={star} className="relative flex">
            <Star
              full={star <= drawn}
              className={classNames('size-3.75', star <= drawn ? 'text-star' : 'text-line-strong')}
            />
            {star - drawn === 0.5 && (
              <Star full className="absolute inset-0 size-3.75 text-star [clip-path:inset(0_50%_0_0)]" />
            )}
          </span>
        ))}
      </span>
      {count !== undefined && (
        <>
          {count === 0 && <b>Nuevo</b>}
          <span className={count === 0 ? 'text-muted' : 'font-semibold tabular-nums'}>
            {averageText(average)}
          </span>
          <span className="text-muted">{reviewsText(count)}</span>
        </>
      )}
    </span>
  )
}
