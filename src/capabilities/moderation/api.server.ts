import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { addMessages, ownReport, ownReports, report } from './commands.server.ts'
import { moderationContract } from './contract.ts'
import { askMessages, decide, openReport, readQueue, takeReport } from './report-queue.server.ts'
import {
  answerAnnouncement,
  appeal,
  decideAppeal,
  keep,
  lift,
  openSanction,
  ownSanctions,
} from './sanctions.server.ts'

const { authed } = implementContract(moderationContract)

export const moderationApi = {
  report: authed.report.handler(answerOf(report)),
  ownReport: authed.ownReport.handler(answerOf(ownReport)),
  ownReports: authed.ownReports.handler(answerOf(ownReports)),
  addMessages: authed.addMessages.handler(answerOf(addMessages)),
  ownSanctions: authed.ownSanctions.handler(answerOf(ownSanctions)),
  answer: authed.answer.handler(answerOf(answerAnnouncement)),
  appeal: authed.appeal.handler(answerOf(appeal)),
  queue: authed.queue.handler(answerOf(readQueue)),
  take: authed.take.handler(answerOf(takeReport)),
  openReport: authed.openReport.handler(answerOf(openReport)),
  askMessages: authed.askMessages.handler(answerOf(askMessages)),
  decide: authed.decide.handler(answerOf(decide)),
  openSanction: authed.openSanction.handler(answerOf(openSanction)),
  lift: authed.lift.handler(answerOf(lift)),
  keep: authed.keep.handler(answerOf(keep)),
  decideAppeal: authed.decideAppeal.handler(answerOf(decideAppeal)),
}
