import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { CasesContract } from './contract.ts'
import type { OwnCaseList, OwnCasesPage } from './schema.ts'

/** TanStack Query options. An event of kind `case` makes `caseById` stale. */
export const casesQueries = (client = rpc<CasesContract>('cases')) =>
  createTanstackQueryUtils(client, { path: ['cases'] })

const ownCasePages = byCursor(({ items }: OwnCasesPage) => items)

/** One list of own cases in pages, newest first (DAL-08, DAC-04, OPEN-43). */
export const ownCasesOptions = (list: OwnCaseList, client = rpc<CasesContract>('cases')) =>
  casesQueries(client).mine.infiniteOptions({
    input: (after: string | undefined) => ({ list, after }),
    ...ownCasePages,
  })
