import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { ModerationContract } from './contract.ts'
import type { OwnReportsPage } from './schema.ts'

/** TanStack Query options of this slice's operations. */
export const moderationQueries = (client = rpc<ModerationContract>('moderation')) =>
  createTanstackQueryUtils(client, { path: ['moderation'] })

/** The caller's reports in pages, newest first. */
export const ownReportsOptions = (client = rpc<ModerationContract>('moderation')) =>
  moderationQueries(client).ownReports.infiniteOptions({
    input: (after: string | undefined) => ({ after }),
    ...byCursor(({ reports }: OwnReportsPage) => reports),
  })
