import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import type { AccountsContract } from './contract.ts'

/**
 * TanStack Query options of every operation of this slice, e.g. `.session.queryOptions()`.
 * @param client the browser's (`rpc`) or, in a loader, the in-process one (`sliceClient`); the query keys are the
 * same
 */
export const accountsQueries = (client = rpc<AccountsContract>('accounts')) =>
  createTanstackQueryUtils(client, { path: ['accounts'] })
