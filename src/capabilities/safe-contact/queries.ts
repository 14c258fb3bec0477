import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import type { SafeContactContract } from './contract.ts'

/** TanStack Query options of this slice's operations. */
export const safeContactQueries = (client = rpc<SafeContactContract>('safeContact')) =>
  createTanstackQueryUtils(client, { path: ['safeContact'] })
