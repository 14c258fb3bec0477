import { implementContract, unwrapResult } from '../../platform/rpc/rpc.server.ts'
import { recommendedLawyers, searchLawyers, understandProblem } from './commands.server.ts'
import { searchContract } from './contract.ts'

const { open } = implementContract(searchContract)

export const searchApi = {
  lawyers: open.lawyers.handler(async ({ context, input }) =>
    unwrapResult(await searchLawyers(context, input)),
  ),
  recommended: open.recommended.handler(async ({ context, input }) =>
    unwrapResult(await recommendedLawyers(context, input)),
  ),
  understand: open.understand.handler(async ({ context, input }) =>
    unwrapResult(await understandProblem(context, input)),
  ),
}
