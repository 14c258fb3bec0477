import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { SearchContract } from './contract.ts'
import type { LawyersInput, LawyersPage } from './schema.ts'

export const searchQueries = (client: ContractRouterClient<SearchContract>) =>
  createTanstackQueryUtils(client, { path: ['search'] })

const lawyerPages = byCursor(({ items }: LawyersPage) => items)

export type SearchFilters = Omit<NonNullable<LawyersInput>, 'after'>

/** Infinite query of matching lawyers, in the order of OPEN-51. */
export const lawyerSearchOptions = (client: ContractRouterClient<SearchContract>, filters: SearchFilters) =>
  searchQueries(client).lawyers.infiniteOptions({
    input: (after: string | undefined) => ({ ...filters, after }),
    ...lawyerPages,
  })
