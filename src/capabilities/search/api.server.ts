import { answer, rpcFor } from '../../platform/rpc/rpc.server.ts'
import { recommendedLawyers, searchLawyers, understandProblem } from './commands.server.ts'
import { searchContract } from './contract.ts'

const { open } = rpcFor(searchContract)

export const searchApi = {
  lawyers: open.lawyers.handler(async ({ context, input }) => answer(await searchLawyers(context, input))),
  recommended: open.recommended.handler(async ({ context, input }) =>
    answer(await recommendedLawyers(context, input)),
  ),
  understand: open.understand.handler(async ({ context, input }) =>
    answer(await understandProblem(context, input)),
  ),
}
