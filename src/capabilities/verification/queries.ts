import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { VerificationContract } from './contract.ts'
import type { DecisionsPage, QueuePage } from './schema.ts'

export const verificationQueries = (client: ContractRouterClient<VerificationContract>) =>
  createTanstackQueryUtils(client, { path: ['verification'] })

const queuePages = byCursor(({ items }: QueuePage) => items)
const decisionPages = byCursor(({ items }: DecisionsPage) => items)

type Client = ContractRouterClient<VerificationContract>

/** The review queue in pages, oldest first (OPEN-03). */
export const queueOptions = (client: Client) =>
  verificationQueries(client).queue.infiniteOptions({
    input: (after: string | undefined) => ({ after }),
    ...queuePages,
  })

/** The decision log in pages, newest first (OPEN-03). */
export const decisionsOptions = (client: Client) =>
  verificationQueries(client).decisions.infiniteOptions({
    input: (after: string | undefined) => ({ after }),
    ...decisionPages,
  })
