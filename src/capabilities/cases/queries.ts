import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { CasesContract } from './contract.ts'
import type { MarketInput, MarketPage, OwnCaseList, OwnCasesPage } from './schema.ts'

/** TanStack Query options. An event of kind `case` makes `caseById` stale. */
export const casesQueries = (client = rpc<CasesContract>('cases')) =>
  createTanstackQueryUtils(client, { path: ['cases'] })

const marketPages = byCursor(({ items }: MarketPage) => items)
const ownCasePages = byCursor(({ items }: OwnCasesPage) => items)

export type MarketFilters = Omit<NonNullable<MarketInput>, 'after'>

/** The market in pages, newest first (MKT-02). Never refetched by itself: it must not move while read. */
export const marketOptions = (filters: MarketFilters, client = rpc<CasesContract>('cases')) =>
  casesQueries(client).market.infiniteOptions({
    input: (after: string | undefined) => ({ ...filters, after }),
    ...marketPages,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** One list of own cases in pages, newest first (DAL-08, DAC-04, OPEN-43). */
export const ownCasesOptions = (list: OwnCaseList, client = rpc<CasesContract>('cases')) =>
  casesQueries(client).mine.infiniteOptions({
    input: (after: string | undefined) => ({ list, after }),
    ...ownCasePages,
  })
