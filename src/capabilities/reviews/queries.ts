import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { ReviewsContract } from './contract.ts'

/** TanStack Query options of this slice's operations. An event of kind «review» makes all of them stale. */
export const reviewsQueries = (client: ContractRouterClient<ReviewsContract>) =>
  createTanstackQueryUtils(client, { path: ['reviews'] })

/** What clients say of a lawyer in pages, newest first: three, then ten (REV-01, OPEN-56). */
export const reviewPages = (client: ContractRouterClient<ReviewsContract>, lawyerId: string) =>
  reviewsQueries(client).ofLawyer.infiniteOptions({
    input: (after: string | undefined) => ({ lawyerId, ...(after && { after }) }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })

/** MINE_MAX of the schema, which must not come with this: the public profile's weight is counted (DESIGN §11). */
const MOST = 100

/** What I wrote of the lawyers of these cases (DAC-06); nothing is asked where no lawyer is left. */
export function ownReviews(
  client: ContractRouterClient<ReviewsContract>,
  cases: readonly { other: { id: string | null } | null }[],
) {
  const ids = cases.map(({ other }) => other?.id).filter((id) => typeof id === 'string')
  const lawyerIds = [...new Set(ids)].sort().slice(0, MOST)
  return {
    ...reviewsQueries(client).mine.queryOptions({ input: { lawyerIds } }),
    enabled: lawyerIds.length > 0,
  }
}
