import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { advanceCase, caseById, caseCounts, lawyerStats, ownCases, publishIntake } from './commands.server.ts'
import { casesContract } from './contract.ts'

const { open, authed } = implementContract(casesContract)

export const casesApi = {
  caseById: authed.caseById.handler(answerOf(caseById)),
  advance: authed.advance.handler(answerOf(advanceCase)),
  publish: authed.publish.handler(answerOf(publishIntake)),
  mine: authed.mine.handler(answerOf(ownCases)),
  lawyerStats: open.lawyerStats.handler(async ({ context, input }) => lawyerStats(context, input)),
  counts: authed.counts.handler(answerOf(caseCounts)),
}
