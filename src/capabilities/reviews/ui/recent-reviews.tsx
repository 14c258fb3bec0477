import { useQuery } from '@tanstack/react-query'
import { MessageSquareQuote } from 'lucide-react'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { PanelList } from '../../../site/panels/panel-list.tsx'
import { Stars } from '../../../ui/display/stars.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { MESSAGES as PLAN_MESSAGES } from '../../plans/schema.ts'
import { reviewsQueries } from '../queries.ts'
import { ReviewItem } from './review-item.tsx'

/** DAL-11: the newest five reviews of the lawyer and the average of all. Prefetch `reviews.recent`. */
export function RecentReviews() {
  const { recent } = reviewsQueries()
  const query = useQuery(recent.queryOptions())
  useRefetchOn(['review'], recent.key())
  return (
    <PanelList
      title="Reseñas Recientes"
      query={query}
      failed={PLAN_MESSAGES.panelFailed}
      end={({ rating, review_count }) => review_count > 0 && <Stars average={rating} count={review_count} />}
      empty={
        <EmptyState
          icon={<MessageSquareQuote />}
          title="Aún no tienes reseñas."
          text="Tus clientes pueden dejar una desde que aceptan una propuesta tuya."
        />
      }
    >
      {(review) => (
        <li key={review.id}>
          <ReviewItem review={review} small />
        </li>
      )}
    </PanelList>
  )
}
