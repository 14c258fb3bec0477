import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { ProposalsContract } from './contract.ts'

/** TanStack Query options of this slice's operations. An event of kind «proposal» makes its cards stale. */
export const proposalsQueries = (client: ContractRouterClient<ProposalsContract>) =>
  createTanstackQueryUtils(client, { path: ['proposals'] })

/** My proposals that wait for an answer, in pages, the newest first (DAL-05). */
export const pendingPages = (client: ContractRouterClient<ProposalsContract>) =>
  proposalsQueries(client).pendingOfLawyer.infiniteOptions({
    input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Proposals to me that wait for my answer, in pages, the newest first. */
export const receivedPages = (client: ContractRouterClient<ProposalsContract>) =>
  proposalsQueries(client).pendingOfClient.infiniteOptions({
    input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
