import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { LIST_DELAY, useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { pendingProposalsOptions } from '../queries.ts'
import type { PendingPage } from '../schema.ts'

/** Pending proposals of the signed-in lawyer (DAL-05). */
export const usePendingProposals = () => useInfiniteQuery(pendingProposalsOptions())

/** Refetches the pending proposals on events (DAL-13). Use it once per page. */
export function useLivePendingProposals() {
  const client = useQueryClient()
  const { queryKey } = pendingProposalsOptions()
  useRefetchOn(['proposal', 'case'], queryKey, { delay: LIST_DELAY })
  return {
    /** Removes a deleted proposal from the cache at once, then refetches the list. */
    removeFromCache(id: string) {
      client.setQueryData<InfiniteData<PendingPage, string | undefined>>(
        queryKey,
        (data) => data && without(data, id),
      )
      void refetchQueries(client, { queryKey })
    },
  }
}

const without = <Data extends { pages: PendingPage[] }>(data: Data, id: string): Data => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    proposals: page.proposals.filter((proposal) => proposal.id !== id),
    total: Math.max(0, page.total - 1),
  })),
})
