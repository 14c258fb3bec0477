import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { PrivacyContract } from './contract.ts'
import type { LooksPage } from './schema.ts'

/** TanStack Query options of this slice's operations. */
export const privacyQueries = (client = rpc<PrivacyContract>('privacy')) =>
  createTanstackQueryUtils(client, { path: ['privacy'] })

/** «Quién vio tus datos» in pages, newest first (DAT-36). */
export const looksOptions = (client = rpc<PrivacyContract>('privacy')) =>
  privacyQueries(client).looks.infiniteOptions({
    input: (after: string | undefined) => ({ after }),
    ...byCursor(({ looks }: LooksPage) => looks),
  })
