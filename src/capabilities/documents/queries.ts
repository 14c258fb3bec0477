import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import type { DocumentsContract } from './contract.ts'

/** TanStack Query options of this slice's operations. Refetch them on events of kind `document`. */
export const documentsQueries = (client = rpc<DocumentsContract>('workspace')) =>
  createTanstackQueryUtils(client, { path: ['workspace'] })
