import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { deleteAccount } from './commands.server.ts'
import { accountDeletionContract } from './contract.ts'

const { authed } = implementContract(accountDeletionContract)

export const accountDeletionApi = {
  deleteAccount: authed.deleteAccount.handler(answerOf(deleteAccount)),
}
