import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import { useHydrated } from '../../../ui/hydrated.ts'
import { Retry } from '../../../ui/retry.tsx'
import { softLazy } from '../../../ui/soft-lazy.ts'
import type { ReviewsContract } from '../contract.ts'
import { reviewsQueries } from '../queries.ts'

/** Fetched by those alone who may review: the schema in it would weigh on every first visit (DESIGN §11). */
const ReviewForm = softLazy(
  () => import('./review-form.tsx'),
  (module) => module.ReviewForm,
)

/** Of the form's height, so that nothing below moves when it comes. */
const PLACE = <div className="mb-6 h-[28.75rem] rounded-l border border-line bg-surface md:h-[26.25rem]" />

/** REV-03: the form, for a client who may review this lawyer. Shown to clients only; prefetch `reviews.standing`. */
export function OwnReview({ lawyerId, lawyerName }: { lawyerId: string; lawyerName: string }) {
  const queries = reviewsQueries(rpc<ReviewsContract>('reviews'))
  const hydrated = useHydrated()
  const { data, error, isFetching, refetch } = useQuery(
    queries.standing.queryOptions({ input: { lawyerId } }),
  )
  if (!data)
    return (
      error && (
        <div className="mb-6">
          <Retry error={error} pending={isFetching} retry={() => void refetch()} />
        </div>
      )
    )
  if (!data.eligible && !data.review) return null
  // Not from the server: what was typed before its program came would be lost.
  return hydrated ? (
    <Suspense fallback={PLACE}>
      <ReviewForm lawyerId={lawyerId} lawyerName={lawyerName} own={data.review} />
    </Suspense>
  ) : (
    PLACE
  )
}
