import { implementContract, unwrapResult } from '../../platform/rpc/rpc.server.ts'
import { deleteAccount } from './commands.server.ts'
import { accountDeletionContract } from './contract.ts'

const { authed } = implementContract(accountDeletionContract)

export const accountDeletionApi = {
  deleteAccount: authed.deleteAccount.handler(async ({ context, input }) =>
    unwrapResult(await deleteAccount(context, input)),
  ),
}
