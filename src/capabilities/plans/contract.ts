import { base } from '../../platform/rpc/contract.ts'
import { noInput, plansOutput } from './schema.ts'

export const plansContract = {
  list: base
    .route({
      method: 'GET',
      path: '/plans',
      tags: ['plans'],
      summary: 'The plans with price and features, by rank',
    })
    .input(noInput)
    .output(plansOutput),
}

export type PlansContract = typeof plansContract
