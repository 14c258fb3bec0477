import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { feedOf, newAddress, revoke, showNames } from './commands.server.ts'
import { calendarContract } from './contract.ts'

const { authed } = implementContract(calendarContract)

export const calendarApi = {
  feed: authed.feed.handler(answerOf(feedOf)),
  newAddress: authed.newAddress.handler(answerOf(newAddress)),
  showNames: authed.showNames.handler(answerOf(showNames)),
  revoke: authed.revoke.handler(answerOf(revoke)),
}
