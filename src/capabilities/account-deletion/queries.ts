import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { AccountDeletionContract } from './contract.ts'

/** TanStack Query options of this slice's operations. */
export const accountDeletionQueries = (client: ContractRouterClient<AccountDeletionContract>) =>
  createTanstackQueryUtils(client, { path: ['departure'] })
