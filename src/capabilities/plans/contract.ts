import { base } from '../../platform/rpc/contract.ts'
import {
  creditsOutput,
  movementsInput,
  movementsOutput,
  noInput,
  plansOutput,
  subscribeInput,
  subscribeOutput,
} from './schema.ts'

const tags = ['plans']

export const plansContract = {
  list: base
    .route({ method: 'GET', path: '/plans', tags, summary: 'All plans with price and features, by rank' })
    .input(noInput)
    .output(plansOutput),
  subscribe: base
    .route({
      method: 'POST',
      path: '/plans/subscribe',
      tags,
      summary: 'Subscribes to a plan (verified lawyers)',
    })
    .input(subscribeInput)
    .output(subscribeOutput),
  credits: base
    .route({
      method: 'GET',
      path: '/plans/credits',
      tags,
      summary: 'My plan, credits and their usage (lawyers)',
    })
    .input(noInput)
    .output(creditsOutput),
  movements: base
    .route({
      method: 'GET',
      path: '/plans/movements',
      tags,
      summary: 'My credit movements, newest first, 10 per page (lawyers)',
    })
    .input(movementsInput)
    .output(movementsOutput),
}

export type PlansContract = typeof plansContract
