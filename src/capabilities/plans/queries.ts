import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { PlansContract } from './contract.ts'

/** TanStack Query options for the operations of this slice. */
export const plansQueries = (client: ContractRouterClient<PlansContract>) =>
  createTanstackQueryUtils(client, { path: ['plans'] })
