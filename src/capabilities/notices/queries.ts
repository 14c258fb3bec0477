import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { NoticesContract } from './contract.ts'
import type { NoticesPage } from './schema.ts'

/** TanStack Query options. Refetch them on events of kind `notice`. */
export const noticesQueries = (client = rpc<NoticesContract>('notices')) =>
  createTanstackQueryUtils(client, { path: ['notices'] })

const pages = byCursor(({ notices }: NoticesPage) => notices)

/** The user's notices in pages, newest first; with `caseId`, only of that case. */
export const noticesOptions = (caseId: string | undefined, client = rpc<NoticesContract>('notices')) =>
  noticesQueries(client).list.infiniteOptions({
    input: (after: string | undefined) => ({ after, ...(caseId !== undefined && { caseId }) }),
    ...pages,
  })
