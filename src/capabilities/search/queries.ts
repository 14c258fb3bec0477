import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { SearchContract } from './contract.ts'
import type { LawyersInput, LawyersPage } from './schema.ts'

export const searchQueries = (client = rpc<SearchContract>('search')) =>
  createTanstackQueryUtils(client, { path: ['search'] })

const lawyerPages = byCursor(({ items }: LawyersPage) => items)

export type SearchFilters = Omit<NonNullable<LawyersInput>, 'after'>

/** Infinite query of matching lawyers, in the order of OPEN-51. */
export const lawyerSearchOptions = (filters: SearchFilters, client = rpc<SearchContract>('search')) =>
  searchQueries(client).lawyers.infiniteOptions({
    input: (after: string | undefined) => ({ ...filters, after }),
    ...lawyerPages,
  })
