import { answer, rpcFor } from '../../platform/rpc/rpc.server.ts'
import {
  advanceCase,
  caseById,
  caseCounts,
  lawyerStats,
  market,
  marketNews,
  openCount,
  ownCases,
  publishIntake,
} from './commands.server.ts'
import { casesContract } from './contract.ts'

const { open, authed } = rpcFor(casesContract)

export const casesApi = {
  caseById: authed.caseById.handler(async ({ context, input }) => answer(await caseById(context, input))),
  advance: authed.advance.handler(async ({ context, input }) => answer(await advanceCase(context, input))),
  publish: authed.publish.handler(async ({ context, input }) => answer(await publishIntake(context, input))),
  market: authed.market.handler(async ({ context, input }) => answer(await market(context, input))),
  mine: authed.mine.handler(async ({ context, input }) => answer(await ownCases(context, input))),
  news: authed.news.handler(async ({ context }) => answer(await marketNews(context))),
  openCount: authed.openCount.handler(async ({ context }) => answer(await openCount(context))),
  lawyerStats: open.lawyerStats.handler(async ({ context, input }) => lawyerStats(context, input)),
  counts: authed.counts.handler(async ({ context }) => answer(await caseCounts(context))),
}
