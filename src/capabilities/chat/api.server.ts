import { implementContract, unwrapResult } from '../../platform/rpc/rpc.server.ts'
import {
  chatById,
  chatOfCase,
  listMessages,
  listMyChats,
  markReadUpTo,
  messageCounts,
  openChat,
  sendMessage,
  startFromCase,
  undoStart,
  unreadTotal,
} from './commands.server.ts'
import { chatContract } from './contract.ts'

const { authed } = implementContract(chatContract)

export const chatApi = {
  list: authed.list.handler(async ({ context, input }) => unwrapResult(await listMyChats(context, input))),
  byId: authed.byId.handler(async ({ context, input }) => unwrapResult(await chatById(context, input))),
  open: authed.open.handler(async ({ context, input }) => unwrapResult(await openChat(context, input))),
  startFromCase: authed.startFromCase.handler(async ({ context, input }) =>
    unwrapResult(await startFromCase(context, input)),
  ),
  undoStart: authed.undoStart.handler(async ({ context, input }) =>
    unwrapResult(await undoStart(context, input)),
  ),
  ofCase: authed.ofCase.handler(async ({ context, input }) => unwrapResult(await chatOfCase(context, input))),
  messages: authed.messages.handler(async ({ context, input }) =>
    unwrapResult(await listMessages(context, input)),
  ),
  send: authed.send.handler(async ({ context, input }) => unwrapResult(await sendMessage(context, input))),
  read: authed.read.handler(async ({ context, input }) => unwrapResult(await markReadUpTo(context, input))),
  unreadTotal: authed.unreadTotal.handler(async ({ context }) => unwrapResult(await unreadTotal(context))),
  counts: authed.counts.handler(async ({ context }) => unwrapResult(await messageCounts(context))),
}
