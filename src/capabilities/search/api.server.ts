import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { recommendedLawyers, searchLawyers, understandProblem } from './commands.server.ts'
import { searchContract } from './contract.ts'

const { open } = implementContract(searchContract)

export const searchApi = {
  lawyers: open.lawyers.handler(answerOf(searchLawyers)),
  recommended: open.recommended.handler(answerOf(recommendedLawyers)),
  understand: open.understand.handler(answerOf(understandProblem)),
}
