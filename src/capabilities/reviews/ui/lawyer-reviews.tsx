import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/feedback/skeleton.tsx'
import { groupThousands } from '../../../ui/fields/digits.ts'
import { LoadMore } from '../../../ui/lists/load-more.tsx'
import type { ReviewsContract } from '../contract.ts'
import { reviewPages } from '../queries.ts'
import { ReviewItem } from './review-item.tsx'

export interface LawyerReviewsProps {
  lawyerId: string
  /** Number of all reviews. */
  count: number
  /** The form, for users who may write a review (REV-03). */
  form?: ReactNode
}

/** REV-01, REV-02, OPEN-56: the newest three reviews, and the others on request. Prefetch `reviewPages`. */
export function LawyerReviews({ lawyerId, count, form }: LawyerReviewsProps) {
  const query = useInfiniteQuery(reviewPages(rpc<ReviewsContract>('reviews'), lawyerId))
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = query
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const isExpanded = (data?.pages.length ?? 0) > 1
  const list = useRef<HTMLDivElement>(null)
  const wasPressed = useRef(false)
  // The pressed button disappears when further reviews arrive: move the focus to the first of them.
  useEffect(() => {
    if (!isExpanded || !wasPressed.current) return
    wasPressed.current = false
    if (document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>('[data-more]')?.focus({ preventScroll: true })
  }, [isExpanded])
  const loadMore = () => void query.fetchNextPage()
  const problem = isFetchNextPageError && error ? failureOf(error).message : undefined
  return (
    <section aria-labelledby="resenas" className="pt-10">
      <h2 id="resenas" className="mb-4 text-[1.5625rem]/8 md:text-[1.625rem]/8">
        Reseñas
      </h2>
      {form}
      {items.length > 0 ? (
        <>
          <div ref={list} className="border-t border-line *:border-line *:not-last:border-b">
            {items.map((review, index) => (
              <div
                key={review.id}
                {...(index === data?.pages[0]?.items.length && { 'data-more': '', tabIndex: -1 })}
              >
                <ReviewItem review={review} />
              </div>
            ))}
          </div>
          {isExpanded ? (
            <LoadMore
              more={hasNextPage}
              onMore={loadMore}
              pending={isFetchingNextPage}
              error={problem}
              endText="Estas son todas las reseñas."
            />
          ) : (
            hasNextPage && (
              <div className="mt-5 grid justify-items-start gap-3">
                <Button
                  pending={isFetchingNextPage}
                  pendingLabel="Cargando las reseñas…"
                  onClick={() => {
                    wasPressed.current = true
                    loadMore()
                  }}
                >
                  {`Ver todas las reseñas (${groupThousands(String(count))})`}
                </Button>
                {problem && (
                  <p role="alert" className="text-small font-medium text-danger-ink">
                    {problem}
                  </p>
                )}
              </div>
            )
          )}
        </>
      ) : error ? (
        <Notice
          kind="danger"
          title="No se pudieron cargar las reseñas."
          action={
            <Button size="sm" pending={isFetching} onClick={() => void query.refetch()}>
              Reintentar
            </Button>
          }
        >
          {failureOf(error).message}
        </Notice>
      ) : data ? (
        <p className="border-t border-line py-5 text-muted">Aún no hay reseñas.</p>
      ) : (
        <SkeletonGroup label="Cargando las reseñas…" className="grid gap-6">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-20 w-full" />
        </SkeletonGroup>
      )}
    </section>
  )
}
