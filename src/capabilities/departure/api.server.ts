import { answer, rpcFor } from '../../platform/rpc/rpc.server.ts'
import { deleteAccount } from './commands.server.ts'
import { departureContract } from './contract.ts'

const { authed } = rpcFor(departureContract)

export const departureApi = {
  deleteAccount: authed.deleteAccount.handler(async ({ context, input }) =>
    answer(await deleteAccount(context, input)),
  ),
}
