import { answer, rpcFor } from '../../platform/rpc/rpc.server.ts'
import { advanceCase, caseById, caseCounts, market } from './commands.server.ts'
import { casesContract } from './contract.ts'

const { authed } = rpcFor(casesContract)

export const casesApi = {
  caseById: authed.caseById.handler(async ({ context, input }) => answer(await caseById(context, input))),
  advance: authed.advance.handler(async ({ context, input }) => answer(await advanceCase(context, input))),
  market: authed.market.handler(async ({ context, input }) => answer(await market(context, input))),
  counts: authed.counts.handler(async ({ context }) => answer(await caseCounts(context))),
}
