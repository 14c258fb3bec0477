import { answer, rpcFor } from '../../platform/rpc/rpc.server.ts'
import { colleagues, ownProfile, publicProfile, updateProfile } from './commands.server.ts'
import { lawyersContract } from './contract.ts'

const { open, authed } = rpcFor(lawyersContract)

export const lawyersApi = {
  ownProfile: authed.ownProfile.handler(async ({ context }) => answer(await ownProfile(context))),
  updateProfile: authed.updateProfile.handler(async ({ context, input }) =>
    answer(await updateProfile(context, input)),
  ),
  publicProfile: open.publicProfile.handler(async ({ context, input }) =>
    answer(await publicProfile(context, input.id)),
  ),
  colleagues: authed.colleagues.handler(async ({ context, input }) =>
    answer(await colleagues(context, input)),
  ),
}
