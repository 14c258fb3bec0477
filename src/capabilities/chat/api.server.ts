import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import {
  chatById,
  chatOfCase,
  listMyChats,
  messageCounts,
  openChat,
  sendMessage,
  startFromCase,
  undoStart,
  unreadTotal,
} from './commands.server.ts'
import { chatContract } from './contract.ts'
import {
  listMessages,
  markReadUpTo,
  readBlock,
  readPosition,
  safeContact,
  searchMessages,
  showReading,
  showsReading,
  writeBlock,
} from './conversation.server.ts'

const { authed } = implementContract(chatContract)

export const chatApi = {
  list: authed.list.handler(answerOf(listMyChats)),
  byId: authed.byId.handler(answerOf(chatById)),
  open: authed.open.handler(answerOf(openChat)),
  startFromCase: authed.startFromCase.handler(answerOf(startFromCase)),
  undoStart: authed.undoStart.handler(answerOf(undoStart)),
  ofCase: authed.ofCase.handler(answerOf(chatOfCase)),
  messages: authed.messages.handler(answerOf(listMessages)),
  send: authed.send.handler(answerOf(sendMessage)),
  read: authed.read.handler(answerOf(markReadUpTo)),
  readPosition: authed.readPosition.handler(answerOf(readPosition)),
  showReading: authed.showReading.handler(answerOf(showReading)),
  showsReading: authed.showsReading.handler(answerOf(showsReading)),
  readBlock: authed.readBlock.handler(answerOf(readBlock)),
  writeBlock: authed.writeBlock.handler(answerOf(writeBlock)),
  safeContact: authed.safeContact.handler(answerOf(safeContact)),
  search: authed.search.handler(answerOf(searchMessages)),
  unreadTotal: authed.unreadTotal.handler(answerOf(unreadTotal)),
  counts: authed.counts.handler(answerOf(messageCounts)),
}
