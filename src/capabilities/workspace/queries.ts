import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { WorkspaceContract } from './contract.ts'

/** TanStack Query options of this slice's operations. Refetch them on events «task» and «document». */
export const workspaceQueries = (client: ContractRouterClient<WorkspaceContract>) =>
  createTanstackQueryUtils(client, { path: ['workspace'] })
