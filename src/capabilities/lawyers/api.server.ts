import { implementContract, unwrapResult } from '../../platform/rpc/rpc.server.ts'
import { colleagues, ownProfile, publicProfile, updateProfile } from './commands.server.ts'
import { lawyersContract } from './contract.ts'

const { open, authed } = implementContract(lawyersContract)

export const lawyersApi = {
  ownProfile: authed.ownProfile.handler(async ({ context }) => unwrapResult(await ownProfile(context))),
  updateProfile: authed.updateProfile.handler(async ({ context, input }) =>
    unwrapResult(await updateProfile(context, input)),
  ),
  publicProfile: open.publicProfile.handler(async ({ context, input }) =>
    unwrapResult(await publicProfile(context, input.id)),
  ),
  colleagues: authed.colleagues.handler(async ({ context, input }) =>
    unwrapResult(await colleagues(context, input)),
  ),
}
