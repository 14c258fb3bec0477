import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import {
  closeCase,
  closingOfCase,
  declineReopening,
  objectToClosing,
  reopenCase,
  requestReopening,
} from './commands.server.ts'
import { closingsContract } from './contract.ts'

const { authed } = implementContract(closingsContract)

export const closingsApi = {
  ofCase: authed.ofCase.handler(answerOf(closingOfCase)),
  close: authed.close.handler(answerOf(closeCase)),
  object: authed.object.handler(answerOf(objectToClosing)),
  requestReopening: authed.requestReopening.handler(answerOf(requestReopening)),
  declineReopening: authed.declineReopening.handler(answerOf(declineReopening)),
  reopen: authed.reopen.handler(answerOf(reopenCase)),
}
