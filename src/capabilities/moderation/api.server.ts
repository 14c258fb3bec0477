import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { addMessages, ownReport, report } from './commands.server.ts'
import { moderationContract } from './contract.ts'

const { authed } = implementContract(moderationContract)

export const moderationApi = {
  report: authed.report.handler(answerOf(report)),
  ownReport: authed.ownReport.handler(answerOf(ownReport)),
  addMessages: authed.addMessages.handler(answerOf(addMessages)),
}
