import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import type { WorkspaceContract } from './contract.ts'

/** TanStack Query options of this slice's operations. Refetch them on events of kind `task`. */
export const workspaceQueries = (client = rpc<WorkspaceContract>('workspace')) =>
  createTanstackQueryUtils(client, { path: ['workspace'] })
