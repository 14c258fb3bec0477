import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import {
  decideDispute,
  findPerson,
  listEmailDisputes,
  listRetention,
  openEmailDispute,
  openPerson,
  readAges,
  readCounts,
  readLog,
} from './commands.server.ts'
import { consoleContract } from './contract.ts'

const { authed } = implementContract(consoleContract)

export const consoleApi = {
  counts: authed.counts.handler(answerOf(readCounts)),
  find: authed.find.handler(answerOf(findPerson)),
  open: authed.open.handler(answerOf(openPerson)),
  emailDisputes: authed.emailDisputes.handler(answerOf(listEmailDisputes)),
  openEmailDispute: authed.openEmailDispute.handler(answerOf(openEmailDispute)),
  decideEmailDispute: authed.decideEmailDispute.handler(answerOf(decideDispute)),
  log: authed.log.handler(answerOf(readLog)),
  ages: authed.ages.handler(answerOf(readAges)),
  retention: authed.retention.handler(answerOf(listRetention)),
}
