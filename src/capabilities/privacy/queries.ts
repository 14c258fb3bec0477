import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import type { PrivacyContract } from './contract.ts'

/** TanStack Query options of this slice's operations. */
export const privacyQueries = (client = rpc<PrivacyContract>('privacy')) =>
  createTanstackQueryUtils(client, { path: ['privacy'] })
