import { implementContract, unwrapResult } from '../../platform/rpc/rpc.server.ts'
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
  create: authed.create.handler(async ({ context, input }) =>
    unwrapResult(await createProposal(context, input)),
  ),
  accept: authed.accept.handler(async ({ context, input }) =>
    unwrapResult(await acceptProposal(context, input)),
  ),
  reject: authed.reject.handler(async ({ context, input }) =>
    unwrapResult(await rejectProposal(context, input)),
  ),
  withdraw: authed.withdraw.handler(async ({ context, input }) =>
    unwrapResult(await withdrawProposal(context, input)),
  ),
  byId: authed.byId.handler(async ({ context, input }) => unwrapResult(await proposalById(context, input))),
  byIds: authed.byIds.handler(async ({ context, input }) =>
    unwrapResult(await proposalsByIds(context, input)),
  ),
  soughtOfChat: authed.soughtOfChat.handler(async ({ context, input }) =>
    unwrapResult(await targetCaseOfChat(context, input)),
  ),
  acceptedOfCase: authed.acceptedOfCase.handler(async ({ context, input }) =>
    unwrapResult(await acceptedOfCase(context, input)),
  ),
  pendingOfLawyer: authed.pendingOfLawyer.handler(async ({ context, input }) =>
    unwrapResult(await pendingOfLawyer(context, input)),
  ),
  pendingOfClient: authed.pendingOfClient.handler(async ({ context, input }) =>
    unwrapResult(await pendingOfClient(context, input)),
  ),
  counts: authed.counts.handler(async ({ context }) => unwrapResult(await proposalCounts(context))),
}
