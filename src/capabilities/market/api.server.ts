import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { market, marketNews, openCount } from './commands.server.ts'
import { marketContract } from './contract.ts'

const { authed } = implementContract(marketContract)

export const marketApi = {
  market: authed.market.handler(answerOf(market)),
  news: authed.news.handler(answerOf(marketNews)),
  openCount: authed.openCount.handler(answerOf(openCount)),
}
