import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import type { SecurityContract } from './contract.ts'

/** TanStack Query options of every operation of this slice (see `accountsQueries`). */
export const securityQueries = (client = rpc<SecurityContract>('security')) =>
  createTanstackQueryUtils(client, { path: ['security'] })
