import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import type { OpenCasesContract } from './contract.ts'

/** TanStack Query options. An event of kind `case` makes them stale. */
export const openCasesQueries = (client = rpc<OpenCasesContract>('openCases')) =>
  createTanstackQueryUtils(client, { path: ['openCases'] })
