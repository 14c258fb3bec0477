import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useEvents } from '../../../platform/realtime/use-events.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import type { CasesContract } from '../contract.ts'
import { casesQueries, type MarketFilters, marketPages } from '../queries.ts'
import type { MarketCase, MarketPage } from '../schema.ts'

const KINDS = ['case']
/** Milliseconds after the news of a case: many that come together are one look, and not everybody looks at once. */
const LOOK_AFTER = { least: 800, spread: 1_500 }

/** Whether a page begins with a case that is newer than all that are shown. */
export const hasNewer = (shown: readonly MarketCase[], head: MarketPage): boolean => {
  const known = new Set(shown.map(({ id }) => id))
  const newest = shown[0]?.created_at ?? ''
  return head.items.some(({ id, created_at }) => !known.has(id) && created_at >= newest)
}

/** The place in the list right before a case: the page after it begins with the case, if it is still there. */
const placeBefore = ({ created_at }: MarketCase) =>
  `${(Date.parse(created_at) + 1) * 1_000}.ffffffff-ffff-ffff-ffff-ffffffffffff`

/** The market as it is read: its pages, what came since (it waits until it is asked for) and what has gone. */
export function useMarket(filters: MarketFilters) {
  const client = rpc<CasesContract>('cases')
  const queries = useQueryClient()
  const options = marketPages(client, filters)
  const query = useInfiniteQuery({ ...options, refetchOnWindowFocus: false, refetchOnReconnect: false })
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data])
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [head, setHead] = useState<MarketPage | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Something happened since the last look began. */
  const isAsked = useRef(false)
  /** Shown cases that something happened to. */
  const doubted = useRef(new Map<string, MarketCase>())
  useEffect(() => () => clearTimeout(timer.current), [])

  const markGone = (id: string) => setGone((before) => new Set(before).add(id))
  const read = (after: string | undefined) =>
    queries
      .fetchQuery({
        ...casesQueries(client).market.queryOptions({ input: { ...filters, after } }),
        staleTime: 0,
        retry: false,
      })
      // Nobody asked for it: the next news is the next try.
      .catch(() => null)
  const look = async () => {
    isAsked.current = false
    const cases = [...doubted.current.values()]
    doubted.current.clear()
    const left: string[] = []
    for (const item of cases) {
      const page = await read(placeBefore(item))
      if (!page) doubted.current.set(item.id, item)
      else if (!page.items.some(({ id }) => id === item.id)) left.push(item.id)
    }
    const found = await read(undefined)
    // Together: what is shown on request must not be older than what the page says has gone.
    for (const id of left) markGone(id)
    if (found) setHead(found)
    timer.current = undefined
    if (isAsked.current) lookSoon()
  }
  // One look at a time: an older answer must not come after a newer one.
  const lookSoon = () => {
    isAsked.current = true
    timer.current ??= setTimeout(look, LOOK_AFTER.least + Math.random() * LOOK_AFTER.spread)
  }
  useEvents(KINDS, ({ ref }) => {
    // Events may be told twice, and come a little late: that it is named does not mean that it has gone.
    const shown = items.find(({ id }) => id === ref)
    if (shown) doubted.current.set(shown.id, shown)
    lookSoon()
  })

  return {
    query,
    items,
    gone,
    total: query.data?.pages[0]?.total ?? 0,
    /** There are newer cases than those that are shown. */
    news: head !== null && hasNewer(items, head),
    /** Shows them: the list begins anew with what is newest now. */
    showNews: () => {
      if (!head) return
      queries.setQueryData(options.queryKey, { pages: [head], pageParams: [undefined] })
      setHead(null)
    },
    markGone,
  }
}
