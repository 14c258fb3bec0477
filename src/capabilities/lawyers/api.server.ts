import { answerOf, implementContract, unwrapResult } from '../../platform/rpc/rpc.server.ts'
import { colleagues, ownProfile, publicProfile, updateProfile } from './commands.server.ts'
import { lawyersContract } from './contract.ts'

const { open, authed } = implementContract(lawyersContract)

export const lawyersApi = {
  ownProfile: authed.ownProfile.handler(answerOf(ownProfile)),
  updateProfile: authed.updateProfile.handler(answerOf(updateProfile)),
  publicProfile: open.publicProfile.handler(async ({ context, input }) =>
    unwrapResult(await publicProfile(context, input.id)),
  ),
  colleagues: authed.colleagues.handler(answerOf(colleagues)),
}
