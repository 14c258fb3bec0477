import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { LoadFailed } from '../../../site/loaded.tsx'
import { optionalLazy } from '../../../ui/boot/optional-lazy.ts'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import { reviewsQueries } from '../queries.ts'

/** Loaded only by users who may review, because its schema is large (docs/design.md §11). */
const ReviewForm = optionalLazy(
  () => import('./review-form.tsx'),
  (module) => module.ReviewForm,
)

/** Placeholder with the height of the form, to avoid a layout shift. */
const PLACEHOLDER = (
  <div className="mb-6 h-[28.75rem] rounded-l border border-line bg-surface md:h-[26.25rem]" />
)

/** REV-03: the form, if the client may review this lawyer. Only for clients; prefetch `reviews.standing`. */
export function OwnReviewForm({ lawyerId, lawyerName }: { lawyerId: string; lawyerName: string }) {
  const queries = reviewsQueries()
  const hydrated = useHydrated()
  const { data, error, refetch } = useQuery(queries.standing.queryOptions({ input: { lawyerId } }))
  if (!data)
    return (
      error && (
        <div className="mb-6">
          <LoadFailed error={error} retry={refetch} />
        </div>
      )
    )
  if (!data.eligible && !data.review) return null
  // Do not render the form on the server: text typed before hydration would be lost.
  return hydrated ? (
    <Suspense fallback={PLACEHOLDER}>
      <ReviewForm lawyerId={lawyerId} lawyerName={lawyerName} own={data.review} />
    </Suspense>
  ) : (
    PLACEHOLDER
  )
}
