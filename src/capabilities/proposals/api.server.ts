import { answer, rpcFor } from '../../platform/rpc/rpc.server.ts'
import {
  acceptedOfCase,
  acceptProposal,
  createProposal,
  pendingOfClient,
  pendingOfLawyer,
  proposalById,
  proposalCounts,
  proposalsById,
  rejectProposal,
  soughtOfChat,
  withdrawProposal,
} from './commands.server.ts'
import { proposalsContract } from './contract.ts'

const { authed } = rpcFor(proposalsContract)

export const proposalsApi = {
  create: authed.create.handler(async ({ context, input }) => answer(await createProposal(context, input))),
  accept: authed.accept.handler(async ({ context, input }) => answer(await acceptProposal(context, input))),
  reject: authed.reject.handler(async ({ context, input }) => answer(await rejectProposal(context, input))),
  withdraw: authed.withdraw.handler(async ({ context, input }) =>
    answer(await withdrawProposal(context, input)),
  ),
  byId: authed.byId.handler(async ({ context, input }) => answer(await proposalById(context, input))),
  byIds: authed.byIds.handler(async ({ context, input }) => answer(await proposalsById(context, input))),
  soughtOfChat: authed.soughtOfChat.handler(async ({ context, input }) =>
    answer(await soughtOfChat(context, input)),
  ),
  acceptedOfCase: authed.acceptedOfCase.handler(async ({ context, input }) =>
    answer(await acceptedOfCase(context, input)),
  ),
  pendingOfLawyer: authed.pendingOfLawyer.handler(async ({ context, input }) =>
    answer(await pendingOfLawyer(context, input)),
  ),
  pendingOfClient: authed.pendingOfClient.handler(async ({ context, input }) =>
    answer(await pendingOfClient(context, input)),
  ),
  counts: authed.counts.handler(async ({ context }) => answer(await proposalCounts(context))),
}
