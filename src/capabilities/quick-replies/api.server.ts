import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { ownReplies, removeReply, saveReply } from './commands.server.ts'
import { quickRepliesContract } from './contract.ts'

const { authed } = implementContract(quickRepliesContract)

export const quickRepliesApi = {
  list: authed.list.handler(answerOf(ownReplies)),
  save: authed.save.handler(answerOf(saveReply)),
  remove: authed.remove.handler(answerOf(removeReply)),
}
