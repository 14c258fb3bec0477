import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import type { ModerationContract } from './contract.ts'

/** TanStack Query options of this slice's operations. */
export const moderationQueries = (client = rpc<ModerationContract>('moderation')) =>
  createTanstackQueryUtils(client, { path: ['moderation'] })
