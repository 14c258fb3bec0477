import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import DataLoader from 'dataloader'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import type { ProposalsContract } from '../contract.ts'
import type { Proposal } from '../schema.ts'

/** Ids per request; the schema allows no more. */
const MAX_BATCH_SIZE = 100

/** Reads cards that render together with one request. Null: an unknown or withdrawn proposal. */
const reader = new DataLoader<string, Proposal | null>(
  async (ids) => {
    const { proposals } = await rpc<ProposalsContract>('proposals').byIds({ ids: [...new Set(ids)] })
    return ids.map((id) => proposals.find((proposal) => proposal.id === id) ?? null)
  },
  { cache: false, maxBatchSize: MAX_BATCH_SIZE, batchScheduleFn: (send) => setTimeout(send) },
)

/** The key begins like the other keys of the slice, so that invalidating the slice reaches the cards too. */
const proposalOptions = (id: string) =>
  queryOptions({ queryKey: [['proposals', 'card'], id], queryFn: () => reader.load(id), staleTime: 30_000 })

/**
 * A proposal in one of the user's chats, refetched on its events (PRP-14).
 * @returns query whose `data` is null once the proposal was withdrawn (OPEN-38)
 */
export function useProposal(id: string) {
  const options = proposalOptions(id)
  useRefetchOn(['proposal'], options.queryKey, { isRelevant: ({ ref }) => ref === id })
  return useQuery(options)
}

/** Writes the response of the user's own action to the cache. */
export const cacheProposal = (client: QueryClient, id: string, proposal: Proposal | null) =>
  client.setQueryData(proposalOptions(id).queryKey, proposal)

/** Includes retries. */
const REFETCH_TIMEOUT_MS = 12_000

/**
 * Fetches a proposal from the server, ignoring the cache. Offline it fails without retries.
 * @throws when the request fails or takes longer than REFETCH_TIMEOUT_MS
 */
export async function fetchFreshProposal(client: QueryClient, id: string): Promise<Proposal | null> {
  const request = client.fetchQuery({
    ...proposalOptions(id),
    staleTime: 0,
    ...(navigator.onLine ? {} : { retry: false }),
  })
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('timeout')), REFETCH_TIMEOUT_MS),
  )
  return Promise.race([request, timeout])
}
