import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { DepartureContract } from './contract.ts'

/** TanStack Query options of this slice's operations. */
export const departureQueries = (client: ContractRouterClient<DepartureContract>) =>
  createTanstackQueryUtils(client, { path: ['departure'] })
