import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { heldOf, reveal } from './commands.server.ts'
import { privacyContract } from './contract.ts'

const { authed } = implementContract(privacyContract)

export const privacyApi = {
  held: authed.held.handler(answerOf(heldOf)),
  reveal: authed.reveal.handler(answerOf(reveal)),
}
