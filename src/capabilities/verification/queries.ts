import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { VerificationContract } from './contract.ts'
import type { DecisionsPage, QueuePage } from './schema.ts'

export const verificationQueries = (client = rpc<VerificationContract>('verification')) =>
  createTanstackQueryUtils(client, { path: ['verification'] })

const queuePages = byCursor(({ items }: QueuePage) => items)
const decisionPages = byCursor(({ items }: DecisionsPage) => items)

/** The review queue in pages, oldest first (OPEN-03). */
export const queueOptions = (client = rpc<VerificationContract>('verification')) =>
  verificationQueries(client).queue.infiniteOptions({
    input: (after: string | undefined) => ({ after }),
    ...queuePages,
  })

/** The decision log in pages, newest first (OPEN-03). */
export const decisionsOptions = (client = rpc<VerificationContract>('verification')) =>
  verificationQueries(client).decisions.infiniteOptions({
    input: (after: string | undefined) => ({ after }),
    ...decisionPages,
  })
