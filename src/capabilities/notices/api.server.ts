import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import {
  confirmAddress,
  listNotices,
  noticeSettings,
  readAllNotices,
  readNotice,
  saveNoticeSettings,
  seeNotices,
  unseenCount,
} from './commands.server.ts'
import { noticesContract } from './contract.ts'

const { authed } = implementContract(noticesContract)

export const noticesApi = {
  list: authed.list.handler(answerOf(listNotices)),
  unseen: authed.unseen.handler(answerOf(unseenCount)),
  see: authed.see.handler(answerOf(seeNotices)),
  read: authed.read.handler(answerOf(readNotice)),
  readAll: authed.readAll.handler(answerOf(readAllNotices)),
  settings: authed.settings.handler(answerOf(noticeSettings)),
  saveSettings: authed.saveSettings.handler(answerOf(saveNoticeSettings)),
  confirmAddress: authed.confirmAddress.handler(answerOf(confirmAddress)),
}
