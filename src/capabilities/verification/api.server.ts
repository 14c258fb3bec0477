import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import {
  confirmName,
  issueIntent,
  listDecisions,
  listNames,
  listQueue,
  notifyLawyer,
  readCounts,
  readSubmission,
  returnName,
  returnProfile,
  verify,
} from './commands.server.ts'
import { verificationContract } from './contract.ts'

const { authed } = implementContract(verificationContract)

export const verificationApi = {
  verify: authed.verify.handler(answerOf(verify)),
  notifyLawyer: authed.notifyLawyer.handler(answerOf(notifyLawyer)),
  intent: authed.intent.handler(answerOf(issueIntent)),
  return: authed.return.handler(answerOf(returnProfile)),
  queue: authed.queue.handler(answerOf(listQueue)),
  submission: authed.submission.handler(answerOf(readSubmission)),
  names: authed.names.handler(answerOf(listNames)),
  confirmName: authed.confirmName.handler(answerOf(confirmName)),
  returnName: authed.returnName.handler(answerOf(returnName)),
  decisions: authed.decisions.handler(answerOf(listDecisions)),
  counts: authed.counts.handler(answerOf(readCounts)),
}
