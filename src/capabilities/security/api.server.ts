import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { confirmIdentity } from './commands.server.ts'
import { securityContract } from './contract.ts'

const { authed } = implementContract(securityContract)

export const securityApi = authed.router({
  confirmIdentity: authed.confirmIdentity.handler(answerOf(confirmIdentity)),
})
