import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { heldOf, reveal } from './commands.server.ts'
import { privacyContract } from './contract.ts'
import { copyOf, openCopy, requestCopy } from './copies/copies.server.ts'

const { authed } = implementContract(privacyContract)

export const privacyApi = {
  held: authed.held.handler(answerOf(heldOf)),
  reveal: authed.reveal.handler(answerOf(reveal)),
  copy: authed.copy.handler(answerOf(copyOf)),
  requestCopy: authed.requestCopy.handler(answerOf(requestCopy)),
  openCopy: authed.openCopy.handler(answerOf(openCopy)),
}
