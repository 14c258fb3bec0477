import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import type { QuickRepliesContract } from './contract.ts'

/** TanStack Query options of this slice's operations. */
export const quickRepliesQueries = (client = rpc<QuickRepliesContract>('quickReplies')) =>
  createTanstackQueryUtils(client, { path: ['quickReplies'] })
