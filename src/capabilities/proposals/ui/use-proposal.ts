import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import type { ProposalsContract } from '../contract.ts'
import type { Proposal } from '../schema.ts'

/** Ids per request; the schema allows no more. */
const MAX_BATCH_SIZE = 100

interface QueuedRead {
  id: string
  resolve(proposal: Proposal | null): void
  reject(error: unknown): void
}

let queue: QueuedRead[] = []

/**
 * Batches the reads of cards that render together into one request.
 * @returns null for an unknown or withdrawn proposal
 */
function readBatched(id: string): Promise<Proposal | null> {
  return new Promise((resolve, reject) => {
    if (queue.length === 0) setTimeout(flushQueue)
    queue.push({ id, resolve, reject })
  })
}

function flushQueue() {
  const all = queue
  queue = []
  for (let from = 0; from < all.length; from += MAX_BATCH_SIZE)
    void readBatch(all.slice(from, from + MAX_BATCH_SIZE))
}

async function readBatch(batch: QueuedRead[]) {
  try {
    const ids = [...new Set(batch.map(({ id }) => id))]
    const { proposals } = await rpc<ProposalsContract>('proposals').byIds({ ids })
    for (const { id, resolve } of batch) resolve(proposals.find((proposal) => proposal.id === id) ?? null)
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

/** The key begins like the other keys of the slice, so that invalidating the slice reaches the cards too. */
const proposalOptions = (id: string) =>
  queryOptions({ queryKey: [['proposals', 'card'], id], queryFn: () => readBatched(id), staleTime: 30_000 })

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
