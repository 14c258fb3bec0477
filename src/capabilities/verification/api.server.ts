import { answer, rpcFor } from '../../platform/rpc/rpc.server.ts'
import {
  confirmName,
  intend,
  listDecisions,
  listNames,
  listQueue,
  notifyLawyer,
  readCounts,
  readSubmission,
  returnName,
  returnProfile,
  verify,
} from './commands.server.ts'
import { verificationContract } from './contract.ts'

const { authed } = rpcFor(verificationContract)

export const verificationApi = {
  verify: authed.verify.handler(async ({ context, input }) => answer(await verify(context, input))),
  notifyLawyer: authed.notifyLawyer.handler(async ({ context, input }) =>
    answer(await notifyLawyer(context, input)),
  ),
  intent: authed.intent.handler(async ({ context, input }) => answer(await intend(context, input))),
  return: authed.return.handler(async ({ context, input }) => answer(await returnProfile(context, input))),
  queue: authed.queue.handler(async ({ context, input }) => answer(await listQueue(context, input))),
  submission: authed.submission.handler(async ({ context, input }) =>
    answer(await readSubmission(context, input)),
  ),
  names: authed.names.handler(async ({ context }) => answer(await listNames(context))),
  confirmName: authed.confirmName.handler(async ({ context, input }) =>
    answer(await confirmName(context, input)),
  ),
  returnName: authed.returnName.handler(async ({ context, input }) =>
    answer(await returnName(context, input)),
  ),
  decisions: authed.decisions.handler(async ({ context, input }) =>
    answer(await listDecisions(context, input)),
  ),
  counts: authed.counts.handler(async ({ context }) => answer(await readCounts(context))),
}
