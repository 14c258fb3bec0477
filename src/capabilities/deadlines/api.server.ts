import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { calculateDeadline, listRules, readDeadlines } from './commands.server.ts'
import { deadlinesContract } from './contract.ts'

const { open } = implementContract(deadlinesContract)

export const deadlinesApi = {
  list: open.list.handler(answerOf(listRules)),
  calculate: open.calculate.handler(answerOf(calculateDeadline)),
  read: open.read.handler(answerOf(readDeadlines)),
}
