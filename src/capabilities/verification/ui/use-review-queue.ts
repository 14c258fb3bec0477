import { type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queueOptions, verificationQueries } from '../queries.ts'
import type { QueueItem } from '../schema.ts'

/** Polling interval for decisions of other administrators and new submissions. */
const REFETCH_INTERVAL_MS = 60_000

/**
 * The review queue and the selected profile.
 * @param initial id of the lawyer to select first, from the navigation state
 */
export function useReviewQueue(initial: string | null) {
  const queries = useQueryClient()
  const query = useInfiniteQuery({ ...queueOptions(), refetchInterval: REFETCH_INTERVAL_MS })
  const [chosen, setChosen] = useState<string | null>(null)
  const items = query.data?.items ?? []
  const selected = chosen ?? initial
  const found = items.findIndex((item) => item.lawyerId === selected)
  // When the selected profile leaves the queue, select the one now at the same index.
  const lastIndex = useRef(0)
  if (found >= 0) lastIndex.current = found
  const index = found >= 0 ? found : Math.max(0, Math.min(lastIndex.current, items.length - 1))
  const current: QueueItem | undefined = items[index]
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query

  // Load the next page early, so that the user does not wait.
  const nearEnd = items.length > 0 && index >= items.length - 2
  useEffect(() => {
    if (nearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [nearEnd, hasNextPage, isFetchingNextPage, fetchNextPage])

  const neighbour = (step: 1 | -1) => items[index + step]?.lawyerId ?? null
  return {
    query,
    items,
    index,
    current,
    total: query.data?.total ?? 0,
    oldest: query.data?.oldest ?? null,
    select: setChosen,
    /** Lawyer to select after a decision about `current`: the next one, or at the end the previous one. */
    nextAfterDecision: neighbour(1) ?? neighbour(-1),
    move: (step: 1 | -1) => {
      const to = neighbour(step)
      if (to !== null) setChosen(to)
    },
    /** Refetches queue, decision log and counts after a decision. @param next lawyer to select */
    afterDecision: async (next: string | null) => {
      setChosen(next)
      const { queue: list, submission, decisions, counts } = verificationQueries()
      const invalidate = (queryKey: QueryKey) => queries.invalidateQueries({ queryKey })
      // Refetch the queue first, so that the decided submission is not requested again. Only its own query is
      // invalidated: a new link for the next profile would write another audit row.
      await invalidate(list.key())
      const profile = current && invalidate(submission.key({ input: { lawyerId: current.lawyerId } }))
      await Promise.all([profile, invalidate(decisions.key()), invalidate(counts.key())])
    },
  }
}

export type ReviewQueue = ReturnType<typeof useReviewQueue>
