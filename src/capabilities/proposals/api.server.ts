import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import {
  acceptedOfCase,
  acceptProposal,
  createProposal,
  pendingOfClient,
  pendingOfLawyer,
  proposalById,
  proposalCounts,
  proposalsByIds,
  rejectProposal,
  targetCaseOfChat,
  withdrawProposal,
} from './commands.server.ts'
import { proposalsContract } from './contract.ts'

const { authed } = implementContract(proposalsContract)

export const proposalsApi = {
  create: authed.create.handler(answerOf(createProposal)),
  accept: authed.accept.handler(answerOf(acceptProposal)),
  reject: authed.reject.handler(answerOf(rejectProposal)),
  withdraw: authed.withdraw.handler(answerOf(withdrawProposal)),
  byId: authed.byId.handler(answerOf(proposalById)),
  byIds: authed.byIds.handler(answerOf(proposalsByIds)),
  targetCase: authed.targetCase.handler(answerOf(targetCaseOfChat)),
  acceptedOfCase: authed.acceptedOfCase.handler(answerOf(acceptedOfCase)),
  pendingOfLawyer: authed.pendingOfLawyer.handler(answerOf(pendingOfLawyer)),
  pendingOfClient: authed.pendingOfClient.handler(answerOf(pendingOfClient)),
  counts: authed.counts.handler(answerOf(proposalCounts)),
}
