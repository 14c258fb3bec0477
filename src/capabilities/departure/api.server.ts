import { implementContract, unwrapResult } from '../../platform/rpc/rpc.server.ts'
import { deleteAccount } from './commands.server.ts'
import { departureContract } from './contract.ts'

const { authed } = implementContract(departureContract)

export const departureApi = {
  deleteAccount: authed.deleteAccount.handler(async ({ context, input }) =>
    unwrapResult(await deleteAccount(context, input)),
  ),
}
