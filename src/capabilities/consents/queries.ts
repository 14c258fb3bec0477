import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import type { ConsentsContract } from './contract.ts'

/** TanStack Query options of this slice's operations. */
export const consentsQueries = (client = rpc<ConsentsContract>('consents')) =>
  createTanstackQueryUtils(client, { path: ['consents'] })
