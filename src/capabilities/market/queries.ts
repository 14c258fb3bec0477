import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { MarketContract } from './contract.ts'
import type { MarketInput, MarketPage } from './schema.ts'

/** TanStack Query options. */
export const marketQueries = (client = rpc<MarketContract>('cases')) =>
  createTanstackQueryUtils(client, { path: ['cases'] })

const marketPages = byCursor(({ items }: MarketPage) => items)

export type MarketFilters = Omit<NonNullable<MarketInput>, 'after'>

/** The market in pages, newest first (MKT-02). Never refetched by itself: it must not move while read. */
export const marketOptions = (filters: MarketFilters, client = rpc<MarketContract>('cases')) =>
  marketQueries(client).market.infiniteOptions({
    input: (after: string | undefined) => ({ ...filters, after }),
    ...marketPages,
    staleTime: Number.POSITIVE_INFINITY,
  })
