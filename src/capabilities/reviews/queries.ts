import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { ReviewsContract } from './contract.ts'
import type { ReviewsPage } from './schema.ts'

/** TanStack Query options of this slice's operations. Refetch them on events of kind «review». */
export const reviewsQueries = (client = rpc<ReviewsContract>('reviews')) =>
  createTanstackQueryUtils(client, { path: ['reviews'] })

const pages = byCursor(({ items }: ReviewsPage) => items)

/** The reviews of a lawyer in pages, newest first: three, then ten (REV-01, OPEN-56). */
export const reviewPages = (lawyerId: string, client = rpc<ReviewsContract>('reviews')) =>
  reviewsQueries(client).ofLawyer.infiniteOptions({
    input: (after: string | undefined) => ({ lawyerId, ...(after && { after }) }),
    ...pages,
  })

/**
 * MAX_LAWYERS_PER_REQUEST of the schema. Not imported, because the schema would add to the size of the public
 * profile page (docs/design.md §11).
 */
const MAX_LAWYERS = 100

/** The user's own reviews of the lawyers of these cases (DAC-06); no request if there are no lawyers. */
export function ownReviews(
  cases: readonly { other: { id: string | null } | null }[],
  client = rpc<ReviewsContract>('reviews'),
) {
  const ids = cases.map(({ other }) => other?.id).filter((id) => typeof id === 'string')
  const lawyerIds = [...new Set(ids)].sort().slice(0, MAX_LAWYERS)
  return {
    ...reviewsQueries(client).mine.queryOptions({ input: { lawyerIds } }),
    enabled: lawyerIds.length > 0,
  }
}
