import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { contactChoice, saveContactChoice } from './commands.server.ts'
import { safeContactContract } from './contract.ts'

const { authed } = implementContract(safeContactContract)

export const safeContactApi = {
  choice: authed.choice.handler(answerOf(contactChoice)),
  save: authed.save.handler(answerOf(saveContactChoice)),
}
