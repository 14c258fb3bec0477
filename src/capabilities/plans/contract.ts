import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import {
  creditsOutput,
  movementsInput,
  movementsOutput,
  plansOutput,
  subscribeInput,
  subscribeOutput,
} from './schema.ts'

const { get, post } = operationsOf('plans')

export const plansContract = {
  list: get('/plans', 'All plans with price and features, by rank').input(noInput).output(plansOutput),
  subscribe: post('/plans/subscribe', 'Subscribes to a plan (verified lawyers)')
    .input(subscribeInput)
    .output(subscribeOutput),
  credits: get('/plans/credits', 'My plan, credits and their usage (lawyers)')
    .input(noInput)
    .output(creditsOutput),
  movements: get('/plans/movements', 'My credit movements, newest first, 10 per page (lawyers)')
    .input(movementsInput)
    .output(movementsOutput),
}

export type PlansContract = typeof plansContract
