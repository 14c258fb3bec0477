import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { ProposalsContract } from './contract.ts'
import type { PendingPage, ReceivedPage } from './schema.ts'

/** TanStack Query options of this slice's operations. Refetch them on events of kind «proposal». */
export const proposalsQueries = (client = rpc<ProposalsContract>('proposals')) =>
  createTanstackQueryUtils(client, { path: ['proposals'] })

const pendingPages = byCursor(({ proposals }: PendingPage) => proposals)
const receivedPages = byCursor(({ proposals }: ReceivedPage) => proposals)

/** Pending proposals of the signed-in lawyer, in pages, newest first (DAL-05). */
export const pendingProposalsOptions = (client = rpc<ProposalsContract>('proposals')) =>
  proposalsQueries(client).pendingOfLawyer.infiniteOptions({
    input: (cursor: string | undefined) => ({ cursor }),
    ...pendingPages,
  })

/** Pending proposals to the signed-in client, in pages, newest first. */
export const receivedProposalsOptions = (client = rpc<ProposalsContract>('proposals')) =>
  proposalsQueries(client).pendingOfClient.infiniteOptions({
    input: (cursor: string | undefined) => ({ cursor }),
    ...receivedPages,
  })
