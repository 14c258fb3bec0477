import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { groupThousands } from '../../../chile/numbers.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { LoadMore } from '../../../ui/lists/load-more.tsx'
import { reviewPages } from '../queries.ts'
import type { Review } from '../schema.ts'
import { ReviewItem } from './review-item.tsx'

const FAILED = 'No se pudieron cargar las reseñas.'
/** Number of reviews of the first page when there are more. */
const FIRST_PAGE_SIZE = 3

export interface LawyerReviewsProps {
  lawyerId: string
  count: number
  /** The form, for users who may write a review (REV-03). */
  form?: ReactNode
  /** At the end of a review. */
  reviewAction?: ((review: Review) => ReactNode) | undefined
}

/** REV-01, REV-02, OPEN-56: the newest three reviews, and the others on request. Prefetch `reviewPages`. */
export function LawyerReviews({ lawyerId, count, form, reviewAction }: LawyerReviewsProps) {
  const query = useInfiniteQuery(reviewPages(lawyerId))
  const isExpanded = query.data?.isExpanded
  const wasExpanded = useRef(isExpanded)
  const list = useRef<HTMLDivElement>(null)
  // The pressed button disappears when further reviews arrive: move the focus to the first of them.
  useEffect(() => {
    if (wasExpanded.current === false && isExpanded && document.activeElement === document.body)
      (list.current?.children[FIRST_PAGE_SIZE] as HTMLElement | undefined)?.focus({ preventScroll: true })
    wasExpanded.current = isExpanded
  }, [isExpanded])
  return (
    <section aria-labelledby="resenas" className="pt-10">
      <h2 id="resenas" className="mb-4 text-[1.5625rem]/8 md:text-[1.625rem]/8">
        Reseñas
      </h2>
      {form}
      <Loaded query={query} failed={FAILED} label="Cargando las reseñas…">
        {({ items }) =>
          items.length === 0 ? (
            <p className="border-t border-line py-5 text-muted">Aún no hay reseñas.</p>
          ) : (
            <>
              <div ref={list} className="border-t border-line *:border-line *:not-last:border-b">
                {items.map((review, index) => (
                  <div key={review.id} tabIndex={index === FIRST_PAGE_SIZE ? -1 : undefined}>
                    <ReviewItem review={review} action={reviewAction?.(review)} />
                  </div>
                ))}
              </div>
              <LoadMore
                key={String(isExpanded)}
                query={query}
                failed={FAILED}
                text={isExpanded ? undefined : `Ver todas las reseñas (${groupThousands(String(count))})`}
                endText="Estas son todas las reseñas."
              />
            </>
          )
        }
      </Loaded>
    </section>
  )
}
