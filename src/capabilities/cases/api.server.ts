import { implementContract, unwrapResult } from '../../platform/rpc/rpc.server.ts'
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

const { open, authed } = implementContract(casesContract)

export const casesApi = {
  caseById: authed.caseById.handler(async ({ context, input }) =>
    unwrapResult(await caseById(context, input)),
  ),
  advance: authed.advance.handler(async ({ context, input }) =>
    unwrapResult(await advanceCase(context, input)),
  ),
  publish: authed.publish.handler(async ({ context, input }) =>
    unwrapResult(await publishIntake(context, input)),
  ),
  market: authed.market.handler(async ({ context, input }) => unwrapResult(await market(context, input))),
  mine: authed.mine.handler(async ({ context, input }) => unwrapResult(await ownCases(context, input))),
  news: authed.news.handler(async ({ context }) => unwrapResult(await marketNews(context))),
  openCount: authed.openCount.handler(async ({ context }) => unwrapResult(await openCount(context))),
  lawyerStats: open.lawyerStats.handler(async ({ context, input }) => lawyerStats(context, input)),
  counts: authed.counts.handler(async ({ context }) => unwrapResult(await caseCounts(context))),
}
