import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { ProgressContract } from './contract.ts'
import type { HistoryPage } from './schema.ts'

/** TanStack Query options. Many kinds of events change the history: `useProgress` lists them. */
export const progressQueries = (client = rpc<ProgressContract>('progress')) =>
  createTanstackQueryUtils(client, { path: ['progress'] })

const pages = byCursor(({ entries }: HistoryPage) => entries)

/** SEG-02: the history of a case in pages, newest first. */
export const historyOptions = (caseId: string, client = rpc<ProgressContract>('progress')) =>
  progressQueries(client).history.infiniteOptions({
    input: (after: string | undefined) => ({ caseId, after }),
    ...pages,
  })
