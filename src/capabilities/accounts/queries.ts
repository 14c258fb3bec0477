import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { AccountsContract } from './contract.ts'

/**
 * TanStack Query options of every operation of this slice, e.g. `.session.queryOptions()`.
 * @param client the browser's (`rpc`) or, in a loader, the in-process one (`sliceClient`); the query keys are the
 * same
 */
export const accountsQueries = (client: ContractRouterClient<AccountsContract>) =>
  createTanstackQueryUtils(client, { path: ['accounts'] })
