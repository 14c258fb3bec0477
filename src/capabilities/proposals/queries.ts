import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { ProposalsContract } from './contract.ts'

/** TanStack Query options of this slice's operations. Refetch them on events of kind «proposal». */
export const proposalsQueries = (client: ContractRouterClient<ProposalsContract>) =>
  createTanstackQueryUtils(client, { path: ['proposals'] })

/** Pending proposals of the signed-in lawyer, in pages, newest first (DAL-05). */
export const pendingProposalsOptions = (client: ContractRouterClient<ProposalsContract>) =>
  proposalsQueries(client).pendingOfLawyer.infiniteOptions({
    input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

/** Pending proposals to the signed-in client, in pages, newest first. */
export const receivedProposalsOptions = (client: ContractRouterClient<ProposalsContract>) =>
  proposalsQueries(client).pendingOfClient.infiniteOptions({
    input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
