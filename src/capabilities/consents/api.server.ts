import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { ownConsents, withdrawExternalAnalysis } from './commands.server.ts'
import { consentsContract } from './contract.ts'

const { authed } = implementContract(consentsContract)

export const consentsApi = {
  own: authed.own.handler(answerOf(ownConsents)),
  withdrawExternalAnalysis: authed.withdrawExternalAnalysis.handler(answerOf(withdrawExternalAnalysis)),
}
