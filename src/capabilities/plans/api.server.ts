import { rpcFor } from '../../platform/rpc/rpc.server.ts'
import { plansContract } from './contract.ts'
import { listPlans } from './store.server.ts'

const { open } = rpcFor(plansContract)

export const plansApi = {
  list: open.list.handler(({ context }) => listPlans(context.db)),
}
