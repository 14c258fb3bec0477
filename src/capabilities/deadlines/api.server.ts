import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { calculateDeadline, calendarOfDeadlines, listRules, readDeadlines } from './commands.server.ts'
import { deadlinesContract } from './contract.ts'

const { open } = implementContract(deadlinesContract)

export const deadlinesApi = {
  list: open.list.handler(answerOf(listRules)),
  calculate: open.calculate.handler(answerOf(calculateDeadline)),
  calendar: open.calendar.handler(answerOf(calendarOfDeadlines)),
  read: open.read.handler(answerOf(readDeadlines)),
}
