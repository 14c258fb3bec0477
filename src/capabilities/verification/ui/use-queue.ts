import { type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { rpc } from '../../../platform/rpc/client.ts'
import type { VerificationContract } from '../contract.ts'
import { queuePages, verificationQueries } from '../queries.ts'
import type { QueueItem } from '../schema.ts'

/** How often somebody else's decisions and new arrivals are looked for, milliseconds. */
const LOOK_AGAIN = 60_000

/**
 * The queue and who of it is on the desk.
 * @param wanted who is to be taken first: carried by the way back from a verification
 */
export function useQueue(wanted: string | null) {
  const client = rpc<VerificationContract>('verification')
  const queries = useQueryClient()
  const queue = useInfiniteQuery({ ...queuePages(client), refetchInterval: LOOK_AGAIN })
  const [chosen, setChosen] = useState<string | null>(null)
  const items = queue.data?.pages.flatMap((page) => page.items) ?? []
  const want = chosen ?? wanted
  const found = items.findIndex((item) => item.lawyerId === want)
  // A profile that has left the queue leaves its place to the next one.
  const place = useRef(0)
  if (found >= 0) place.current = found
  const index = found >= 0 ? found : Math.max(0, Math.min(place.current, items.length - 1))
  const current: QueueItem | undefined = items[index]
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = queue

  // The next of those not loaded yet is asked for before anybody waits for them.
  const nearEnd = items.length > 0 && index >= items.length - 2
  useEffect(() => {
    if (nearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [nearEnd, hasNextPage, isFetchingNextPage, fetchNextPage])

  const neighbour = (step: 1 | -1) => items[index + step]?.lawyerId ?? null
  return {
    queue,
    items,
    /** Place of `current` in `items`. */
    index,
    current,
    total: queue.data?.pages.at(-1)?.total ?? 0,
    oldest: queue.data?.pages[0]?.oldest ?? null,
    choose: setChosen,
    /** Who comes after a decision about `current`: the next one, or at the end the one before. */
    following: neighbour(1) ?? neighbour(-1),
    move: (step: 1 | -1) => {
      const to = neighbour(step)
      if (to !== null) setChosen(to)
    },
    /** The queue, the register and the figures have changed. @param next who is to be on the desk */
    decided: async (next: string | null) => {
      setChosen(next)
      const { queue: list, submission, decisions, counts } = verificationQueries(client)
      const anew = (queryKey: QueryKey) => queries.invalidateQueries({ queryKey })
      // First who waits: what was decided about is not asked for again, and the next one's link is not renewed, since each
      // document opened is an audit row.
      await anew(list.key())
      const profile = current && anew(submission.key({ input: { lawyerId: current.lawyerId } }))
      await Promise.all([profile, anew(decisions.key()), anew(counts.key())])
    },
  }
}

export type Queue = ReturnType<typeof useQueue>
