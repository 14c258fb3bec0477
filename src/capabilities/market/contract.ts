import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import { marketInput, marketOutput, openCountOutput } from './schema.ts'

const { get } = operationsOf('cases')

/** Part of the API's `cases`, as before the market was a slice of its own. */
export const marketContract = {
  market: get(
    '/cases/market',
    'Open cases, newest first, without their clients (verified lawyers with market access)',
  )
    .input(marketInput)
    .output(marketOutput),
  news: get(
    '/cases/news',
    'Number of open cases of my specialties since yesterday (verified lawyers with market access)',
  )
    .input(noInput)
    .output(openCountOutput),
  openCount: get(
    '/cases/open-count',
    'Number of open cases of my specialties, on any plan (verified lawyers)',
  )
    .input(noInput)
    .output(openCountOutput),
}

export type MarketContract = typeof marketContract
