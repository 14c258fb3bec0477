import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import type { ClosingsContract } from './contract.ts'

/** TanStack Query options. An event of kind `case` makes them stale. */
export const closingsQueries = (client = rpc<ClosingsContract>('closings')) =>
  createTanstackQueryUtils(client, { path: ['closings'] })
