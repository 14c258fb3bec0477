import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useEvents } from '../../../platform/realtime/use-events.ts'
import { type MarketFilters, marketOptions, marketQueries } from '../queries.ts'
import type { MarketCase, MarketPage } from '../schema.ts'

/** Random delay after an event: batches events, and spreads the requests of all lawyers. */
const REFRESH_DELAY_MS = { min: 800, spread: 1_500 }

/** Whether a first page has a case that is newer than all shown cases. */
const hasNewer = (shown: readonly MarketCase[], head: MarketPage): boolean => {
  const known = new Set(shown.map(({ id }) => id))
  const newest = shown[0]?.created_at ?? ''
  return head.items.some(({ id, created_at }) => !known.has(id) && created_at >= newest)
}

/** The cursor right before a case: the page after it starts with the case, if it is still open. */
const cursorBefore = ({ created_at }: MarketCase) =>
  `${(Date.parse(created_at) + 1) * 1_000}.ffffffff-ffff-ffff-ffff-ffffffffffff`

/** The pages of the market, newer cases (shown on request) and cases that have left the market meanwhile. */
export function useMarket(filters: MarketFilters) {
  const queries = useQueryClient()
  const options = marketOptions(filters)
  const query = useInfiniteQuery({ ...options, refetchOnWindowFocus: false, refetchOnReconnect: false })
  const items = query.data?.items ?? []
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [head, setHead] = useState<MarketPage | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** An event arrived since the last refresh started. */
  const isRefreshRequested = useRef(false)
  /** Shown cases named by an event, by id. */
  const casesToCheck = useRef(new Map<string, MarketCase>())
  useEffect(() => () => clearTimeout(timer.current), [])

  const markGone = (id: string) => setGone((before) => new Set(before).add(id))
  const fetchPage = (after: string | undefined) =>
    queries
      .fetchQuery({
        ...marketQueries().market.queryOptions({ input: { ...filters, after } }),
        staleTime: 0,
        retry: false,
      })
      // A background request: the next event retries.
      .catch(() => null)
  const refresh = async () => {
    isRefreshRequested.current = false
    const cases = [...casesToCheck.current.values()]
    casesToCheck.current.clear()
    const removed: string[] = []
    for (const item of cases) {
      const page = await fetchPage(cursorBefore(item))
      if (!page) casesToCheck.current.set(item.id, item)
      else if (!page.items.some(({ id }) => id === item.id)) removed.push(item.id)
    }
    const found = await fetchPage(undefined)
    // Apply both at once, so that the new first page is not older than the removed marks.
    for (const id of removed) markGone(id)
    if (found) setHead(found)
    timer.current = undefined
    if (isRefreshRequested.current) scheduleRefresh()
  }
  // One refresh at a time: an older response must not replace a newer one.
  const scheduleRefresh = () => {
    isRefreshRequested.current = true
    timer.current ??= setTimeout(refresh, REFRESH_DELAY_MS.min + Math.random() * REFRESH_DELAY_MS.spread)
  }
  useEvents(['case'], ({ ref }) => {
    // Events may be repeated or late: an event about a case does not mean that it has left the market.
    const shown = items.find(({ id }) => id === ref)
    if (shown) casesToCheck.current.set(shown.id, shown)
    scheduleRefresh()
  })

  return {
    query,
    gone,
    news: head !== null && hasNewer(items, head),
    /** Shows the newer cases: restarts the list with the newest page. */
    showNews: () => {
      if (!head) return
      queries.setQueryData(options.queryKey, { pages: [head], pageParams: [undefined] })
      setHead(null)
    },
    markGone,
  }
}
