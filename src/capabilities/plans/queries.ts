import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { PlansContract } from './contract.ts'

/** TanStack Query options of this slice's operations. */
export const plansQueries = (client: ContractRouterClient<PlansContract>) =>
  createTanstackQueryUtils(client, { path: ['plans'] })
