import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { ProposalsContract } from './contract.ts'

/** TanStack Query options of this slice's operations. An event of kind «proposal» makes its cards stale. */
export const proposalsQueries = (client: ContractRouterClient<ProposalsContract>) =>
  createTanstackQueryUtils(client, { path: ['proposals'] })
