import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { Button } from '../../../ui/button.tsx'
import { groupThousands } from '../../../ui/digits.ts'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import type { ReviewsContract } from '../contract.ts'
import { reviewPages } from '../queries.ts'
import { ReviewItem } from './review-item.tsx'

export interface LawyerReviewsProps {
  lawyerId: string
  /** How many there are in all. */
  count: number
  /** The own review's form, for whoever may write one (REV-03). */
  form?: ReactNode
}

/** REV-01, REV-02, OPEN-56: the newest three, and all of them when asked for. Prefetch `reviewPages`. */
export function LawyerReviews({ lawyerId, count, form }: LawyerReviewsProps) {
  const query = useInfiniteQuery(reviewPages(rpc<ReviewsContract>('reviews'), lawyerId))
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = query
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const isOpened = (data?.pages.length ?? 0) > 1
  const list = useRef<HTMLDivElement>(null)
  const asked = useRef(false)
  // The button has gone when the first further ones are there: who pressed it reads on where they begin.
  useEffect(() => {
    if (!isOpened || !asked.current) return
    asked.current = false
    if (document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>('[data-more]')?.focus({ preventScroll: true })
  }, [isOpened])
  const more = () => void query.fetchNextPage()
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
            {items.map((review, at) => (
              <div
                key={review.id}
                {...(at === data?.pages[0]?.items.length && { 'data-more': '', tabIndex: -1 })}
              >
                <ReviewItem review={review} />
              </div>
            ))}
          </div>
          {isOpened ? (
            <LoadMore
              more={hasNextPage}
              onMore={more}
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
                    asked.current = true
                    more()
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
