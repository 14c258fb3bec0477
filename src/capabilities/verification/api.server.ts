import { implementContract, unwrapResult } from '../../platform/rpc/rpc.server.ts'
import {
  confirmName,
  issueIntent,
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

const { authed } = implementContract(verificationContract)

export const verificationApi = {
  verify: authed.verify.handler(async ({ context, input }) => unwrapResult(await verify(context, input))),
  notifyLawyer: authed.notifyLawyer.handler(async ({ context, input }) =>
    unwrapResult(await notifyLawyer(context, input)),
  ),
  intent: authed.intent.handler(async ({ context, input }) =>
    unwrapResult(await issueIntent(context, input)),
  ),
  return: authed.return.handler(async ({ context, input }) =>
    unwrapResult(await returnProfile(context, input)),
  ),
  queue: authed.queue.handler(async ({ context, input }) => unwrapResult(await listQueue(context, input))),
  submission: authed.submission.handler(async ({ context, input }) =>
    unwrapResult(await readSubmission(context, input)),
  ),
  names: authed.names.handler(async ({ context }) => unwrapResult(await listNames(context))),
  confirmName: authed.confirmName.handler(async ({ context, input }) =>
    unwrapResult(await confirmName(context, input)),
  ),
  returnName: authed.returnName.handler(async ({ context, input }) =>
    unwrapResult(await returnName(context, input)),
  ),
  decisions: authed.decisions.handler(async ({ context, input }) =>
    unwrapResult(await listDecisions(context, input)),
  ),
  counts: authed.counts.handler(async ({ context }) => unwrapResult(await readCounts(context))),
}
