import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { listNotices, readAllNotices, readNotice, seeNotices, unseenCount } from './commands.server.ts'
import { noticesContract } from './contract.ts'

const { authed } = implementContract(noticesContract)

export const noticesApi = {
  list: authed.list.handler(answerOf(listNotices)),
  unseen: authed.unseen.handler(answerOf(unseenCount)),
  see: authed.see.handler(answerOf(seeNotices)),
  read: authed.read.handler(answerOf(readNotice)),
  readAll: authed.readAll.handler(answerOf(readAllNotices)),
}
