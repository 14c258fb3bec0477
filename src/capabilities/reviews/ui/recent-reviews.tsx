import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquareQuote } from 'lucide-react'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { useEvents } from '../../../platform/realtime/use-events.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { RetryNotice } from '../../../site/retry-notice.tsx'
import { Stars } from '../../../ui/display/stars.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/feedback/skeleton.tsx'
import { Card, CardHead } from '../../../ui/layout/card.tsx'
import { MESSAGES as PLAN_MESSAGES } from '../../plans/schema.ts'
import type { ReviewsContract } from '../contract.ts'
import { reviewsQueries } from '../queries.ts'
import { ReviewItem } from './review-item.tsx'

const EVENT_KINDS = ['review']

/** DAL-11: the newest five reviews of the lawyer and the average of all. Prefetch `reviews.recent`. */
export function RecentReviews() {
  const queries = reviewsQueries(rpc<ReviewsContract>('reviews'))
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery(queries.recent.queryOptions())
  useEvents(EVENT_KINDS, () => void refetchQueries(client, { queryKey: queries.recent.key() }))
  return (
    <Card flush>
      <CardHead
        title="Reseñas Recientes"
        end={data && data.review_count > 0 && <Stars average={data.rating} count={data.review_count} />}
      />
      {data ? (
        data.items.length > 0 ? (
          <div className="divide-y divide-line">
            {data.items.map((review) => (
              <ReviewItem key={review.id} review={review} small />
            ))}
          </div>
        ) : (
          <EmptyState
            icon={<MessageSquareQuote />}
            title="Aún no tienes reseñas."
            text="Tus clientes pueden dejar una desde que aceptan una propuesta tuya."
          />
        )
      ) : error ? (
        <div className="p-5 md:p-6">
          <RetryNotice
            title={PLAN_MESSAGES.panelFailed}
            error={error}
            pending={isFetching}
            retry={() => void refetch()}
          />
        </div>
      ) : (
        <SkeletonGroup label="Cargando tus reseñas…" className="grid gap-5 p-5 md:p-6">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
        </SkeletonGroup>
      )}
    </Card>
  )
}
