import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { ConsoleContract } from './contract.ts'
import type { LogInput, LogPage } from './schema.ts'

/** TanStack Query options of this slice's operations. */
export const consoleQueries = (client = rpc<ConsoleContract>('console')) =>
  createTanstackQueryUtils(client, { path: ['console'] })

const logPages = byCursor(({ items }: LogPage) => items)

/** The log of actions in pages, newest first. Every page that is read is a row of the log: never read again by itself. */
export const logOptions = (filters: LogInput) =>
  consoleQueries().log.infiniteOptions({
    input: (before: string | undefined) => ({ ...filters, before }),
    ...logPages,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
