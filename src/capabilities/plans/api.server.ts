import { answerOf, implementContract } from '../../platform/rpc/rpc.server.ts'
import { ownCredits, ownMovements, subscribe } from './commands.server.ts'
import { plansContract } from './contract.ts'
import { listPlans } from './store.server.ts'

const { open, authed } = implementContract(plansContract)

export const plansApi = {
  list: open.list.handler(({ context }) => listPlans(context.db)),
  subscribe: authed.subscribe.handler(answerOf(subscribe)),
  credits: authed.credits.handler(answerOf(ownCredits)),
  movements: authed.movements.handler(answerOf(ownMovements)),
}
