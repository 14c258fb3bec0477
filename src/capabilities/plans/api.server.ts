import { implementContract, unwrapResult } from '../../platform/rpc/rpc.server.ts'
import { ownCredits, ownMovements, subscribe } from './commands.server.ts'
import { plansContract } from './contract.ts'
import { listPlans } from './store.server.ts'

const { open, authed } = implementContract(plansContract)

export const plansApi = {
  list: open.list.handler(({ context }) => listPlans(context.db)),
  subscribe: authed.subscribe.handler(async ({ context, input }) =>
    unwrapResult(await subscribe(context, input)),
  ),
  credits: authed.credits.handler(async ({ context }) => unwrapResult(await ownCredits(context))),
  movements: authed.movements.handler(async ({ context, input }) =>
    unwrapResult(await ownMovements(context, input)),
  ),
}
